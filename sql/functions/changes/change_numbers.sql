CREATE OR REPLACE FUNCTION reeve.change_numbers(app text) RETURNS int[]
-- Not in SQL, which would be planned at each look at the log.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN ARRAY(
    SELECT c.collection_id FROM reeve.collection c WHERE c.app = change_numbers.app
    UNION ALL
    SELECT -j.join_id
    FROM reeve.search_join j JOIN reeve.collection c USING (collection_id)
    WHERE c.app = change_numbers.app
    UNION ALL
    SELECT -r.rank_id
    FROM reeve.rank_rule r JOIN reeve.collection c USING (collection_id)
    WHERE c.app = change_numbers.app
    UNION ALL
    SELECT -l.copy_id FROM reeve.live_copy l
    WHERE l.app = change_numbers.app AND l.ended_at IS NULL);
END
$$;

COMMENT ON FUNCTION reeve.change_numbers(text) IS
  'The numbers under which the change log holds an app''s changes: of its collections and, with a '
  'minus sign, of its joins, ranks and open live copies.';
