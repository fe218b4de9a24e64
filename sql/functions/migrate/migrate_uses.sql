CREATE OR REPLACE FUNCTION reeve.migrate_uses(mapping jsonb, name text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM jsonb_each(mapping -> 'columns') c
    WHERE c.value ->> 'from' = name
      OR c.value ->> 'up' ~ (E's\\.("?)'
        || regexp_replace(name, E'(\\W)', E'\\\\\\1', 'g') || E'\\1(\\W|$)')
      OR c.value ->> 'up' ~ E'\\ms\\.\\*|[(,]\\s*s\\s*[,)]')
$$;

COMMENT ON FUNCTION reeve.migrate_uses(jsonb, text) IS
  'Whether a column of a mapping''s target uses a column of its source.';
