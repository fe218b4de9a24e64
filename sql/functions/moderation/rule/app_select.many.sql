-- Reads as the app's reader; locks as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_select(
  app text, rule_ids int[], keys text[], at timestamptz, until timestamptz, grace interval,
  mode text, reason text DEFAULT NULL)
RETURNS TABLE(
  rule_id int, root text, key text, label text, before jsonb, after jsonb, notify jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET enable_seqscan = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
SET jit = off
AS $$
DECLARE
  statements text[] := ARRAY(
    SELECT reeve.rule_statement(u.id, mode) FROM unnest(rule_ids) WITH ORDINALITY u(id, place)
    ORDER BY u.place);
BEGIN
  IF coalesce(cardinality(rule_ids), 0) = 0 THEN
    RETURN;
  ELSIF mode ~ '^read' THEN
    RETURN QUERY EXECUTE reeve.reader_call(app,
      'rule_id int, root text, key text, label text, before jsonb, after jsonb, notify jsonb',
      ARRAY['keys', 'at', 'until', 'grace', 'words'])
    USING (
      SELECT string_agg(format('SELECT %s, s.* FROM (%s) s', u.id, u.statement), ' UNION ALL '
        ORDER BY u.place)
      FROM unnest(rule_ids, statements) WITH ORDINALITY u(id, statement, place)),
      keys, at, until, grace, reason;
  ELSE
    -- One after the other, in this order, as elements of an array are evaluated.
    RETURN QUERY
      SELECT rule_ids[a.place], l ->> 0, l ->> 1, l ->> 2, nullif(l -> 3, 'null'),
        nullif(l -> 4, 'null'), nullif(l -> 5, 'null')
      FROM jsonb_array_elements(reeve.cell_enter(app, (
        SELECT 'SELECT to_jsonb(ARRAY[' || string_agg(format(
          '(WITH u(root, key, label, before, after, notify) AS (%s) SELECT jsonb_agg('
          'jsonb_build_array(u.root, u.key, u.label, u.before, u.after, u.notify)) FROM u)',
          s.statement), ', ' ORDER BY s.place) || '])'
        FROM unnest(statements) WITH ORDINALITY s(statement, place)),
        keys, at => at, until => until, grace => grace, words => reason))
        WITH ORDINALITY a(rows, place)
      CROSS JOIN LATERAL jsonb_array_elements(nullif(a.rows, 'null')) l;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.app_select(
  text, int[], text[], timestamptz, timestamptz, interval, text, text) IS
  'Rows of an app that each of several rules would change, in the order of the rules, at one '
  'visit of the reader or of a cell. mode: read, lock, read each or lock each, as in the '
  'function for one rule.';
