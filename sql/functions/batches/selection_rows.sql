CREATE OR REPLACE FUNCTION reeve.selection_rows(name text, max_rows int)
RETURNS TABLE(key text, label text, state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  s reeve.selection;
  shown text[];
BEGIN
  PERFORM reeve.member_require('viewer');
  s := reeve.selection_of(name);
  shown := s.keys[:coalesce(max_rows, 2000000000)];
  RETURN QUERY
    SELECT u.key, f.label, CASE
      WHEN f.key IS NULL THEN 'gone'
      ELSE coalesce(reeve.restriction_text(h), '') END
    FROM unnest(shown) WITH ORDINALITY u(key, place)
    LEFT JOIN reeve.app_find(s.collection_id, '', shown, 2000000000) f ON f.key = u.key
    LEFT JOIN reeve.subject h ON h.collection_id = s.collection_id AND h.key = u.key
    ORDER BY u.place;
END
$$;

COMMENT ON FUNCTION reeve.selection_rows(text, int) IS
  'The first subjects of a selection in its order, as find shows them; gone: the row no longer '
  'exists. NULL: label.';

GRANT EXECUTE ON FUNCTION reeve.selection_rows(text, int) TO reeve_viewer;
