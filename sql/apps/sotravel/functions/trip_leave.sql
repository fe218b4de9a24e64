CREATE OR REPLACE FUNCTION sotravel.trip_leave(who bigint, trip bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at), sotravel.trip_part(who, trip);
END
$body$;

COMMENT ON FUNCTION sotravel.trip_leave IS
'Leaves a trip: position, unanswered invitations and its chats go at once; who leaves their current
trip has none until trip_switch. ST004 for the last host of others, ST005 for who is not on it.
changes() tells who left, too, that the trip_member is gone: a phone then drops the trip with its
events and chats.';

GRANT EXECUTE ON FUNCTION sotravel.trip_leave TO sotravel_app;
