CREATE OR REPLACE FUNCTION sotravel.location_set(
  who bigint, latitude double precision, longitude double precision, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  trip sotravel.trips;
  -- Of a clock that is ahead nothing newer would come for long.
  seen constant timestamptz := least(at, clock_timestamp());
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.place_require(latitude, longitude);
  SELECT t.* INTO trip FROM sotravel.users u JOIN sotravel.trips t ON t.id = u.current_trip_id
  WHERE u.id = who;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'user % is on no trip', who USING ERRCODE = 'ST005';
  ELSIF trip.hidden_until > seen OR NOT (trip.starts_at <= seen AND seen < trip.ends_at) THEN
    RAISE EXCEPTION 'trip % is not active', trip.id USING ERRCODE = 'ST004';
  END IF;
  INSERT INTO sotravel.locations AS l (user_id, trip_id, latitude, longitude, seen_at, ends_at)
  VALUES (who, trip.id, location_set.latitude, location_set.longitude, seen, trip.ends_at)
  ON CONFLICT (user_id) DO UPDATE SET trip_id = excluded.trip_id, latitude = excluded.latitude,
    longitude = excluded.longitude, seen_at = excluded.seen_at, ends_at = excluded.ends_at
  WHERE l.seen_at <= excluded.seen_at;
END
$body$;

COMMENT ON FUNCTION sotravel.location_set IS
'Shares a position in degrees with the person''s current trip (see trip_switch), in the place of the
one before. at: when the phone was there; a time to come counts as now, and a late message does not
overwrite a newer position. It is seen for 15 minutes: see location_list. ST004 unless the trip is
active, from its start to its end, ST005 for who has no trip.';

GRANT EXECUTE ON FUNCTION sotravel.location_set TO sotravel_app;
