CREATE OR REPLACE FUNCTION reeve.catalog_root(
  manifest jsonb, c reeve.collection, alias text, steps text[])
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  parent jsonb := manifest #> ARRAY['collections', c.name, 'parents', steps[1]];
  columns text[] := reeve.catalog_columns(parent -> 'columns');
  target reeve.collection;
  inner_alias text := 'r' || cardinality(steps);
BEGIN
  SELECT * INTO target FROM reeve.collection l
  WHERE l.app = c.app AND l.name = parent ->> 'collection';
  IF cardinality(steps) > 1 THEN
    RETURN format('(SELECT %s FROM %s %s WHERE %s)',
      reeve.catalog_root(manifest, target, inner_alias, steps[2:]),
      target.table_sql, inner_alias, (
        SELECT string_agg(format('%s.%I = %s.%I', inner_alias, k.key, alias, k.held), ' AND ')
        FROM unnest(target.key_columns, columns) k(key, held)));
  ELSIF cardinality(columns) = 1 THEN
    RETURN format('%s.%I::%s::text', alias, columns[1], target.key_types[1]);
  END IF;
  RETURN (
    SELECT format('jsonb_build_array(%s)::text',
      string_agg(format('%s.%I::%s', alias, k.held, k.type), ', ' ORDER BY k.place))
    FROM unnest(columns, target.key_types) WITH ORDINALITY k(held, type, place));
END
$$;

COMMENT ON FUNCTION reeve.catalog_root(jsonb, reeve.collection, text, text[]) IS
  'Expression giving the key that a path of parents leads to from alias, a row of the collection, '
  'in the form of that key''s own collection; catalog_via is the condition.';
