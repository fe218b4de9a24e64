CREATE OR REPLACE FUNCTION reeve.effect_jobs(entries jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT jsonb_agg(jsonb_build_object('job', x.job, 'rows', x.rows, 'way',
    CASE WHEN x.is_reversible THEN 'enqueues' ELSE 'stays' END) ORDER BY x.job)
  FROM (
    SELECT reeve.job_title(e.entry ->> 'job', e.entry -> 'args') AS job,
      e.entry ? 'undo' AS is_reversible, count(*) AS rows
    FROM jsonb_array_elements(entries) e(entry)
    WHERE e.entry ? 'job' GROUP BY 1, 2) x
$$;

COMMENT ON FUNCTION reeve.effect_jobs(jsonb) IS
  'The jobs among what rows of effects ask for, by their titles; way: enqueues, or stays if '
  'nothing reverses it once it has begun. NULL: none.';
