CREATE OR REPLACE FUNCTION reeve.job_hear(job_id bigint, lease int, lines text[], room bigint)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '10s'
AS $$
DECLARE
  spoken text;
  said jsonb;
  step jsonb;
  mark jsonb;
  present reeve.job_progress;
  texts text[] := '{}';
  levels text[] := '{}';
  kept bigint := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN NULL;
  END IF;
  FOREACH spoken IN ARRAY lines LOOP
    said := NULL;
    IF starts_with(spoken, '{') THEN
      BEGIN
        said := spoken::jsonb;
      EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
        said := NULL;
      END;
    END IF;
    CONTINUE WHEN said = '{}';
    IF said #>> '{progress,done}' ~ '^[0-9]{1,18}$'
      AND coalesce(said #>> '{progress,total}', '0') ~ '^[0-9]{1,18}$'
    THEN
      step := said -> 'progress';
      said := said - 'progress';
    END IF;
    IF said ? 'checkpoint' AND pg_column_size(said -> 'checkpoint') <= 65536 THEN
      mark := said -> 'checkpoint';
      said := said - 'checkpoint';
    END IF;
    CONTINUE WHEN said = '{}';
    IF jsonb_typeof(said -> 'log') = 'string' THEN
      spoken := said ->> 'log';
    END IF;
    spoken := left(spoken, 8000);
    kept := kept + greatest(octet_length(spoken), 100);
    CONTINUE WHEN kept > room;
    texts := array_append(texts, spoken);
    levels := array_append(levels,
      CASE WHEN said ->> 'level' IN ('debug', 'info', 'warning', 'error') THEN said ->> 'level'
        ELSE 'info' END);
  END LOOP;
  INSERT INTO reeve.job_log(job_id, lease, day, line, level)
  SELECT r.job_id, r.lease, r.day, u.line, u.level
  FROM reeve.job_run r
  CROSS JOIN LATERAL unnest(texts, levels) WITH ORDINALITY u(line, level, place)
  WHERE r.job_id = job_hear.job_id AND r.lease = job_hear.lease
  ORDER BY u.place;
  IF step IS NOT NULL OR mark IS NOT NULL THEN
    SELECT * INTO present FROM reeve.job_progress p WHERE p.job_id = job_hear.job_id;
    PERFORM reeve.job_progress_report(job_id, lease,
      CASE WHEN step IS NULL THEN coalesce(present.done, 0) ELSE (step ->> 'done')::bigint END,
      CASE WHEN step IS NULL THEN present.total ELSE (step ->> 'total')::bigint END,
      CASE WHEN step IS NULL THEN present.note ELSE step ->> 'note' END, mark);
  END IF;
  RETURN kept;
END
$$;

COMMENT ON FUNCTION reeve.job_hear(bigint, int, text[], bigint) IS
  'Takes lines that a running command wrote: {"progress": {"done": …, "total": …, "note": …}}, '
  '{"checkpoint": …}, {"log": …, "level": …}; any other is a line of the log. Keeps up to room '
  'bytes of log, each line counted as at least 100; returns the size of the log, NULL if the '
  'attempt is stale. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.job_hear(bigint, int, text[], bigint) TO reeve_worker;
