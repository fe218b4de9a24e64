-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_labels(collection_id int, keys text[])
RETURNS TABLE(key text, label text)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY SELECT f.key, f.label FROM reeve.app_find(collection_id, '', keys,
    cardinality(keys)) f;
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  RAISE WARNING '%', SQLERRM USING HINT = reeve.catalog_remedy();
END
$$;

COMMENT ON FUNCTION reeve.app_labels(int, text[]) IS
  'The labels of rows with these keys, for lists of several collections; none, with a warning, '
  'where a table of the app is gone or cannot be read, so that the others are listed.';
