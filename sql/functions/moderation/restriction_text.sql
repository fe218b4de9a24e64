CREATE OR REPLACE FUNCTION reeve.restriction_text(s reeve.subject) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF (s.hidden_until > statement_timestamp()) IS NOT TRUE THEN
    RETURN '';
  END IF;
  RETURN coalesce((
      SELECT w.word
      FROM unnest(s.hidden_by) h(action_id)
      JOIN reeve.action a USING (action_id)
      JOIN reeve.catalog_action d USING (collection_id, verb)
      JOIN (VALUES ('delete', 'deleted', 1), ('ban', 'banned', 2), ('suspend', 'suspended', 3))
        w(kind, word, place) USING (kind)
      WHERE a.collection_id = s.collection_id AND a.key = s.key
      ORDER BY w.place LIMIT 1), 'hidden')
    || CASE WHEN s.hidden_until = 'infinity' THEN ', no end'
      ELSE ' until ' || reeve.moment_text(s.hidden_until) END;
END
$$;

COMMENT ON FUNCTION reeve.restriction_text(reeve.subject) IS
  'The state of a subject as lists show it: deleted, banned or suspended by an action on it, '
  'else hidden, and until when; empty if nothing restricts it.';
