CREATE OR REPLACE FUNCTION reeve.catalog_check_details(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH detail AS (
    SELECT format('/collections/%s/details/%s', c.key, d.key) AS at, d.value AS body,
      reeve.catalog_columns(c.value -> 'key') AS keys,
      to_regclass(reeve.catalog_near(manifest, c.key, d.value)) AS relation
    FROM jsonb_each(manifest -> 'collections') c
    CROSS JOIN LATERAL jsonb_each(c.value -> 'details') d)
  SELECT d.at || x.path, x.code, x.message
  FROM detail d
  CROSS JOIN LATERAL (VALUES
    ('/table', 'missing', format('there is no table %s', d.body ->> 'table'), d.relation IS NULL),
    ('/of', 'key', format('of must name one column for each key column: %s',
      array_to_string(d.keys, ', ')),
      cardinality(reeve.catalog_columns(d.body -> 'of')) <> cardinality(d.keys))
    ) x(path, code, message, is_wrong)
  WHERE x.is_wrong
  UNION ALL
  SELECT format('%s/%s', d.at, n.part), 'missing',
    format('%s has no column %s', d.relation, n.name)
  FROM detail d
  CROSS JOIN LATERAL (
    SELECT p.part, unnest(reeve.catalog_columns(d.body -> p.part)) AS name
    FROM unnest('{of,show,personal,sort,photos}'::text[]) p(part)) n
  WHERE d.relation IS NOT NULL AND (reeve.catalog_types(d.relation, ARRAY[n.name]))[1] IS NULL
  UNION ALL
  SELECT d.at || '/photos', 'missing', format('list %s in show', n.name)
  FROM detail d
  CROSS JOIN LATERAL unnest(reeve.catalog_columns(d.body -> 'photos')) n(name)
  WHERE n.name <> ALL (reeve.catalog_columns(d.body -> 'show'))
$$;

COMMENT ON FUNCTION reeve.catalog_check_details(jsonb) IS
  'Findings about the tables that collections show under their rows.';
