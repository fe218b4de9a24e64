CREATE OR REPLACE FUNCTION reeve.catalog_keys(alias text, columns text[], types text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN cardinality(columns) = 1
    THEN format('%s.%I = ANY ($1::%s[])', alias, columns[1], types[1])
    ELSE format('(%s) IN (SELECT %s FROM unnest($1) k(key))',
      string_agg(format('%s.%I', alias, c.name), ', ' ORDER BY c.place),
      string_agg(format('(k.key::jsonb ->> %s)::%s', c.place - 1, types[c.place]), ', '
        ORDER BY c.place))
    END
  FROM unnest(columns) WITH ORDINALITY c(name, place)
$$;

COMMENT ON FUNCTION reeve.catalog_keys(text, text[], text[]) IS
  'Condition that columns of alias hold one of the keys $1 (text[]); uses the columns'' index.';
