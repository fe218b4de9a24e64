CREATE OR REPLACE FUNCTION reeve.action_lift(
  job reeve.job, progress reeve.job_progress, max_rows int)
RETURNS reeve.job_step
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  step reeve.job_step;
  due reeve.action;
  waiting reeve.approval;
  lifted int := 0;
  patience CONSTANT text := current_setting('lock_timeout');
BEGIN
  step.done := progress.done;
  -- Each lifts whatever is due: of those that run at once, all but one would wait for its rows.
  IF NOT reeve.turn_try('lift') THEN
    step.state := 'scheduled';
    step.wait := '2 s';
    RETURN step;
  END IF;
  FOR due IN
    SELECT a.* FROM reeve.action a
    WHERE a.until <= (SELECT clock_timestamp()) AND a.reversed_by IS NULL AND NOT EXISTS (
      SELECT FROM reeve.unrestored u
      WHERE u.action_id = a.action_id AND u.due_at > (SELECT clock_timestamp()))
    ORDER BY a.until LIMIT max_rows
  LOOP
    lifted := lifted + reeve.action_end(due, 'lift', job.principal);
    -- Their order is not that of the rows: whoever holds some already waits for no other, or there
    -- would be deadlocks, which end sessions of the app.
    PERFORM set_config('lock_timeout', '1ms', TRUE) WHERE lifted > 0;
  END LOOP;
  FOR due IN
    SELECT a.* FROM reeve.action a
    WHERE a.reversed_by IS NOT NULL AND a.action_id IN (
      SELECT u.action_id FROM reeve.unrestored u
      WHERE u.due_at <= (SELECT clock_timestamp()) ORDER BY u.due_at LIMIT max_rows)
  LOOP
    lifted := lifted + reeve.action_end(due, (
      SELECT u.verb FROM reeve.action u WHERE u.action_id = due.reversed_by), job.principal);
    PERFORM set_config('lock_timeout', '1ms', TRUE) WHERE lifted > 0;
  END LOOP;
  PERFORM set_config('lock_timeout', patience, TRUE);
  FOR waiting IN
    UPDATE reeve.approval p SET state = 'lapsed', decided_by = 'system:moderation.lift',
      decided_at = clock_timestamp()
    WHERE p.approval_id = ANY (ARRAY(
      SELECT o.approval_id FROM reeve.approval o
      WHERE o.state = 'proposed' AND o.lapses_at <= (SELECT clock_timestamp())
      ORDER BY o.lapses_at LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING p.*
  LOOP
    PERFORM reeve.command_record('lapse', 'system:moderation.lift', waiting.proposed_by,
      waiting.collection_id, waiting.key,
      detail => jsonb_build_object('approval', waiting.approval_id));
    lifted := lifted + 1;
  END LOOP;
  PERFORM set_config('lock_timeout', '1ms', TRUE) WHERE lifted > 0;
  lifted := lifted + reeve.term_lift(max_rows, job.principal);
  PERFORM set_config('lock_timeout', patience, TRUE);
  lifted := lifted + reeve.term_limit_sweep(clock_timestamp(), max_rows, job.principal);
  -- Cases are updated even if nobody looks at the queue.
  lifted := lifted + reeve.case_intake(max_rows * 20);
  step.done := step.done + lifted;
  step.state := CASE WHEN lifted > 0 THEN 'running' ELSE 'completed' END;
  RETURN step;
END
$$;

COMMENT ON FUNCTION reeve.action_lift(reeve.job, reeve.job_progress, int) IS
  'Step of the kind moderation.lift: records the end of restrictions whose time is over and '
  'undoes their effects, tries again what the app refused, ends proposals that nobody decided, '
  'ends limits of people who have accepted terms and limits those who have not in time, at most '
  'max_rows of each, and puts waiting reports into their cases, at most 20 times as many. '
  'While another one runs, it waits for two seconds and then looks again. The restriction itself '
  'has already ended for readers.';
