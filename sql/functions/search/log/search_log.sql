CREATE OR REPLACE FUNCTION reeve.search_log(app text, days int)
RETURNS TABLE(query text, asked bigint, empty bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
BEGIN
  PERFORM reeve.search_noted();
  RETURN QUERY
    SELECT s.query, sum(s.asked)::bigint, sum(s.empty)::bigint
    FROM (
      SELECT max(q.query) OVER (PARTITION BY q.app, q.hash) AS query, q.asked, q.empty, q.app,
        q.hash
      FROM reeve.search_question q
      WHERE (search_log.app IS NULL OR q.app = search_log.app)
        AND q.day > (clock_timestamp() AT TIME ZONE 'UTC')::date - search_log.days) s
    GROUP BY s.query
    ORDER BY s.query IS NULL, 2 DESC, s.query;
END
$$;

COMMENT ON FUNCTION reeve.search_log(text, int) IS
  'The searches of the last days, the most frequent first: how often, and how often without a '
  'result. A query is shown if it was asked three times on a day and has no address or number; '
  'the last row, without a query, is all others. NULL: query.';

GRANT EXECUTE ON FUNCTION reeve.search_log(text, int) TO reeve_viewer, reeve_worker;
