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
  held text[];
  at timestamptz := clock_timestamp();
  swept int := 0;
BEGIN
  FOR r IN
    SELECT c.*, l.body ->> 'sweep' AS statement
    FROM reeve.collection c
    CROSS JOIN LATERAL jsonb_array_elements(c.retain) WITH ORDINALITY l(body, place)
    WHERE c.is_live AND (job.app IS NULL OR c.app = job.app)
    ORDER BY c.collection_id, l.place
  LOOP
    EXIT WHEN swept >= max_rows;
    BEGIN
      -- A hold that is being placed waits for this batch, or is seen by it.
      PERFORM reeve.turn_take('hold ' || r.app, TRUE);
      held := ARRAY(
        SELECT h.key FROM reeve.hold_cover(r.app) h WHERE h.collection_id = r.collection_id);
      swept := swept + (
        reeve.cell_enter(r.app, r.statement, held, at => at, max_rows => max_rows - swept))::int;
    EXCEPTION WHEN OTHERS THEN
      step.note := concat_ws('; ', step.note, format('%s/%s: %s', r.app, r.name, SQLERRM));
    END;
  END LOOP;
  step.done := progress.done + swept;
  IF swept > 0 THEN
    step.state := 'running';
    step.note := NULL;
  ELSIF step.note IS NOT NULL THEN
    -- Retried, now that nothing else is left.
    step.state := 'retryable';
  ELSE
    step.state := 'completed';
    IF step.done > 0 THEN
      step.note := format('%s rows had been kept long enough', step.done);
    END IF;
  END IF;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.retain_sweep(reeve.job, reeve.job_progress, int) IS
  'Step of the kind collection.retain: deletes, or sets columns of, at most max_rows rows that '
  'were kept as long as their catalog allows, of one app or of all. Records only their number. '
  'Rows under a legal hold stay; locked rows wait. A collection whose rows cannot be swept does '
  'not stop the others.';
