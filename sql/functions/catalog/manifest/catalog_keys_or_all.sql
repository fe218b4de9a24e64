CREATE OR REPLACE FUNCTION reeve.catalog_keys_or_all(relation text, columns text[], types text[])
RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  -- Below an OR, a subquery would be compared with every row.
  SELECT CASE WHEN cardinality(columns) = 1
    THEN format('($1 IS NULL OR %s)', n.condition)
    ELSE format('%s UNION ALL SELECT %s FROM %s t WHERE $1 IS NULL)', left(n.condition, -1),
      (SELECT string_agg(format('t.%I', c), ', ') FROM unnest(columns) c), relation)
    END
  FROM (SELECT reeve.catalog_keys('t', columns, types)) n(condition)
$$;

COMMENT ON FUNCTION reeve.catalog_keys_or_all(text, text[], text[]) IS
  'Condition on a row t of the relation that the columns hold one of the keys $1 (text[]), or '
  'that $1 is NULL; uses the columns'' index where it is planned with the keys.';
