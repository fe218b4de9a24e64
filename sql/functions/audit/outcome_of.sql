CREATE OR REPLACE FUNCTION reeve.outcome_of(code text, message text, detail jsonb)
RETURNS reeve.outcome
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF code IS NULL THEN
    RETURN ROW('done', NULL, coalesce(message, ''), coalesce(detail, '{}'))::reeve.outcome;
  ELSIF NOT EXISTS (SELECT FROM reeve.refusal r WHERE r.code = outcome_of.code) THEN
    RAISE EXCEPTION '% is no code of reeve.refusal', code USING ERRCODE = 'RV001';
  END IF;
  RETURN ROW(CASE code WHEN 'approval' THEN 'proposed' ELSE 'refused' END, code,
    coalesce(message, code), coalesce(detail, '{}'))::reeve.outcome;
END
$$;

COMMENT ON FUNCTION reeve.outcome_of(text, text, jsonb) IS
  'Returns the outcome of a writer: done if the code is NULL, proposed for the code approval, else '
  'refused. RV001: the code is not in reeve.refusal.';
