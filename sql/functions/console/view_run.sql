-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.view_run(
  app text, name text, key text, args text[], max_rows int DEFAULT NULL)
RETURNS SETOF text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  v record;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT w.call_sql, c.name AS about INTO v
  FROM reeve.catalog_view w LEFT JOIN reeve.collection c USING (collection_id)
  WHERE w.app = view_run.app AND w.name = view_run.name;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no view % in app %', view_run.name, view_run.app
      USING ERRCODE = 'RV003';
  END IF;
  RETURN QUERY EXECUTE reeve.reader_call(app, 'fields text[]', ARRAY['keys', 'max_rows', 'words'])
  USING v.call_sql, args, max_rows::bigint, CASE WHEN v.about IS NOT NULL THEN
    reeve.subject_key(reeve.collection_resolve(app, v.about), key) END;
END
$$;

COMMENT ON FUNCTION reeve.view_run(text, text, text, text[], int) IS
  'Runs a view on one subject, or on the whole app if it is about none; each row is a text[] in '
  'the order of the view''s columns. max_rows: at most so many; NULL = all. RV003, RV004, or the '
  'error of the app''s function.';

GRANT EXECUTE ON FUNCTION reeve.view_run(text, text, text, text[], int) TO reeve_viewer;
