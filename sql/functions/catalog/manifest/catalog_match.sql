CREATE OR REPLACE FUNCTION reeve.catalog_match(columns text[], types text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN cardinality(columns) = 1 THEN format('t.%I = u.key::%s', columns[1], types[1])
    ELSE string_agg(format('t.%I = (u.key::jsonb ->> %s)::%s', c.name, c.place - 1,
      types[c.place]), ' AND ' ORDER BY c.place) END
  FROM unnest(columns) WITH ORDINALITY c(name, place)
$$;

COMMENT ON FUNCTION reeve.catalog_match(text[], text[]) IS
  'Condition that columns of row t hold the key u.key (text).';
