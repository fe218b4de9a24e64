CREATE OR REPLACE FUNCTION reeve.term_covered(collection_id int, key text, term_ids int[])
RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Hardly anybody has another account.
  RETURN EXISTS (
      SELECT FROM reeve.mark m
      WHERE m.kind = 'merge' AND m.name = term_covered.key
        AND m.collection_id = term_covered.collection_id)
    AND EXISTS (
      SELECT FROM reeve.account_keys(term_covered.collection_id, ARRAY[term_covered.key]) o
      JOIN reeve.acceptance a
        ON a.collection_id = term_covered.collection_id AND a.key = o.account
      WHERE a.term_id = ANY (term_ids));
END
$$;

COMMENT ON FUNCTION reeve.term_covered(int, text, int[]) IS
  'Whether a person has accepted one of these versions by an account that was merged into theirs, '
  'while the merge stands.';
