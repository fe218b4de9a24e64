CREATE OR REPLACE FUNCTION sotravel.event_change(
  who bigint, event bigint, title text, details text, place text, latitude double precision,
  longitude double precision, starts_at timestamptz, ends_at timestamptz, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
#variable_conflict use_column
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.event_require(event, who, at, TRUE);
  IF latitude IS NOT NULL OR longitude IS NOT NULL THEN
    PERFORM sotravel.place_require(latitude, longitude);
  END IF;
  UPDATE sotravel.events e SET title = event_change.title, details = event_change.details,
    place = event_change.place, latitude = event_change.latitude,
    longitude = event_change.longitude, starts_at = event_change.starts_at,
    ends_at = event_change.ends_at
  WHERE e.id = event;
END
$body$;

COMMENT ON FUNCTION sotravel.event_change IS
'What its author, or a host of the trip, changes about an event that is still to be.';

GRANT EXECUTE ON FUNCTION sotravel.event_change TO sotravel_app;
