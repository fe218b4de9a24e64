CREATE OR REPLACE FUNCTION reeve.import_manifest(import_id int)
RETURNS TABLE(source text, file text, constants jsonb, manifest jsonb)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT i.source, i.file, coalesce(i.mapping -> 'set', '{}'),
    h.head || CASE WHEN i.mapping ? 'match'
      THEN jsonb_build_object('collections',
        jsonb_build_array(i.mapping - '{app,format,source,set,schema}'::text[]))
      ELSE i.mapping - '{app,format,source,set}'::text[] END
  FROM reeve.import i
  CROSS JOIN LATERAL (SELECT
    -- The name of an import is that of the file, then its constants, then the collection.
    CASE WHEN i.mapping ? 'match' THEN left(i.source, -length(i.mapping ->> 'match') - 1)
      ELSE i.source END) n(name)
  CROSS JOIN LATERAL (SELECT jsonb_build_object('app', i.app, 'format', i.mapping -> 'format',
    'source', CASE WHEN i.mapping ? 'set' THEN split_part(n.name, '[', 1) ELSE n.name END)
    || jsonb_strip_nulls(jsonb_build_object('schema', i.mapping -> 'schema'))) h(head)
  WHERE i.import_id = import_manifest.import_id
$$;

COMMENT ON FUNCTION reeve.import_manifest(int) IS
  'The mapping of an import, as a manifest without its constants, and the file.';
