CREATE OR REPLACE FUNCTION reeve.term_page(
  v reeve.term_version, t reeve.term, after text, max_rows int,
  OUT pending text[], OUT last text, OUT seen int)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  ids int[] := ARRAY(
    SELECT o.term_id FROM reeve.term_version o
    WHERE o.app = v.app AND o.kind = v.kind AND o.effective_on >= v.effective_on);
  merged text[] := ARRAY(
    SELECT DISTINCT m.name FROM reeve.mark m
    WHERE m.kind = 'merge' AND m.collection_id = t.collection_id);
  keys text[] := ARRAY(SELECT reeve.app_keys(t.collection_id, after, max_rows));
BEGIN
  seen := coalesce(cardinality(keys), 0);
  last := keys[seen];
  pending := ARRAY(
    SELECT k.key
    FROM unnest(keys) WITH ORDINALITY k(key, place)
    WHERE NOT EXISTS (
        SELECT FROM reeve.acceptance a
        WHERE a.collection_id = t.collection_id AND a.key = k.key AND a.term_id = ANY (ids))
      AND NOT (k.key = ANY (merged) AND reeve.term_covered(t.collection_id, k.key, ids))
      AND NOT EXISTS (
        SELECT FROM reeve.forgotten f WHERE f.collection_id = t.collection_id AND f.key = k.key)
    ORDER BY k.place);
END
$$;

COMMENT ON FUNCTION reeve.term_page(reeve.term_version, reeve.term, text, int) IS
  'Of the next people after a key (NULL: from the first), in the order of the key, those who have '
  'accepted neither a version nor a later one; last: the key to continue after, NULL at the end; '
  'seen: how many people it looked at. Erased people are left out, and who has accepted by an '
  'account that was merged into theirs.';
