CREATE OR REPLACE FUNCTION reeve.action_lift(job_id bigint, lease int, max_rows int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '500ms' SET jit = off SET work_mem = '64MB'
AS $$
#variable_conflict use_column
DECLARE
  due reeve.action;
  waiting reeve.approval;
  lifted int := 0;
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  FOR due IN
    SELECT a.* FROM reeve.action a
    WHERE a.until <= (SELECT clock_timestamp()) AND a.reversed_by IS NULL
    ORDER BY a.until LIMIT max_rows
  LOOP
    BEGIN
      PERFORM reeve.hand_lock(due.collection_id, ARRAY[due.key]);
      PERFORM FROM reeve.action a
      WHERE a.action_id = due.action_id AND a.reversed_by IS NULL FOR NO KEY UPDATE SKIP LOCKED;
      CONTINUE WHEN NOT FOUND;
      PERFORM reeve.action_reverse(ARRAY[due.action_id], 'lift', 'system:moderation.lift',
        reeve.job_principal(job_id), NULL);
      lifted := lifted + 1;
    EXCEPTION WHEN SQLSTATE 'RV006' THEN
      NULL;  -- One app does not keep the others' from ending; it is tried again each time.
    END;
  END LOOP;
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
  -- Cases are brought up to date as well where nobody looks at the queue.
  RETURN lifted + reeve.case_intake(max_rows * 20);
END
$$;

COMMENT ON FUNCTION reeve.action_lift(bigint, int, int) IS
  'Writes the ending of restrictions whose time has passed and undoes their effects, and of '
  'proposals that nobody decided, at most max_rows of each, and puts reports that wait into their '
  'cases, at most 20 times as many; returns how many. The restriction itself ended on read. 0 when '
  'the lease is stale.';

GRANT EXECUTE ON FUNCTION reeve.action_lift(bigint, int, int) TO reeve_worker;
