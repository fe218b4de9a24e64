-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.retain_sweep(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '5s' SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  step reeve.job_step;
  r record;
  at timestamptz := clock_timestamp();
  swept int := 0;
BEGIN
  FOR r IN
    SELECT c.app, l.body ->> 'sweep' AS statement, ARRAY(
        SELECT h.key FROM reeve.hold_cover(c.app) h WHERE h.collection_id = c.collection_id) AS held
    FROM reeve.collection c
    CROSS JOIN LATERAL jsonb_array_elements(c.retain) WITH ORDINALITY l(body, place)
    WHERE c.is_live AND (job.app IS NULL OR c.app = job.app)
    ORDER BY c.collection_id, l.place
  LOOP
    EXIT WHEN swept >= max_rows;
    swept := swept + (
      reeve.cell_enter(r.app, r.statement, r.held, at => at, max_rows => max_rows - swept))::int;
  END LOOP;
  step.done := progress.done + swept;
  step.state := CASE WHEN swept > 0 THEN 'running' ELSE 'completed' END;
  IF swept = 0 AND step.done > 0 THEN
    step.note := format('%s rows had been kept long enough', step.done);
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.retain_sweep(reeve.job, reeve.job_progress, int) IS
  'Step of the kind collection.retain: deletes, or sets columns of, at most max_rows rows that '
  'were kept as long as their catalog says, of one app or of all. Nothing of them is recorded but '
  'how many they were. Rows that a legal hold keeps stay; rows that somebody has locked wait.';
