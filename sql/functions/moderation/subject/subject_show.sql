CREATE OR REPLACE FUNCTION reeve.subject_show(app text, collection text, key text)
RETURNS TABLE(field text, value text, type text, is_masked boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  RETURN QUERY SELECT * FROM reeve.app_show(c.collection_id, key);
  PERFORM reeve.collection_warn(c);
EXCEPTION WHEN data_exception OR check_violation OR not_null_violation THEN
  -- Raises for a text that cannot be a key.
  PERFORM reeve.subject_key(c, key);
  RAISE;
END
$$;

COMMENT ON FUNCTION reeve.subject_show(text, text, text) IS
  'The shown fields of one subject in catalog order, as text with their SQL type, personal ones '
  'masked; no row if there is no such subject. NULL: value.';

GRANT EXECUTE ON FUNCTION reeve.subject_show(text, text, text) TO reeve_viewer;
