CREATE OR REPLACE FUNCTION reeve.column_names(relation oid, numbers int[]) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT array_agg(a.attname::text ORDER BY n.place)
  FROM unnest(numbers) WITH ORDINALITY n(number, place)
  LEFT JOIN pg_attribute a
    ON a.attrelid = relation AND a.attnum = n.number AND NOT a.attisdropped
  HAVING bool_and(a.attname IS NOT NULL)
$$;

COMMENT ON FUNCTION reeve.column_names(oid, int[]) IS
  'The present names of columns of a table, in the order of their numbers; NULL if one of them no '
  'longer exists.';
