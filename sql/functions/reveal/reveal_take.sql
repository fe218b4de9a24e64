CREATE OR REPLACE FUNCTION reeve.reveal_take(ticket bigint, kind text) RETURNS reeve.reveal
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  r reeve.reveal;
BEGIN
  UPDATE reeve.reveal t SET read_at = clock_timestamp()
  WHERE t.command_id = ticket AND t.kind = reveal_take.kind AND t.asked_by = session_user
    AND t.transaction <> pg_current_xact_id() AND t.read_at IS NULL
    AND t.asked_at > clock_timestamp() - interval '5 minutes' AND reeve.member_acts('moderator')
  RETURNING t.* INTO r;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'ticket % is not valid', ticket USING ERRCODE = 'RV002',
      DETAIL = 'It is valid once, within 5 minutes, for the login that asked, after the asking '
        'transaction has committed.', HINT = 'Ask again.';
  END IF;
  RETURN r;
END
$$;

COMMENT ON FUNCTION reeve.reveal_take(bigint, text) IS
  'Redeems a ticket of the login, which cannot be used again. RV002 unless an earlier, committed '
  'transaction of the same login asked for it within 5 minutes, it is unused, and the rank still '
  'suffices.';
