CREATE OR REPLACE FUNCTION reeve.view_run(app text, name text, key text, args text[])
RETURNS SETOF text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  target text;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT c.name INTO target
  FROM reeve.catalog_view r JOIN reeve.collection c USING (collection_id)
  WHERE r.app = view_run.app AND r.name = view_run.name;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no report % in app %', view_run.name, view_run.app
      USING ERRCODE = 'RV003';
  END IF;
  key := reeve.subject_key(reeve.collection_resolve(view_run.app, target), view_run.key);
  RETURN QUERY SELECT h FROM reeve.app_view(
    view_run.app, view_run.name, view_run.key, view_run.args) h;
END
$$;

COMMENT ON FUNCTION reeve.view_run(text, text, text, text[]) IS
  'Runs a report on one subject; each row is a text[] in the order of the report''s columns. '
  'RV003, RV004, or what the app''s function raises.';

GRANT EXECUTE ON FUNCTION reeve.view_run(text, text, text, text[]) TO reeve_viewer;
