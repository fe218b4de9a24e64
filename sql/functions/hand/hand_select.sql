CREATE OR REPLACE FUNCTION reeve.hand_select(
  rule_id int, keys text[], at timestamptz, until timestamptz, grace interval,
  mode text, max_rows bigint, reason text DEFAULT NULL)
RETURNS TABLE(root text, key text, label text, before jsonb, after jsonb, tell jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  -- Statistics say that most rows are stale while a batch job is ending them: a sequential scan
  -- with a limit would then walk all that it has ended before, once a batch.
  RETURN QUERY EXECUTE reeve.rule_statement(rule_id, mode)
  USING keys, at, until, grace, max_rows, reason;
END
$$;

COMMENT ON FUNCTION reeve.hand_select(
  int, text[], timestamptz, timestamptz, interval, text, bigint, text) IS
  'Rows of the app that a rule would change. mode: read or lock (in key order), '
  'any (one of them), or skip (lock what is free). root: with ''read each'' and ''lock each'' the '
  'subject, one of keys, that a row hangs on; NULL otherwise.';

GRANT EXECUTE ON FUNCTION
  reeve.hand_select(int, text[], timestamptz, timestamptz, interval, text, bigint, text)
  TO reeve_owner;
