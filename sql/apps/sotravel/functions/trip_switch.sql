CREATE OR REPLACE FUNCTION sotravel.trip_switch(who bigint, trip bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.trip_require(trip, who, at);
  UPDATE sotravel.users u SET current_trip_id = trip WHERE u.id = who;
  DELETE FROM sotravel.locations l WHERE l.user_id = who AND l.trip_id <> trip;
END
$body$;

COMMENT ON FUNCTION sotravel.trip_switch IS
'Switches to another of one''s trips, which may not have started; the position that was shared with
the former one goes at once. ST004 once the trip is over, ST005 for who is not on it.';

GRANT EXECUTE ON FUNCTION sotravel.trip_switch TO sotravel_app;
