CREATE OR REPLACE FUNCTION reeve.export_taken(ticket bigint) RETURNS reeve.reveal
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  r reeve.reveal;
BEGIN
  SELECT t.* INTO r FROM reeve.reveal t
  WHERE t.command_id = ticket AND t.kind = 'export' AND t.asked_by = session_user
    AND t.taken IS DISTINCT FROM pg_current_xact_id_if_assigned()
    AND t.read_at > clock_timestamp() - interval '15 minutes' AND reeve.member_acts('moderator');
  IF NOT FOUND OR r.taken IS NULL THEN
    RAISE EXCEPTION 'ticket % is not valid', ticket USING ERRCODE = 'RV002',
      DETAIL = 'It is valid for 15 minutes after the transaction that used it has committed, for '
        'the login that asked.', HINT = 'Ask again.';
  END IF;
  RETURN r;
END
$$;

COMMENT ON FUNCTION reeve.export_taken(bigint) IS
  'An export of the login that an earlier, committed transaction has begun. RV002.';
