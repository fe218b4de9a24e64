CREATE OR REPLACE FUNCTION reeve.right_match(alias text, columns text[], types text[]) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN cardinality(columns) = 1
    THEN format('%s.%I = $6::%s', alias, columns[1], types[1])
    ELSE '(' || string_agg(format('%s.%I = ($6::jsonb ->> %s)::%s', alias, c.name, c.place - 1,
      types[c.place]), ' AND ' ORDER BY c.place) || ')' END
  FROM unnest(columns) WITH ORDINALITY c(name, place)
$$;

COMMENT ON FUNCTION reeve.right_match(text, text[], text[]) IS
  'Condition that columns of alias hold the key $6 (text) of the person.';
