CREATE OR REPLACE FUNCTION reeve.catalog_difference(earlier jsonb, later jsonb)
RETURNS TABLE(part text, name text, before jsonb, after jsonb)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH piece AS (
    SELECT side.later, p.part, e.key AS name, e.value
    FROM (VALUES (FALSE, earlier), (TRUE, later)) side(later, manifest)
    CROSS JOIN unnest(ARRAY[
      'collections', 'stale', 'templates', 'views', 'tasks', 'policies', 'approvals', 'strikes',
      'appeals', 'flags']) p(part)
    CROSS JOIN LATERAL jsonb_each(coalesce(side.manifest -> p.part, '{}')) e
    UNION ALL
    SELECT side.later, 'actions', (a ->> 'verb') || ' ' || (a ->> 'collection'), a
    FROM (VALUES (FALSE, earlier), (TRUE, later)) side(later, manifest)
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(side.manifest -> 'actions', '[]')) a)
  SELECT coalesce(o.part, n.part), coalesce(o.name, n.name), o.value, n.value
  FROM (SELECT * FROM piece WHERE NOT later) o
  FULL JOIN (SELECT * FROM piece WHERE later) n ON n.part = o.part AND n.name = o.name
  WHERE o.value IS DISTINCT FROM n.value
  ORDER BY 1, 2
$$;

COMMENT ON FUNCTION reeve.catalog_difference(jsonb, jsonb) IS
  'Parts of two manifests that differ; before or after is NULL if only one has the part.';
