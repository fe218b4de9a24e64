CREATE OR REPLACE FUNCTION reeve.migrate_attributes(mapping jsonb, side text, main regclass)
RETURNS TABLE(place int, part text, relation regclass, column_name text, name text, type text,
  type_id oid, is_required boolean, has_default boolean, is_generated boolean, is_list boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT row_number() OVER (ORDER BY p.place, a.attnum)::int, p.part, p.relation, a.attname,
    concat(nullif(p.part, '') || CASE WHEN a.attnum = 0 THEN '' ELSE '.' END, a.attname), a.type,
    a.atttypid, a.attnotnull, a.has_default, a.is_generated, p.is_list AND a.attnum = 0
  FROM reeve.migrate_parts(mapping, side, main) p
  CROSS JOIN LATERAL (
    SELECT f.attnum, f.attname::text, format_type(f.atttypid, f.atttypmod) AS type, f.atttypid,
      f.attnotnull, f.atthasdef OR f.attidentity <> '' AS has_default,
      f.attgenerated <> '' AS is_generated
    FROM pg_attribute f
    WHERE f.attrelid = p.relation AND f.attnum > 0 AND NOT f.attisdropped AND NOT p.is_list
      AND (p.place = 0 OR f.attname <> ALL (p.keys))
    UNION ALL
    -- The part itself: whether it has a row, or all its rows.
    SELECT 0, NULL, t.type, t.type::regtype, TRUE, NOT p.is_list, FALSE
    FROM (SELECT CASE WHEN p.is_list THEN 'jsonb' ELSE 'boolean' END) t(type)
    WHERE p.place > 0) a
$$;

COMMENT ON FUNCTION reeve.migrate_attributes(jsonb, text, regclass) IS
  'Columns of a side of a mapping, as its expressions see them: those of the main table, those '
  'of a part as part.column except its key, and each part itself: whether it has a row, or the '
  'array of its rows. column_name is NULL for the last. NULL: column_name.';
