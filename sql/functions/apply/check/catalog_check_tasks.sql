CREATE OR REPLACE FUNCTION reeve.catalog_check_tasks(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT '/tasks/' || t.name || '/function', f.code, f.message
  FROM reeve.catalog_tasks(manifest) t
  CROSS JOIN LATERAL (VALUES
    ('missing', CASE WHEN t.routine IS NULL THEN format('there is no function %s.%s(integer%s)',
      manifest ->> 'schema', t.spec ->> 'function',
      (SELECT string_agg(format(', %s text', a), '') FROM unnest(t.arguments) a)) END),
    ('type', CASE WHEN t.routine IS NOT NULL AND t.call_sql IS NULL THEN format(
      '%s returns neither a whole number nor the columns done and remaining', t.signature) END),
    ('rights', reeve.catalog_routine_fault(t.routine, t.signature, manifest ->> 'owner'))
  ) f(code, message)
  WHERE f.message IS NOT NULL
  UNION ALL
  SELECT '/jobs/' || replace(replace(j.key, '~', '~0'), '/', '~1') || '/args', 'missing',
    format('there is no task %s', coalesce(j.value #>> '{args,task}', 'named by args.task'))
  FROM jsonb_each(coalesce(manifest -> 'jobs', '{}')) j
  WHERE j.value ->> 'kind' = 'sql'
    AND (manifest -> 'tasks' ? (j.value #>> '{args,task}')) IS NOT TRUE
$$;

COMMENT ON FUNCTION reeve.catalog_check_tasks(jsonb) IS
  'Findings about the functions of tasks, and about scheduled jobs that name a task.';
