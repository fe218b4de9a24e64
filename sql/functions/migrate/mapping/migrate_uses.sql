CREATE OR REPLACE FUNCTION reeve.migrate_uses(mapping jsonb, source regclass) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH c AS MATERIALIZED (
    SELECT c.value ->> 'from' AS origin, c.value ->> 'up' AS up
    FROM jsonb_each(mapping -> 'columns') c
  )
  SELECT ARRAY(
    SELECT u.name FROM (
      SELECT c.origin AS name FROM c
      UNION
      SELECT coalesce(replace(m[1], '""', '"'), lower(m[2]))
      FROM c CROSS JOIN LATERAL regexp_matches(c.up,
        E'\\.\\s*(?:"((?:[^"]|"")+)"|([[:alpha:]_][\\w$]*))', 'g') m
      UNION
      -- The whole row.
      SELECT a.name FROM reeve.migrate_attributes(mapping, 'source', source) a
      WHERE EXISTS (SELECT FROM c WHERE c.up ~ E'\\ms\\.\\*|[(,]\\s*s\\s*[,)]')) u
    WHERE u.name IS NOT NULL)
$$;

COMMENT ON FUNCTION reeve.migrate_uses(jsonb, regclass) IS
  'Names in a mapping''s target columns that may be columns of its source: those they come from, '
  'and whatever stands behind a dot in `up`.';
