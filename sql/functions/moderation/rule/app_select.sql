-- Reads as the app's reader; writes as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_select(
  rule_id int, keys text[], at timestamptz, until timestamptz, grace interval,
  mode text, max_rows bigint, reason text DEFAULT NULL)
RETURNS TABLE(root text, key text, label text, before jsonb, after jsonb, notify jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET enable_seqscan = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
SET jit = off
AS $$
DECLARE
  app text := (SELECT r.app FROM reeve.rule r WHERE r.rule_id = app_select.rule_id);
  statement text := reeve.rule_statement(rule_id, mode);
  writing text := '';
BEGIN
  -- While a batch job ends stale rows, statistics still call most rows stale: a sequential scan
  -- with a limit would then walk all the rows that are done, once per batch.
  IF mode ~ '^(read|any|ahead|past)' THEN
    RETURN QUERY EXECUTE reeve.reader_call(app,
      'root text, key text, label text, before jsonb, after jsonb, notify jsonb',
      ARRAY['keys', 'at', 'until', 'grace', 'max_rows', 'words'])
    USING statement, keys, at, until, grace, max_rows, reason;
  ELSE
    -- Rows are locked by what runs as the app writer. Those that are skipped when locked are also
    -- written there: locked in one subtransaction and written in another, each would need a
    -- multixact, and while that lives, no index scan can tell that the old row is dead.
    IF mode = 'skip' THEN
      SELECT CASE WHEN r.kind = 'delete' THEN format(
          ', written AS (DELETE FROM %s t USING u WHERE %s)', c.table_sql, c.match_sql)
        ELSE format(', written AS (UPDATE %s t SET %s FROM u CROSS JOIN LATERAL'
          ' jsonb_to_record(u.after) r(%s) WHERE %s)', c.table_sql,
          string_agg(format('%1$I = r.%1$I', n.name), ', '),
          string_agg(format('%I %s', n.name, format_type(a.atttypid, a.atttypmod)), ', '),
          c.match_sql) END
      INTO writing
      FROM reeve.rule r JOIN reeve.collection c ON c.collection_id = r.affected_id
      LEFT JOIN pg_attribute a ON a.attrelid = c.relation AND a.attname = ANY (r.columns)
      -- A deletion sets none; the aggregates are computed all the same.
      CROSS JOIN LATERAL (SELECT coalesce(a.attname, '')) n(name)
      WHERE r.rule_id = app_select.rule_id
      GROUP BY r.kind, c.table_sql, c.match_sql;
    END IF;
    RETURN QUERY
      SELECT l ->> 0, l ->> 1, l ->> 2, nullif(l -> 3, 'null'), nullif(l -> 4, 'null'),
        nullif(l -> 5, 'null')
      FROM jsonb_array_elements(reeve.cell_enter(app, format(
        'WITH u(root, key, label, before, after, notify) AS (%s)%s'
        ' SELECT jsonb_agg(jsonb_build_array(u.root, u.key, u.label, u.before, u.after, u.notify))'
        ' FROM u', statement, writing),
        keys, at => at, until => until, grace => grace, max_rows => max_rows, words => reason)) l;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_select(
  int, text[], timestamptz, timestamptz, interval, text, bigint, text) IS
  'Rows of the app that a rule would change. mode: read or lock (in key order), any (one of '
  'them), skip (lock free rows, and set their columns or delete them), ahead or past (read, in '
  'the order in which they are due, those due after now or the others). root: with ''read '
  'each'', ''lock each'', ahead and past the subject, one of keys, that a row depends on; NULL '
  'otherwise.';
