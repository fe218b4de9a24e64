CREATE OR REPLACE FUNCTION reeve.subject_resolve(app text, collection text, key text)
RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN reeve.subject_key(reeve.collection_resolve(app, collection), key);
EXCEPTION WHEN SQLSTATE 'RV004' THEN
  -- The command itself says so, and an act is recorded.
  RETURN key;
END
$$;

COMMENT ON FUNCTION reeve.subject_resolve(text, text, text) IS
  'A key as its row writes it, such as 19 for 019; as typed if no row has it. Needs viewer.';

GRANT EXECUTE ON FUNCTION reeve.subject_resolve(text, text, text) TO reeve_viewer;
