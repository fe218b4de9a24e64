CREATE OR REPLACE FUNCTION reeve.home_restored(is_copy boolean)
RETURNS TABLE(what text, rows bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  touched bigint;
BEGIN
  IF EXISTS (SELECT FROM reeve.home p WHERE p.is_copy) THEN
    RAISE EXCEPTION 'this database was declared a copy and stays one' USING ERRCODE = 'RV010',
      HINT = 'Restore it anew.';
  END IF;
  DELETE FROM reeve.home;
  DELETE FROM reeve.host;
  INSERT INTO reeve.home(system_id, database_id, started_at, is_copy, settled_by)
  SELECT c.system_identifier, reeve.home_database(), pg_postmaster_start_time(),
    home_restored.is_copy, session_user
  FROM pg_control_system() c;
  touched := reeve.member_rebind();
  RETURN QUERY SELECT 'members bound to their roles here', touched WHERE touched > 0;
  -- Workers of the original do not work here.
  UPDATE reeve.worker w SET ended_at = clock_timestamp(), ended_by = 'sweep'
  WHERE w.ended_at IS NULL;
  IF home_restored.is_copy THEN
    UPDATE reeve.outbox o SET state = 'withdrawn' WHERE o.state = 'queued';
    GET DIAGNOSTICS touched = ROW_COUNT;
    RETURN QUERY SELECT 'notices withdrawn', touched;
    UPDATE reeve.cron c SET paused_at = clock_timestamp() WHERE c.paused_at IS NULL;
    GET DIAGNOSTICS touched = ROW_COUNT;
    RETURN QUERY SELECT 'schedules paused', touched;
    RETURN QUERY SELECT 'jobs parked', (SELECT count(*) FROM reeve.job_ready)
      + (SELECT count(*) FROM reeve.job_timer) + (SELECT count(*) FROM reeve.job_run);
  ELSE
    RETURN QUERY SELECT 'notices that will be sent', count(*) FROM reeve.outbox o
      WHERE o.state = 'queued';
    RETURN QUERY SELECT 'jobs that will run', (SELECT count(*) FROM reeve.job_ready)
      + (SELECT count(*) FROM reeve.job_timer) + (SELECT count(*) FROM reeve.job_run);
  END IF;
  PERFORM reeve.command_record(
    CASE WHEN home_restored.is_copy THEN 'restored.copy' ELSE 'restored.live' END, session_user);
END
$$;

COMMENT ON FUNCTION reeve.home_restored(boolean) IS
  'Declares, on the record, the role of a restored database: the live one, in which workers '
  'continue, or a copy for good, whose notices are withdrawn, schedules paused and jobs never run. '
  'Returns how many of each. Runs as the installer. RV010 if it was declared a copy before.';
