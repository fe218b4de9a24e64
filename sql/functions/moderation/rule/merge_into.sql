CREATE OR REPLACE FUNCTION reeve.merge_into(collection_id int, verb text, name text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN CASE WHEN merge_into.name IS NOT NULL AND EXISTS (
    SELECT FROM reeve.catalog_action d
    WHERE d.collection_id = merge_into.collection_id AND d.verb = merge_into.verb
      AND d.kind = 'merge') THEN merge_into.name END;
END
$$;

COMMENT ON FUNCTION reeve.merge_into(int, text, text) IS
  'What effects of a verb bind as $into: the name of a merge, which is the key of the account that '
  'stays; NULL for every other kind.';
