CREATE OR REPLACE FUNCTION sotravel.trip_create(
  who bigint, title text, place text, map_kind text, starts_at timestamptz, ends_at timestamptz,
  image_url text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  trip bigint;
BEGIN
  PERFORM sotravel.user_admit(who, at);
  PERFORM sotravel.trip_whole_require(title, place, starts_at, ends_at, image_url),
    sotravel.argument_require('ends_at', ends_at > at, 'a time to come'),
    sotravel.argument_require('map_kind', map_kind IN ('mountain', 'street'),
      'mountain or street');
  INSERT INTO sotravel.trips (title, place, map_kind, starts_at, ends_at, image_url, created_at)
  VALUES (trip_create.title, trip_create.place, trip_create.map_kind, trip_create.starts_at,
    trip_create.ends_at, trip_create.image_url, at)
  RETURNING id INTO trip;
  INSERT INTO sotravel.trip_members (trip_id, user_id, role, joined_at)
  VALUES (trip, who, 'host', at);
  UPDATE sotravel.users u SET current_trip_id = trip WHERE u.id = who;
  RETURN trip;
END
$body$;

COMMENT ON FUNCTION sotravel.trip_create IS
'Makes a trip and returns its id. title and place: 1 to 200 characters each; starts_at: before
ends_at; image_url: 1 to 2,000, or NULL for none. ends_at is still to come; map_kind: mountain or
street. Whoever makes it is its host, and it becomes their current one, even before it starts: until
then location_set is refused with ST004, unless trip_switch chooses another trip. Each call makes
another trip.';

GRANT EXECUTE ON FUNCTION sotravel.trip_create TO sotravel_app;
