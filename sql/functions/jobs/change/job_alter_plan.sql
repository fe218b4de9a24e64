CREATE OR REPLACE FUNCTION reeve.job_alter_plan(verb text, filter jsonb)
RETURNS TABLE(kind text, queue text, state text, jobs bigint, oldest_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.kind, m.queue, m.state, count(*), min(m.asked_at)
    FROM reeve.job_match(verb, reeve.job_filter(verb, filter), 9223372036854775807) m
    GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3;
END
$$;

COMMENT ON FUNCTION reeve.job_alter_plan(text, jsonb) IS
  'How many jobs that match a filter can be cancelled or retried, and the filter in the form of '
  'reeve.job_filter.';

GRANT EXECUTE ON FUNCTION reeve.job_alter_plan(text, jsonb) TO reeve_viewer;
