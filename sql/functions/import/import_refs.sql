CREATE OR REPLACE FUNCTION reeve.import_refs(mapping jsonb)
RETURNS TABLE(child int, path text, place int, name text, table_name text, relation text, by text,
  take text, find_sql text, is_indexed boolean, make jsonb, make_columns text, make_values text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT t.child, format('%s/columns/%s/ref', t.path,
      replace(replace(c.name, '~', '~0'), '/', '~1')),
    c.place, c.name, r.ref ->> 'table', r.relation, r.ref ->> 'by', k.take, c.find_sql,
    EXISTS (
      SELECT FROM pg_index i JOIN pg_attribute a
        ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE i.indrelid = to_regclass(r.relation) AND i.indisvalid AND i.indpred IS NULL
        AND a.attname = r.ref ->> 'by'),
    r.ref -> 'make',
    concat_ws(', ', quote_ident(r.ref ->> 'by'), m.columns),
    concat_ws(', ', 'd.v', m.vals)
  FROM reeve.import_targets(mapping) t
  CROSS JOIN LATERAL reeve.import_columns(t.target) c
  CROSS JOIN LATERAL (SELECT x AS ref, reeve.import_table(
      jsonb_build_object('app', mapping -> 'app', 'table', x -> 'table')) AS relation
    FROM (SELECT t.target #> ARRAY['columns', c.name, 'ref'] AS x) x) r
  CROSS JOIN LATERAL (
    SELECT CASE count(*) WHEN 1 THEN min(a.attname::text) END AS take
    FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = to_regclass(r.relation) AND i.indisprimary) k
  CROSS JOIN LATERAL (
    SELECT string_agg(quote_ident(v.key), ', ' ORDER BY v.key) AS columns,
      string_agg(reeve.import_value(v.value, 'd.raw'), ', ' ORDER BY v.key) AS vals
    FROM jsonb_each_text(r.ref -> 'make') v) m
  WHERE r.ref IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.import_refs(jsonb) IS
  'Columns of a mapping whose value is looked up: in which table (relation: quoted), by which '
  'column, and take, the one column of its primary key; is_indexed: whether an index begins with '
  'by. make: the other columns of a row that is created if there is none, and their values; '
  'make_columns, make_values: the same as SQL, with by, over a row d of the value v and its text '
  'raw. NULL: take, find_sql, make.';
