CREATE OR REPLACE FUNCTION sotravel.trip_role_set(
  who bigint, trip bigint, member bigint, role text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.trip_require(trip, who, at, TRUE);
  PERFORM sotravel.argument_require('role', role IN ('host', 'traveller'), 'host or traveller');
  UPDATE sotravel.trip_members m SET role = trip_role_set.role
  WHERE m.trip_id = trip AND m.user_id = member;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'user % is not on trip %', member, trip USING ERRCODE = 'ST005';
  END IF;
END
$body$;

COMMENT ON FUNCTION sotravel.trip_role_set IS
'A host makes a member a host or a traveller. ST003 for a traveller, ST004 once it is over or where
no host would remain, ST005 for who is not on the trip. changes() tells all on the trip.';

GRANT EXECUTE ON FUNCTION sotravel.trip_role_set TO sotravel_app;
