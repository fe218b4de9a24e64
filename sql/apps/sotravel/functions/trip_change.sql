CREATE OR REPLACE FUNCTION sotravel.trip_change(
  who bigint, trip bigint, title text, place text, starts_at timestamptz, ends_at timestamptz,
  image_url text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.trip_require(trip, who, at, TRUE);
  PERFORM sotravel.trip_whole_require(title, place, starts_at, ends_at, image_url);
  UPDATE sotravel.trips t SET title = trip_change.title, place = trip_change.place,
    starts_at = trip_change.starts_at, ends_at = trip_change.ends_at,
    image_url = trip_change.image_url
  WHERE t.id = trip;
  DELETE FROM sotravel.locations l
  WHERE l.trip_id = trip AND NOT (trip_change.starts_at <= at AND at < trip_change.ends_at);
END
$body$;

COMMENT ON FUNCTION sotravel.trip_change IS
'Changes all of a trip but its kind of map, by a host. title and place: 1 to 200 characters each;
starts_at: before ends_at; image_url: 1 to 2,000, or NULL for none. An end that has come ends the
trip and deletes all positions at once. A trip that is over cannot be opened again: ST004. ST003 for
a traveller, ST005 for who is not on it.';

GRANT EXECUTE ON FUNCTION sotravel.trip_change TO sotravel_app;
