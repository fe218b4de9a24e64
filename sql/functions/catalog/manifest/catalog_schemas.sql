CREATE OR REPLACE FUNCTION reeve.catalog_schemas(manifest jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT array_agg(DISTINCT s.name)
  FROM (
    SELECT manifest ->> 'schema'
    UNION ALL
    SELECT t.value #>> '{}'
    FROM unnest(ARRAY['$.collections.*.schema', '$.collections.*.details.*.schema',
      '$.collections.*.erase.tables[*].schema', '$.collections.*.guards[*].schema',
      '$.collections.*.limits.*.guards[*].schema']::jsonpath[]) p(path)
    CROSS JOIN LATERAL jsonb_path_query(manifest, p.path) t(value)
    WHERE t.value <> 'null') s(name)
$$;

COMMENT ON FUNCTION reeve.catalog_schemas(jsonb) IS
  'Schemas of the tables of a manifest: the app''s and those of single collections.';
