CREATE OR REPLACE FUNCTION reeve.restriction_text(s reeve.subject) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection;
  said text;
BEGIN
  IF s.key IS NULL OR s.hidden_by = '{}' THEN
    RETURN '';
  ELSIF s.hidden_until <= statement_timestamp() THEN
    RETURN coalesce((
      SELECT format('still hidden: A%s could not be lifted: %s', u.action_id, u.reason)
      FROM reeve.unrestored u
      WHERE u.collection_id = s.collection_id AND u.key = s.key
      ORDER BY u.action_id LIMIT 1), '');
  END IF;
  said := coalesce(nullif(concat_ws(', ', (
      SELECT format('merged into %s:%s', l.name, m.name)
      FROM reeve.mark m JOIN reeve.collection l USING (collection_id)
      WHERE m.collection_id = s.collection_id AND m.key = s.key AND m.kind = 'merge'), (
      SELECT w.word
      FROM unnest(s.hidden_by) h(action_id)
      JOIN reeve.action a USING (action_id)
      JOIN reeve.catalog_action d USING (collection_id, verb)
      JOIN (VALUES ('delete', 'deleted', 1), ('ban', 'banned', 2), ('suspend', 'suspended', 3))
        w(kind, word, place) USING (kind)
      WHERE a.collection_id = s.collection_id AND a.key = s.key
      ORDER BY w.place LIMIT 1)), ''), 'hidden')
    || CASE WHEN s.hidden_until = 'infinity' THEN ', no end'
      ELSE ' until ' || reeve.moment_text(s.hidden_until) END;
  c := reeve.collection_get(s.collection_id);
  -- The record is compared with the row: the app may have changed its own column.
  IF reeve.collection_hidden(c) IS NOT NULL AND EXISTS (
    SELECT FROM reeve.app_visible(c, ARRAY[s.key]))
  THEN
    said := format('%s, recorded, but %s of the app does not say so', said, c.visible_column);
  END IF;
  RETURN said || coalesce((
    SELECT format('; A%s was undone, and this row not: %s', u.action_id, u.reason)
    FROM reeve.unrestored u
    WHERE u.collection_id = s.collection_id AND u.key = s.key
    ORDER BY u.action_id LIMIT 1), '');
EXCEPTION WHEN SQLSTATE 'RV006' OR syntax_error_or_access_rule_violation THEN
  RETURN said;
END
$$;

COMMENT ON FUNCTION reeve.restriction_text(reeve.subject) IS
  'The state of a subject as lists show it: merged into another account, deleted, banned or '
  'suspended by an action on it, else hidden, and until when; with what the app''s own column '
  'says where it differs, and why the app did not let it end; empty if nothing restricts it.';
