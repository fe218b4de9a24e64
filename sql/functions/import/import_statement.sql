CREATE OR REPLACE FUNCTION reeve.import_statement(import_id int, mapping jsonb, kind text)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH c AS (
    SELECT i.*, quote_ident(i.name) AS ident,
      i.name = ANY (reeve.catalog_columns(mapping -> 'key')) AS is_key
    FROM reeve.import_columns(mapping) i
  ),
  p AS (
    SELECT
      string_agg(format('%s AS %s', c.value_sql, c.ident), ', ' ORDER BY c.place) AS values,
      string_agg(c.ident, ', ' ORDER BY c.place) AS columns,
      string_agg('s.' || c.ident, ', ' ORDER BY c.place) AS staged,
      string_agg(c.ident, ', ' ORDER BY c.place) FILTER (WHERE c.is_key) AS keys,
      string_agg('s.' || c.ident, ', ' ORDER BY c.place) FILTER (WHERE c.is_key) AS staged_keys,
      string_agg(format('%1$s = EXCLUDED.%1$s', c.ident), ', ' ORDER BY c.place)
        FILTER (WHERE NOT c.is_key) AS assignments,
      string_agg(format('t.%1$s IS DISTINCT FROM EXCLUDED.%1$s', c.ident), ' OR '
        ORDER BY c.place) FILTER (WHERE NOT c.is_key) AS differs,
      string_agg(format('t.%1$s = s.%1$s', c.ident), ' AND ' ORDER BY c.place)
        FILTER (WHERE c.is_key) AS matches,
      string_agg(format('t.%1$s IS NOT DISTINCT FROM s.%1$s', c.ident), ' AND ' ORDER BY c.place)
        FILTER (WHERE NOT c.is_key) AS equals
    FROM c
  )
  SELECT CASE kind WHEN 'write' THEN format($f$
    WITH s AS MATERIALIZED (
      SELECT s.record, %1$s FROM reeve_stage.import_%9$s s WHERE s.record BETWEEN $1 AND $2
    ),
    fresh AS (
      INSERT INTO reeve_stage.import_%9$s_seen(%3$s, record)
      SELECT %4$s, s.record FROM s ORDER BY s.record
      ON CONFLICT (%3$s) DO NOTHING
      RETURNING record
    ),
    written AS (
      INSERT INTO %8$s AS t (%2$s) OVERRIDING SYSTEM VALUE
      SELECT %5$s FROM s WHERE s.record IN (SELECT record FROM fresh) ORDER BY s.record
      ON CONFLICT (%3$s) DO %6$s
      RETURNING (t.xmax = '0') AS is_new
    )
    SELECT count(*) FILTER (WHERE w.is_new), count(*) FILTER (WHERE NOT w.is_new),
      (SELECT count(*) FROM fresh),
      ARRAY(SELECT s.record FROM s WHERE s.record NOT IN (SELECT record FROM fresh))
    FROM written w
  $f$, p.values, p.columns, p.keys, p.staged_keys, p.staged,
    CASE WHEN p.assignments IS NULL THEN 'NOTHING'
      ELSE format('UPDATE SET %s WHERE %s', p.assignments, p.differs) END,
    NULL, reeve.import_table(mapping), import_id)
  ELSE format($f$
    SELECT s.record, CASE WHEN t.ctid IS NULL THEN 'missing' ELSE 'differs' END
    FROM (SELECT s.record, %1$s FROM reeve_stage.import_%5$s s) s
    LEFT JOIN %4$s t ON %2$s
    WHERE t.ctid IS NULL OR NOT (%3$s)
    ORDER BY s.record
  $f$, p.values, p.matches, coalesce(p.equals, 'TRUE'), reeve.import_table(mapping), import_id)
  END
  FROM p
$$;

COMMENT ON FUNCTION reeve.import_statement(int, jsonb, text) IS
  'What the hand runs over the staged rows. write: upserts records $1 to $2; returns how many are '
  'new, how many changed a row, how many bore a key not seen before in this import, and the '
  'records whose key was. compare: the records whose row is missing or differs.';
