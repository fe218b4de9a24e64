CREATE OR REPLACE FUNCTION reeve.subject_status(
  app text, collection text, key text,
  OUT label text, OUT version bigint, OUT is_hidden boolean, OUT hidden_until timestamptz,
  OUT actions bigint[], OUT state text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
BEGIN
  PERFORM reeve.member_require('viewer');
  c := reeve.collection_resolve(app, collection);
  key := reeve.subject_key(c, key);
  SELECT f.label, coalesce(s.version, 0), coalesce(s.hidden_until > statement_timestamp(), FALSE),
    s.hidden_until, coalesce(s.hidden_by, '{}'), coalesce(reeve.restriction_text(s), '')
  INTO label, version, is_hidden, hidden_until, actions, state
  FROM reeve.app_find(c.collection_id, '', ARRAY[subject_status.key], 1) f
  LEFT JOIN reeve.subject s
    ON s.collection_id = c.collection_id AND s.key = subject_status.key;
END
$$;

COMMENT ON FUNCTION reeve.subject_status(text, text, text) IS
  'Label, version and restriction of a subject, with its state as in lists; label is NULL if '
  'there is no such row. NULL: label, version, is_hidden, hidden_until, actions, state.';

GRANT EXECUTE ON FUNCTION reeve.subject_status(text, text, text) TO reeve_viewer;
