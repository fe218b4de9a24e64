CREATE OR REPLACE FUNCTION reeve.catalog_via(
  manifest jsonb, collection text, alias text, steps text[])
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  parent jsonb := manifest #> ARRAY['collections', collection, 'parents', steps[1]];
  target text := parent ->> 'collection';
  columns text[] := reeve.catalog_columns(parent -> 'columns');
  keys text[] := reeve.catalog_columns(manifest #> ARRAY['collections', target, 'key']);
  inner_alias text := 'p' || cardinality(steps);
BEGIN
  IF parent IS NULL THEN
    RAISE EXCEPTION '% has no parent named %', collection, steps[1] USING ERRCODE = 'RV005';
  END IF;
  IF cardinality(steps) = 1 THEN
    RETURN reeve.catalog_keys(alias, columns,
      reeve.catalog_types(reeve.catalog_table(manifest, target)::regclass, keys));
  END IF;
  RETURN format('(%s) IN (SELECT %s FROM %s %s WHERE %s)',
    (SELECT string_agg(format('%s.%I', alias, c), ', ') FROM unnest(columns) c),
    (SELECT string_agg(format('%s.%I', inner_alias, k), ', ') FROM unnest(keys) k),
    reeve.catalog_table(manifest, target), inner_alias,
    reeve.catalog_via(manifest, target, inner_alias, steps[2:]));
END
$$;

COMMENT ON FUNCTION reeve.catalog_via(jsonb, text, text, text[]) IS
  'Condition that a path of parents from alias leads to one of the keys $1. RV005.';
