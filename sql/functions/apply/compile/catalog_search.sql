CREATE OR REPLACE FUNCTION reeve.catalog_search(manifest jsonb, collection text) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT nullif(s.search, 'null') || coalesce((
      SELECT jsonb_build_object('joined', jsonb_build_object(
        'sources', jsonb_agg(DISTINCT j.source),
        'from', string_agg(j.from_sql, ' ' ORDER BY array_length(
          string_to_array(j.path, '.'), 1), j.path),
        'fields', (
          SELECT jsonb_object_agg(d.name, format('%I.%I',
            '.' || array_to_string(d.steps[: cardinality(d.steps) - 1], '.'), d.name))
          FROM reeve.catalog_joined(manifest, collection) d)))
      FROM reeve.catalog_joins(manifest, collection) j HAVING count(*) > 0), '{}')
  FROM (SELECT manifest #> ARRAY['collections', collection, 'search']) s(search)
$$;

COMMENT ON FUNCTION reeve.catalog_search(jsonb, text) IS
  'The search declaration of a collection with what is compiled from it: joined, the statement''s '
  'joins with parents and their columns. NULL: result, where it is not searched.';
