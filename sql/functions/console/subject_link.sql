CREATE OR REPLACE FUNCTION reeve.subject_link(app text, collection text, key text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
  pattern text;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(subject_link.app, subject_link.collection);
  SELECT p.body ->> 'link' INTO pattern
  FROM reeve.app_part p WHERE p.app = c.app AND p.path = ARRAY['collections', c.name];
  IF pattern IS NULL THEN
    RAISE EXCEPTION 'rows of % have no link', c.name
      USING ERRCODE = 'RV003', HINT = 'The catalog declares one as link of the collection.';
  END IF;
  RETURN reeve.catalog_link(pattern, reeve.subject_key(c, subject_link.key));
END
$$;

COMMENT ON FUNCTION reeve.subject_link(text, text, text) IS
  'The URL of a subject in the app, by the link of its collection, its key percent-encoded. '
  'RV003 if the collection has none; RV004.';

GRANT EXECUTE ON FUNCTION reeve.subject_link(text, text, text) TO reeve_viewer;
