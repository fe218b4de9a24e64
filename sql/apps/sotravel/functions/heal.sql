CREATE OR REPLACE FUNCTION sotravel.heal() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.heal_erased();
  RETURN QUERY SELECT * FROM sotravel.heal_users();
  RETURN QUERY SELECT * FROM sotravel.heal_sign_ins();
  RETURN QUERY SELECT * FROM sotravel.heal_trips();
  PERFORM sotravel.heal_members();
  RETURN QUERY SELECT * FROM sotravel.heal_events();
  PERFORM sotravel.heal_hosts();
  PERFORM sotravel.heal_chats();
  PERFORM sotravel.heal_answers();
  RETURN QUERY SELECT * FROM sotravel.heal_told();
  -- In another export the same place has somebody else's answer.
  DELETE FROM sotravel.legacy_trips l WHERE l.holder !~ '^[0-9a-f]{8}-';
  DELETE FROM sotravel.legacy_holders h WHERE h.holder !~ '^[0-9a-f]{8}-';
END
$body$;

COMMENT ON FUNCTION sotravel.heal() IS
'After an import: makes people, sign-ins, trips, members, events, invitations and chats of what the
former service answered; what it found is returned, a line each. What was changed here since an
import made it stays.';
