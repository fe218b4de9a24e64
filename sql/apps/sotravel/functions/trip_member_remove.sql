CREATE OR REPLACE FUNCTION sotravel.trip_member_remove(
  who bigint, trip bigint, member bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.trip_require(trip, who, at, TRUE),
    sotravel.trip_part(member, trip);
END
$body$;

COMMENT ON FUNCTION sotravel.trip_member_remove IS
'A host takes somebody off the trip, as if they left: see trip_leave, also for what changes() tells.
The link of the trip still lets them in again. ST003 for a traveller, ST004 once it is over or for
the last host of others, ST005 for who is not on it.';

GRANT EXECUTE ON FUNCTION sotravel.trip_member_remove TO sotravel_app;
