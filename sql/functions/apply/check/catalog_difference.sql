CREATE OR REPLACE FUNCTION reeve.catalog_difference(earlier jsonb, later jsonb)
RETURNS TABLE(part text, name text, before jsonb, after jsonb)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH side AS (
    SELECT x.is_later, x.manifest
    FROM (VALUES (FALSE, earlier), (TRUE, later)) x(is_later, manifest)
  ),
  part AS (
    SELECT ARRAY['collections', 'stale', 'templates', 'views', 'tasks', 'policies', 'approvals',
      'strikes', 'appeals', 'requests', 'flags', 'terms', 'replies', 'statements'] AS names
  ),
  piece AS (
    SELECT side.is_later, p.part, e.key AS name, e.value
    FROM side, part
    CROSS JOIN unnest(part.names) p(part)
    CROSS JOIN LATERAL jsonb_each(coalesce(side.manifest -> p.part, '{}')) e
    UNION ALL
    SELECT side.is_later, 'actions', (a ->> 'verb') || ' ' || (a ->> 'collection'), a
    FROM side CROSS JOIN LATERAL jsonb_array_elements(coalesce(side.manifest -> 'actions', '[]')) a
    UNION ALL
    -- For a new app its parts are enough.
    SELECT side.is_later, 'app', e.key, e.value
    FROM side, part CROSS JOIN LATERAL jsonb_each(side.manifest) e
    WHERE earlier <> '{}' AND e.key <> ALL (part.names || ARRAY['actions', 'jobs']))
  SELECT coalesce(o.part, n.part), coalesce(o.name, n.name), o.value, n.value
  FROM (SELECT * FROM piece WHERE NOT is_later) o
  FULL JOIN (SELECT * FROM piece WHERE is_later) n ON n.part = o.part AND n.name = o.name
  WHERE o.value IS DISTINCT FROM n.value
  ORDER BY 1, 2
$$;

COMMENT ON FUNCTION reeve.catalog_difference(jsonb, jsonb) IS
  'Parts that differ between two manifests, except jobs; app: the app''s own settings, such as its '
  'title. before or after is NULL if only one has the part.';
