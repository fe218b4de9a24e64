CREATE OR REPLACE FUNCTION reeve.search_proposals(app text DEFAULT NULL)
RETURNS TABLE(subject text, words text, value text, times bigint, day date)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  PERFORM reeve.search_noted();
  RETURN QUERY
    SELECT c.app || '/' || c.name, p.words, p.value, p.times, p.day
    FROM reeve.search_reworded p JOIN reeve.collection c USING (collection_id)
    WHERE c.is_live AND p.words IS NOT NULL AND p.day > CURRENT_DATE - 30
      AND (search_proposals.app IS NULL OR c.app = search_proposals.app)
      AND NOT EXISTS (
        SELECT FROM reeve.search_rule r
        WHERE r.collection_id = p.collection_id AND (r.kind, r.words, r.value) IN (
          ('synonym', p.words, p.value), ('distinct', p.words, p.value),
          ('distinct', p.value, p.words)))
    ORDER BY p.times DESC, c.app, c.name, p.words, p.value LIMIT 200;
END
$$;

COMMENT ON FUNCTION reeve.search_proposals(text) IS
  'Synonyms that people''s searches suggest: words that at least three replaced by others before '
  'they opened a row, unless a rule says that they are synonyms, or distinct. '
  'reeve.search_rule_add makes one a rule. Needs viewer.';

GRANT EXECUTE ON FUNCTION reeve.search_proposals(text) TO reeve_viewer;
