CREATE OR REPLACE FUNCTION reeve.reveal_find(
  ticket bigint, value text, max_rows int, begins boolean DEFAULT FALSE)
RETURNS TABLE(key text, label text, state text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  r reeve.reveal := reeve.reveal_take(ticket, 'find');
BEGIN
  PERFORM reeve.reveal_value(r, reveal_find.value, begins);
  RETURN QUERY
    SELECT h.key, h.label, coalesce(reeve.restriction_text(s), '')
    FROM reeve.app_match(r.collection_id, r.fields[1], reveal_find.value, max_rows, begins) h
    LEFT JOIN reeve.subject s ON s.collection_id = r.collection_id AND s.key = h.key;
END
$$;

COMMENT ON FUNCTION reeve.reveal_find(bigint, text, int, boolean) IS
  'Subjects in which the personal field that a ticket is for has the value that the ticket was '
  'asked with, or begins with it. RV002. NULL: label.';

GRANT EXECUTE ON FUNCTION reeve.reveal_find(bigint, text, int, boolean) TO reeve_viewer;
