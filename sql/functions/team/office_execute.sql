CREATE OR REPLACE FUNCTION reeve.office_execute(
  a reeve.approval, OUT code text, OUT message text, OUT detail jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  IF a.verb <> 'versions.set' THEN
    SELECT * INTO code, message, detail FROM reeve.team_execute(a);
    RETURN;
  END IF;
  SELECT b.code, b.message INTO code, message
  FROM unnest(ARRAY[a.proposed_by, session_user]) WITH ORDINALITY w(who, place)
  CROSS JOIN LATERAL reeve.version_barred(w.who, a.key, a.args ->> 'oldest') b
  WHERE b.code IS NOT NULL
  ORDER BY w.place LIMIT 1;
  IF code IS NULL THEN
    detail := jsonb_build_object('platform', a.key) || a.args - 'why';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.office_execute(reeve.approval) IS
  'Makes an approved change of the office. The oldest version allowed is what the approval itself '
  'says, so that nothing else is written.';
