CREATE OR REPLACE FUNCTION reeve.migrate_once(statements text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN cardinality(statements) = 1 THEN statements[1]
    ELSE format('WITH %s SELECT FROM x1', string_agg(format('x%s AS (%s%s)', s.place, s.statement,
      CASE WHEN s.place = 1 THEN ' RETURNING 1' END), ', ' ORDER BY s.place)) END
  FROM unnest(statements) WITH ORDINALITY s(statement, place)
$$;

COMMENT ON FUNCTION reeve.migrate_once(text[]) IS
  'One statement with the effect of several that write, in one snapshot; its row count is that of '
  'the first.';
