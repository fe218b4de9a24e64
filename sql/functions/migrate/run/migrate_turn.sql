CREATE OR REPLACE FUNCTION reeve.migrate_turn(copy_id int) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(copy_id, ARRAY['copying', 'following', 'live']);
  until timestamptz := clock_timestamp() + interval '0.5 s';
  is_done boolean;
BEGIN
  -- One of the sessions that waited for this turn does the work.
  IF c.phase = 'copying' AND c.apply_at <= clock_timestamp() THEN
    LOOP
      SELECT a.is_done INTO is_done FROM reeve.migrate_apply(copy_id, 5000) a;
      EXIT WHEN is_done OR clock_timestamp() > until;
    END LOOP;
    UPDATE reeve.live_copy l
    SET apply_at = clock_timestamp() + CASE WHEN is_done THEN '5 s' ELSE '0.5 s' END::interval
    WHERE l.copy_id = c.copy_id;
  END IF;
  RETURN c.phase = 'copying';
END
$$;

COMMENT ON FUNCTION reeve.migrate_turn(int) IS
  'While rows are copied: waits for sessions that copy and applies changes, at most half a '
  'second''s work, unless another has just done so. FALSE if all rows are copied.';
