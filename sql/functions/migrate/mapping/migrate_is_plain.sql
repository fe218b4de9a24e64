CREATE OR REPLACE FUNCTION reeve.migrate_is_plain(mapping jsonb, source regclass, target regclass)
RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH m AS MATERIALIZED (SELECT * FROM reeve.migrate_columns(mapping, source, target))
  SELECT NOT EXISTS (SELECT FROM reeve.migrate_parts(mapping, 'source', source) p WHERE p.place > 0)
    AND NOT EXISTS (SELECT FROM reeve.migrate_parts(mapping, 'target', target) p WHERE p.place > 0)
    AND NOT (SELECT r.relrowsecurity FROM pg_class r WHERE r.oid = source)
    AND NOT EXISTS (
      SELECT FROM m b
      WHERE b.is_back AND b.value_sql IS NOT NULL AND NOT b.is_generated AND NOT b.is_plain)
    -- A view over a column GENERATED ALWAYS refuses values that a column BY DEFAULT took.
    AND NOT EXISTS (
      SELECT FROM m f
      JOIN pg_attribute t ON t.attrelid = target AND t.attname = f.name AND t.attidentity = 'a'
      JOIN pg_attribute s ON s.attrelid = source AND s.attname = f.origin AND s.attidentity <> 'a'
      WHERE NOT f.is_back)
    -- Every column of the target has one column of its own in the source to write to.
    AND NOT EXISTS (
      SELECT FROM m f
      WHERE NOT f.is_back AND NOT EXISTS (
        SELECT FROM m b
        WHERE b.is_back AND b.name = f.origin AND NOT b.is_generated AND f.is_plain
          AND b.value_sql = 't.' || quote_ident(f.name)))
$$;

COMMENT ON FUNCTION reeve.migrate_is_plain(jsonb, regclass, regclass) IS
  'Whether a mapping only renames, neither side has parts, the source has no row security and '
  'the target takes the values that it took: then the database itself writes through the view of '
  'the old name, otherwise its triggers do.';
