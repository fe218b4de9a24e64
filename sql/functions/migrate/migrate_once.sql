CREATE OR REPLACE FUNCTION reeve.migrate_once(statements text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN cardinality(statements) = 1 THEN statements[1]
    ELSE format('WITH %s SELECT', string_agg(format('x%s AS (%s)', s.place, s.statement), ', '
      ORDER BY s.place)) END
  FROM unnest(statements) WITH ORDINALITY s(statement, place)
$$;

COMMENT ON FUNCTION reeve.migrate_once(text[]) IS
  'One statement with the effect of several, in one snapshot.';
