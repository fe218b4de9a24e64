CREATE OR REPLACE FUNCTION reeve.migrate_member(relation regclass, name text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN a.atttypid = 'jsonb'::regtype THEN format('(e.v -> %L)', a.attname)
    ELSE format('(e.v ->> %L)::%s', a.attname, format_type(a.atttypid, -1)) END
  FROM pg_attribute a
  WHERE a.attrelid = relation AND a.attname = migrate_member.name AND a.attnum > 0
$$;

COMMENT ON FUNCTION reeve.migrate_member(regclass, text) IS
  'Expression over the element e.v of a list that gives a column of its row; the length of the '
  'type is checked on write.';
