CREATE OR REPLACE FUNCTION reeve.migrate_resolve(mapping jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT mapping || jsonb_build_object('relations', jsonb_object_agg(s.side, s.relations))
  FROM (
    SELECT v.side, coalesce(jsonb_object_agg(p.part, p.relation::oid::bigint)
      FILTER (WHERE p.place > 0), '{}') AS relations
    FROM (VALUES ('source'), ('target')) v(side)
    CROSS JOIN LATERAL reeve.migrate_parts(mapping, v.side, NULL) p
    GROUP BY v.side) s
$$;

COMMENT ON FUNCTION reeve.migrate_resolve(jsonb) IS
  'A mapping in which the parts are relations, independent of their future names.';
