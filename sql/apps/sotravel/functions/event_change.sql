CREATE OR REPLACE FUNCTION sotravel.event_change(
  who bigint, event bigint, title text, details text, place text, latitude double precision,
  longitude double precision, starts_at timestamptz, ends_at timestamptz, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.event_require(event, who, at, TRUE);
  PERFORM sotravel.event_whole_require(title, details, place, latitude, longitude, starts_at,
    ends_at);
  UPDATE sotravel.events e SET title = event_change.title,
    details = coalesce(event_change.details, ''), place = coalesce(event_change.place, ''),
    latitude = event_change.latitude, longitude = event_change.longitude,
    starts_at = event_change.starts_at, ends_at = event_change.ends_at
  WHERE e.id = event;
END
$body$;

COMMENT ON FUNCTION sotravel.event_change IS
'Changes all of an event that is still to be, by its author or a host of the trip. title: 1 to 200
characters; details: at most 4,000, place: at most 200, of both NULL counts as ''''; latitude and
longitude: degrees, both or none; starts_at: before ends_at. An event may begin or end outside of
the trip''s time. Invitations and answers stay. ST003 for anybody else, ST004 once it is over or
cancelled: an end that has come ends it.';

GRANT EXECUTE ON FUNCTION sotravel.event_change TO sotravel_app;
