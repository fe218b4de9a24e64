CREATE OR REPLACE FUNCTION reeve.search_paces(days int)
RETURNS TABLE(app text, asked bigint, empty bigint, p50 float8, p99 float8)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
BEGIN
  PERFORM reeve.search_noted();
  RETURN QUERY
    SELECT s.app, max(s.total)::bigint,
      (SELECT coalesce(sum(q.empty), 0)::bigint FROM reeve.search_question q
        WHERE q.app = s.app AND q.day > (clock_timestamp() AT TIME ZONE 'UTC')::date - days),
      (min(power(1.2, s.step)) FILTER (WHERE s.n >= 0.5 * s.total))::float8,
      (min(power(1.2, s.step)) FILTER (WHERE s.n >= 0.99 * s.total))::float8
    FROM (
      SELECT p.app, p.step, sum(sum(p.asked)) OVER (PARTITION BY p.app ORDER BY p.step) AS n,
        sum(sum(p.asked)) OVER (PARTITION BY p.app) AS total
      FROM reeve.search_pace p
      WHERE p.day > (clock_timestamp() AT TIME ZONE 'UTC')::date - days
      GROUP BY p.app, p.step) s
    GROUP BY s.app ORDER BY s.app;
END
$$;

COMMENT ON FUNCTION reeve.search_paces(int) IS
  'How often each app was searched in the last days, how often without a result, and the median '
  'and 99th percentile of the milliseconds taken, exact to a fifth.';

GRANT EXECUTE ON FUNCTION reeve.search_paces(int) TO reeve_viewer, reeve_worker;
