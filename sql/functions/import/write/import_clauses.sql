CREATE OR REPLACE FUNCTION reeve.import_clauses(
  target jsonb, OUT bare text, OUT vals text, OUT columns text, OUT keys text, OUT matches text,
  OUT belongs text, OUT conflict text, OUT equals text, OUT alike text, OUT key_vals text,
  OUT given text, OUT row_hash text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT
    string_agg(c.value_sql, ', ' ORDER BY c.place),
    string_agg(format('%s AS %s', CASE WHEN c.initial_sql IS NULL OR c.is_key THEN c.value_sql
      ELSE format('coalesce(%s, (SELECT "#t".%s FROM %s "#t" WHERE %s), %s)', c.initial_sql,
        i.ident, reeve.import_table(target), k.matches, c.value_sql) END, i.ident), ', '
      ORDER BY c.place),
    string_agg(i.ident, ', ' ORDER BY c.place),
    string_agg(i.ident, ', ' ORDER BY c.place) FILTER (WHERE c.is_key),
    string_agg(format('t.%1$s = s.%1$s', i.ident), ' AND ' ORDER BY c.place)
      FILTER (WHERE c.is_key),
    string_agg(format('t.%s = %s', i.ident, c.value_sql), ' AND ' ORDER BY c.place)
      FILTER (WHERE c.is_key AND c.source LIKE '$parent.%'),
    coalesce('UPDATE SET ' || string_agg(format('%1$s = EXCLUDED.%1$s', i.ident), ', '
      ORDER BY c.place) FILTER (WHERE NOT c.is_key), 'NOTHING'),
    -- As they are stored: 1.00 corrects 1.0.
    format('ROW(%s)::record *= ROW(%s)::record',
      string_agg('t.' || i.compared, ', ' ORDER BY c.place) FILTER (WHERE NOT c.is_key),
      string_agg('s.' || i.compared, ', ' ORDER BY c.place) FILTER (WHERE NOT c.is_key)),
    -- What is encrypted differs each time, and the keys are not here.
    format('ROW(%s)::record *= ROW(%s)::record',
      string_agg('t.' || i.compared, ', ' ORDER BY c.place) FILTER (WHERE i.is_alike),
      string_agg('s.' || i.compared, ', ' ORDER BY c.place) FILTER (WHERE i.is_alike)),
    string_agg(format('%s AS %s', c.value_sql, i.ident), ', ' ORDER BY c.place)
      FILTER (WHERE c.is_key),
    string_agg(format('%s AS %s', c.value_sql, i.ident), ', ' ORDER BY c.place),
    format('hashtextextended(ROW(%s)::text, 0)',
      string_agg('t.' || i.ident, ', ' ORDER BY c.place))
  FROM reeve.import_columns(target) c
  CROSS JOIN LATERAL (
    SELECT quote_ident(c.name), format('%I::%s', c.name, c.compare_sql), NOT c.is_key
      AND target #>> ARRAY['columns', c.name, 'encrypt'] IS NULL) i(ident, compared, is_alike)
  CROSS JOIN (
    SELECT string_agg(format('"#t".%I = %s', c.name, c.value_sql), ' AND ' ORDER BY c.place)
    FROM reeve.import_columns(target) c WHERE c.is_key) k(matches)
$$;

COMMENT ON FUNCTION reeve.import_clauses(jsonb) IS
  'Parts of statements over a target of an import, t, and its records or child rows, s: the '
  'values, those with their columns'' names (that of the row that is there, where the record lacks '
  'it and its default differs at each call), the columns, those of the key; whether t and s have '
  'one key (matches), t is a row of the parent (belongs), a row is written over, and the others '
  'are equal, or those that can be compared (alike); the values of the key (key_vals), and those '
  'of all columns as a new row has them (given); the hash of the columns of t (row_hash).';
