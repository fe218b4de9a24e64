CREATE OR REPLACE FUNCTION reeve.migrate_made_up(type_id oid) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE t.typcategory WHEN 'N' THEN '1' WHEN 'S' THEN 'x' WHEN 'B' THEN 'true'
    WHEN 'A' THEN '{}' WHEN 'R' THEN 'empty' WHEN 'T' THEN '1 day' WHEN 'I' THEN '127.0.0.1'
    WHEN 'D' THEN CASE WHEN b.oid IN ('time'::regtype, 'timetz'::regtype) THEN '00:00'
      ELSE '2000-01-01' END
    WHEN 'E' THEN (SELECT e.enumlabel FROM pg_enum e WHERE e.enumtypid = b.oid
      ORDER BY e.enumsortorder LIMIT 1)
    WHEN 'U' THEN CASE b.oid WHEN 'uuid'::regtype THEN '00000000-0000-0000-0000-000000000001'
      WHEN 'json'::regtype THEN '{}' WHEN 'jsonb'::regtype THEN '{}' WHEN 'bytea'::regtype THEN 'x'
      END END
  FROM pg_type t JOIN pg_type b ON b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
  WHERE t.oid = type_id
$$;

COMMENT ON FUNCTION reeve.migrate_made_up(oid) IS
  'The text of some value of a type, NULL for a type of which none is known.';
