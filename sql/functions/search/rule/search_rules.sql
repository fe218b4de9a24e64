CREATE OR REPLACE FUNCTION reeve.search_rules(app text DEFAULT NULL)
RETURNS TABLE(
  rule_id bigint, subject text, kind text, words text, value text, added_by text,
  added_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT r.rule_id, c.app || '/' || c.name, r.kind, r.words, r.value, r.added_by, r.added_at
    FROM reeve.search_rule r JOIN reeve.collection c USING (collection_id)
    WHERE c.is_live AND (search_rules.app IS NULL OR c.app = search_rules.app)
    ORDER BY c.app, c.name, r.kind, r.words, r.rule_id;
END
$$;

COMMENT ON FUNCTION reeve.search_rules(text) IS
  'Synonyms, distinct words, stop words, pins and hides of searched collections. Needs viewer.';

GRANT EXECUTE ON FUNCTION reeve.search_rules(text) TO reeve_viewer;
