CREATE OR REPLACE FUNCTION reeve.search_meter(collection_id int, login name) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
RETURN format('search_meter_%s_%s', collection_id, coalesce(left(md5(login), 16), 'others'));

COMMENT ON FUNCTION reeve.search_meter(int, name) IS
  'The sequence that counts the searches of a login in a collection, or with NULL of all that '
  'could not search it when the catalog was applied.';
