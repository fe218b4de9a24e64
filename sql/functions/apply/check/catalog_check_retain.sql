CREATE OR REPLACE FUNCTION reeve.catalog_check_retain(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  item record;
  statements text[] := '{}';
  paths text[] := '{}';
BEGIN
  FOR item IN
    SELECT format('/collections/%s/retain/%s', e.key, r.place - 1) AS path, e.key AS collection,
      r.body, c.relation, y.type
    FROM jsonb_each(manifest -> 'collections') e
    CROSS JOIN LATERAL jsonb_array_elements(e.value -> 'retain') WITH ORDINALITY r(body, place)
    CROSS JOIN LATERAL (SELECT to_regclass(reeve.catalog_table(manifest, e.key))) c(relation)
    LEFT JOIN LATERAL (
      SELECT format_type(a.atttypid, NULL) FROM pg_attribute a
      WHERE a.attrelid = c.relation AND a.attname = r.body ->> 'column' AND a.attnum > 0
        AND NOT a.attisdropped) y(type) ON TRUE
    ORDER BY e.key, r.place
  LOOP
    IF item.type IS NULL THEN
      RETURN QUERY SELECT item.path || '/column', 'missing',
        format('%s has no column %s', item.relation, item.body ->> 'column');
    ELSIF item.type NOT IN ('timestamp with time zone', 'timestamp without time zone', 'date') THEN
      RETURN QUERY SELECT item.path || '/column', 'type', format(
        'column %s is %s; an age is computed from a date or a time', item.body ->> 'column',
        item.type);
    ELSIF item.body ? 'delete' = item.body ? 'set' THEN
      RETURN QUERY SELECT item.path, 'unused', 'old rows are deleted, or columns of theirs set';
    ELSE
      statements := statements || ARRAY(
        SELECT r.body ->> k.name
        FROM jsonb_array_elements(reeve.catalog_retain(jsonb_set(manifest,
          ARRAY['collections', item.collection, 'retain'], jsonb_build_array(item.body)),
          item.collection)) r(body)
        CROSS JOIN (VALUES ('sweep')) k(name));
      paths := paths || item.path;
    END IF;
  END LOOP;
  RETURN QUERY SELECT paths[t.place], 'expression', t.problem
  FROM reeve.catalog_tries(statements, manifest ->> 'owner') t;
END
$$;

COMMENT ON FUNCTION reeve.catalog_check_retain(jsonb) IS
  'Findings about how long rows are kept.';
