CREATE OR REPLACE FUNCTION reeve.view_run(
  app text, name text, key text, args text[], max_rows int DEFAULT NULL)
RETURNS SETOF text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  about text;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT c.name INTO about
  FROM reeve.catalog_view v LEFT JOIN reeve.collection c USING (collection_id)
  WHERE v.app = view_run.app AND v.name = view_run.name;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no view % in app %', view_run.name, view_run.app
      USING ERRCODE = 'RV003';
  END IF;
  RETURN QUERY SELECT v FROM reeve.app_view(
    view_run.app, view_run.name, CASE WHEN about IS NOT NULL THEN
      reeve.subject_key(reeve.collection_resolve(view_run.app, about), view_run.key) END,
    view_run.args, view_run.max_rows) v;
END
$$;

COMMENT ON FUNCTION reeve.view_run(text, text, text, text[], int) IS
  'Runs a view on one subject, or on the whole app if it is about none; each row is a text[] in '
  'the order of the view''s columns. max_rows: at most so many; NULL = all. RV003, RV004, or the '
  'error of the app''s function.';

GRANT EXECUTE ON FUNCTION reeve.view_run(text, text, text, text[], int) TO reeve_viewer;
