CREATE OR REPLACE FUNCTION sotravel.trip_create(
  who bigint, title text, place text, map_kind text, starts_at timestamptz, ends_at timestamptz,
  image_url text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  trip bigint;
BEGIN
  PERFORM sotravel.user_admit(who, at);
  IF ends_at <= at THEN
    RAISE EXCEPTION 'a trip that is over cannot be made' USING ERRCODE = 'ST007';
  END IF;
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
'A new trip, of which whoever makes it is the host, and which becomes their current one.';

GRANT EXECUTE ON FUNCTION sotravel.trip_create TO sotravel_app;
