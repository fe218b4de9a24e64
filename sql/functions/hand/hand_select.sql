CREATE OR REPLACE FUNCTION reeve.hand_select(
  rule_id int, keys text[], at timestamptz, until timestamptz, grace interval,
  mode text, max_rows bigint)
RETURNS TABLE(key text, label text, before jsonb, after jsonb, tell jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
BEGIN
  -- The statement ends in ORDER BY: two commands lock the same rows in the same order.
  RETURN QUERY EXECUTE reeve.rule_statement(rule_id) || CASE mode
    WHEN 'read' THEN ' LIMIT $5'
    WHEN 'lock' THEN ' LIMIT $5 FOR NO KEY UPDATE OF t'
    WHEN 'skip' THEN ' LIMIT $5 FOR NO KEY UPDATE OF t SKIP LOCKED'
  END
  USING keys, at, until, grace, max_rows;
END
$$;

COMMENT ON FUNCTION reeve.hand_select(int, text[], timestamptz, timestamptz, interval, text, bigint)
IS 'Rows of the app that a rule would change. mode: read, lock, or skip (lock what is free).';

GRANT EXECUTE ON FUNCTION
  reeve.hand_select(int, text[], timestamptz, timestamptz, interval, text, bigint) TO reeve_owner;
