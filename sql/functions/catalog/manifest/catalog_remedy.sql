CREATE OR REPLACE FUNCTION reeve.catalog_remedy() RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT '`reeve catalog check` names all that no longer fits; `reeve adopt --write` drafts the '
    'catalog anew.'
$$;

COMMENT ON FUNCTION reeve.catalog_remedy() IS
  'Returns the hint for a catalog that no longer fits the database.';
