CREATE OR REPLACE FUNCTION reeve.job_filter(verb text, filter jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  known text[] := '{kind,queue,state,app,older}';
  states text[] := CASE verb
    WHEN 'cancel' THEN '{available,scheduled,waiting,retryable,running}'::text[]
    WHEN 'retry' THEN '{retryable,discarded}' END;
  fault text;
BEGIN
  fault := CASE
    WHEN states IS NULL THEN 'jobs can be cancelled or retried'
    WHEN jsonb_typeof(filter) IS DISTINCT FROM 'object' OR filter = '{}' THEN
      'a filter needs at least one condition'
    WHEN EXISTS (SELECT FROM jsonb_object_keys(filter) f(key) WHERE f.key <> ALL (known)) THEN
      format('jobs cannot be selected by '
      '%s', (SELECT min(f.key) FROM jsonb_object_keys(filter) f(key)
        WHERE f.key <> ALL (known)))
    WHEN filter ->> 'state' <> ALL (states) THEN
      format('%s jobs cannot be %s', filter ->> 'state',
        CASE verb WHEN 'cancel' THEN 'cancelled' ELSE 'retried' END)
    WHEN NOT EXISTS (SELECT FROM reeve.job_kind k
      WHERE k.name = coalesce(filter ->> 'kind', k.name)) THEN
      format('there is no job kind %s', filter ->> 'kind')
    WHEN NOT EXISTS (SELECT FROM reeve.queue q WHERE q.name = coalesce(filter ->> 'queue', q.name))
      THEN format('there is no queue %s', filter ->> 'queue') END;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'RV001', HINT = CASE
      WHEN filter ->> 'state' <> ALL (states) THEN
        format('One of %s.', array_to_string(states, ' '))
      ELSE format('Conditions are %s.', array_to_string(known, ', ')) END;
  END IF;
  IF filter ? 'older' THEN
    filter := filter - 'older' || jsonb_build_object(
      'before', clock_timestamp() - (filter ->> 'older')::interval);
  END IF;
  RETURN filter;
END
$$;

COMMENT ON FUNCTION reeve.job_filter(text, jsonb) IS
  'A checked filter of jobs: kind, queue, state, app, and before, which the interval older is '
  'converted to. RV001 names the problem.';
