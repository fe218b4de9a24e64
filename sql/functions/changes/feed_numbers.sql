CREATE OR REPLACE FUNCTION reeve.feed_numbers(app text)
RETURNS TABLE(number int, collection_id int)
-- Not in SQL, which would be planned at each look at the log.
LANGUAGE plpgsql STABLE ROWS 10 SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    SELECT c.collection_id, c.collection_id
    FROM reeve.feed_rule r JOIN reeve.collection c USING (collection_id)
    WHERE c.app = feed_numbers.app
    UNION ALL
    SELECT -k.rank_id, c.collection_id
    FROM reeve.feed_rule r
    JOIN reeve.collection c USING (collection_id)
    JOIN reeve.rank_rule k USING (collection_id)
    WHERE c.app = feed_numbers.app AND k.is_live;
END
$$;

COMMENT ON FUNCTION reeve.feed_numbers(text) IS
  'The numbers under which the change log holds the changes in an app''s feed, with the collection '
  'of each: of its rows and, with a minus sign, of the points that rank them, such as votes.';
