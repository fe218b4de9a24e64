CREATE OR REPLACE FUNCTION reeve.search_beside(collection_id int, names jsonb) RETURNS int[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  place int;
  found int[];
BEGIN
  SELECT min(n.place) FILTER (WHERE o.collection_id IS NULL), array_agg(DISTINCT o.collection_id)
  INTO place, found
  FROM reeve.collection c
  JOIN reeve.app a USING (app)
  CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(names, '[]')) WITH ORDINALITY
    n(name, place)
  LEFT JOIN reeve.collection o ON o.app = c.app AND o.name = n.name AND o.is_live
    AND (o.search -> 'public')::boolean
    AND EXISTS (
      SELECT FROM pg_proc p
      WHERE p.oid = to_regprocedure(format('%I.%I(text, jsonb)', a.schema_name, 'find_' || o.name))
        AND NOT EXISTS (
          SELECT FROM pg_proc s
          CROSS JOIN LATERAL aclexplode(coalesce(s.proacl, acldefault('f', s.proowner))) l
          WHERE s.oid = to_regprocedure(format('%I.%I(text, jsonb)', a.schema_name,
            'find_' || c.name))
            AND (l.grantee, l.privilege_type) NOT IN (
              SELECT r.grantee, r.privilege_type
              FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) r)))
  WHERE c.collection_id = search_beside.collection_id;
  IF place IS NOT NULL THEN
    RAISE EXCEPTION 'options.in[%] is no collection that is searched beside this one', place - 1
      USING ERRCODE = 'RV001';
  END IF;
  RETURN ARRAY(
    SELECT DISTINCT u FROM unnest(search_beside.collection_id || found) u ORDER BY u);
END
$$;

COMMENT ON FUNCTION reeve.search_beside(int, jsonb) IS
  'A publicly searched collection and others of its app, by names: those that everybody may search '
  'who may search this one. RV001, with the path, for any other.';
