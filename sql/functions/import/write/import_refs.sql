CREATE OR REPLACE FUNCTION reeve.import_refs(mapping jsonb)
RETURNS TABLE(child int, path text, place int, name text, table_name text, relation text, by text,
  take text, find_sql text, is_indexed boolean, make jsonb, make_columns text, make_values text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  ref jsonb;
BEGIN
  -- Every chunk asks, and most columns are not looked up.
  FOR child, path, place, name, find_sql, ref IN
    SELECT t.child, format('%s/columns/%s/ref', t.path,
      replace(replace(c.name, '~', '~0'), '/', '~1')), c.place, c.name, c.find_sql,
      t.target #> ARRAY['columns', c.name, 'ref']
    FROM reeve.import_targets(mapping) t
    CROSS JOIN LATERAL reeve.import_columns(t.target) c
    WHERE mapping::text ~ '"ref"' AND t.target #> ARRAY['columns', c.name] ? 'ref'
    ORDER BY t.child, c.place
  LOOP
    table_name := ref ->> 'table';
    relation := reeve.import_table(
      jsonb_build_object('app', mapping -> 'app', 'table', ref -> 'table'));
    "by" := ref ->> 'by';
    take := (
      SELECT CASE count(*) WHEN 1 THEN min(a.attname::text) END
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = to_regclass(relation) AND i.indisprimary);
    is_indexed := EXISTS (
      SELECT FROM pg_index i JOIN pg_attribute a
        ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE i.indrelid = to_regclass(relation) AND i.indisvalid AND i.indpred IS NULL
        AND a.attname = ref ->> 'by');
    make := ref -> 'make';
    SELECT concat_ws(', ', quote_ident(ref ->> 'by'),
        string_agg(quote_ident(v.key), ', ' ORDER BY v.key)),
      concat_ws(', ', 'd.v',
        string_agg(reeve.import_value(v.value, 'd.raw'), ', ' ORDER BY v.key))
    INTO make_columns, make_values
    FROM jsonb_each_text(make) v;
    RETURN NEXT;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_refs(jsonb) IS
  'Columns of a mapping whose value is looked up: in which table (relation: quoted), by which '
  'column, and take, the one column of its primary key; is_indexed: whether an index begins with '
  'by. make: the other columns of a row that is created if there is none, and their values; '
  'make_columns, make_values: the same as SQL, with by, over a row d of the value v and its text '
  'raw. NULL: take, find_sql, make.';
