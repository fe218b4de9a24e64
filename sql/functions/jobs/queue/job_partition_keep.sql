CREATE OR REPLACE FUNCTION reeve.job_partition_keep() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
AS $$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  part record;
  made int := 0;
BEGIN
  -- Of two workers at once, one makes them and the other has nothing to do.
  IF NOT reeve.turn_try('job partition') THEN
    RETURN 0;
  END IF;
  PERFORM reeve.event_trigger_require();
  FOR part IN
    SELECT p.parent, p.parent || '_default' AS spare,
      p.parent || to_char(today + n.days, '"_"YYYYMMDD') AS child, today + n.days AS day
    FROM unnest('{job,job_end,job_log}'::text[]) p(parent), generate_series(-1, 7) n(days)
    WHERE to_regclass('reeve.' || p.parent || to_char(today + n.days, '"_"YYYYMMDD')) IS NULL
    ORDER BY day, p.parent
  LOOP
    EXECUTE format(
      'CREATE TABLE reeve.%I (LIKE reeve.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS
        INCLUDING INDEXES INCLUDING STORAGE)', part.child, part.parent);
    EXECUTE format('COMMENT ON TABLE reeve.%I IS %L', part.child,
      format('Rows of reeve.%s of %s.', part.parent, part.day));
    -- The parent first: an insert that has been routed to the default partition already would fail
    -- once the new one is attached; one that waits for the parent is routed afterwards.
    EXECUTE format('LOCK TABLE ONLY reeve.%I, reeve.%I IN ACCESS EXCLUSIVE MODE', part.parent,
      part.spare);
    EXECUTE format(
      'WITH early AS (DELETE FROM reeve.%I WHERE day = $1 RETURNING *)
       INSERT INTO reeve.%I SELECT * FROM early', part.spare, part.child) USING part.day;
    EXECUTE format('ALTER TABLE reeve.%I ATTACH PARTITION reeve.%I FOR VALUES FROM (%L) TO (%L)',
      part.parent, part.child, part.day, part.day + 1);
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

COMMENT ON FUNCTION reeve.job_partition_keep() IS
  'Creates the missing daily partitions from yesterday to a week ahead, moving rows of those '
  'days out of the default ones; returns how many. Fails with 55P03 if a lock takes over 500 ms: '
  'call again.';

GRANT EXECUTE ON FUNCTION reeve.job_partition_keep() TO reeve_worker, reeve_migrator;
