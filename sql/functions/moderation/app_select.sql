-- Reads as the app's reader; writes as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_select(
  rule_id int, keys text[], at timestamptz, until timestamptz, grace interval,
  mode text, max_rows bigint, reason text DEFAULT NULL)
RETURNS TABLE(root text, key text, label text, before jsonb, after jsonb, notify jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  app text := (SELECT r.app FROM reeve.rule r WHERE r.rule_id = app_select.rule_id);
  statement text := reeve.rule_statement(rule_id, mode);
BEGIN
  -- Statistics say that most rows are stale while a batch job is ending them: a sequential scan
  -- with a limit would then walk all that it has ended before, once a batch.
  IF mode ~ '^read' THEN
    RETURN QUERY EXECUTE reeve.reader_call(app,
      'root text, key text, label text, before jsonb, after jsonb, notify jsonb',
      ARRAY['keys', 'at', 'until', 'grace', 'max_rows', 'words'])
    USING statement, keys, at, until, grace, max_rows, reason;
  ELSE
    -- Rows are locked by what runs as the app writer.
    RETURN QUERY
      SELECT l ->> 0, l ->> 1, l ->> 2, nullif(l -> 3, 'null'), nullif(l -> 4, 'null'),
        nullif(l -> 5, 'null')
      FROM jsonb_array_elements(reeve.cell_enter(app, format(
        'SELECT jsonb_agg(jsonb_build_array(l.root, l.key, l.label, l.before, l.after, l.notify))'
        ' FROM (%s) l(root, key, label, before, after, notify)', statement),
        keys, at => at, until => until, grace => grace, max_rows => max_rows, words => reason)) l;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_select(
  int, text[], timestamptz, timestamptz, interval, text, bigint, text) IS
  'Rows of the app that a rule would change. mode: read or lock (in key order), '
  'any (one of them), or skip (lock what is free). root: with ''read each'' and ''lock each'' the '
  'subject, one of keys, that a row depends on; NULL otherwise.';
