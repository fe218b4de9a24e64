CREATE OR REPLACE FUNCTION reeve.subject_alike(
  app text, collection text, of_key text, max_rows int)
RETURNS TABLE(
  key text, label text, state text, distance float8, likeness float8, like_key text,
  like_label text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(subject_alike.app, subject_alike.collection);
  IF of_key IS NOT NULL
    AND reeve.app_key(c.collection_id, reeve.subject_key(c, of_key)) IS NULL
  THEN
    RAISE EXCEPTION 'there is no %:%', c.name, of_key USING ERRCODE = 'RV004';
  END IF;
  RETURN QUERY
    SELECT n.key, n.label, coalesce(reeve.restriction_text(s), ''), n.distance, n.likeness,
      c.name || ':' || n.other, n.other_label
    FROM reeve.app_alike(c, of_key, max_rows)
      WITH ORDINALITY n(key, label, other, other_label, distance, likeness, nr)
    LEFT JOIN reeve.subject s ON s.collection_id = c.collection_id AND s.key = n.key
    ORDER BY n.nr;
END
$$;

COMMENT ON FUNCTION reeve.subject_alike(text, text, text, int) IS
  'Rows of a collection that seem to be the same thing as another (like_key, with its collection), '
  'the most alike first, with their restrictions: those like the one with a key or, for NULL, the '
  'later row of every pair. RV001 without `alike` in the catalog, RV002 if positions are personal, '
  'RV004 no such row. NULL: label, like_label.';

GRANT EXECUTE ON FUNCTION reeve.subject_alike(text, text, text, int) TO reeve_viewer;
