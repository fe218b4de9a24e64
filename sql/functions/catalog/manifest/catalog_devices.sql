CREATE OR REPLACE FUNCTION reeve.catalog_devices(manifest jsonb)
RETURNS TABLE(
  path text, collection text, owner text, people text, owner_columns text[], token text,
  platform text, version text, seen text)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('/collections/%s/devices', c.key), c.key, d.owner,
    c.value #>> ARRAY['parents', d.owner, 'collection'],
    reeve.catalog_columns(c.value #> ARRAY['parents', d.owner, 'columns']),
    d.token, d.platform, d.version, d.seen
  FROM jsonb_each(manifest -> 'collections') c
  CROSS JOIN LATERAL jsonb_to_record(c.value -> 'devices')
    d(owner text, token text, platform text, version text, seen text)
  WHERE c.value ? 'devices'
  ORDER BY c.key
$$;

COMMENT ON FUNCTION reeve.catalog_devices(jsonb) IS
  'The collections of a manifest whose rows are devices that get push messages: the parent whose '
  'they are (owner), its collection (people) and columns, and the columns with the token, the '
  'platform, the version of the app and when it was last seen. NULL: people, if there is no such '
  'parent.';
