-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.migrate_step(copy_id int) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_step.copy_id);
  range reeve.live_copy_range;
  page record;
  began timestamptz := clock_timestamp();
  next text[];
  is_copied boolean;
  is_done boolean;
BEGIN
  -- A crash that loses the commit loses the rows and the position together.
  PERFORM set_config('synchronous_commit', 'off', TRUE);
  IF c.phase <> 'copying' OR c.broken IS NOT NULL THEN
    RETURN FALSE;
  ELSIF c.apply_at <= clock_timestamp() THEN
    c := reeve.migrate_lock(copy_id, ARRAY['copying', 'following', 'live']);
    -- One of the sessions that waited for this turn does the work.
    IF c.phase = 'copying' AND c.apply_at <= clock_timestamp() THEN
      began := clock_timestamp();
      LOOP
        SELECT a.is_done INTO is_done FROM reeve.migrate_apply(copy_id, 5000) a;
        EXIT WHEN is_done OR clock_timestamp() > began + interval '0.5 s';
      END LOOP;
      UPDATE reeve.live_copy l
      SET apply_at = clock_timestamp() + CASE WHEN is_done THEN '5 s' ELSE '0.5 s' END::interval
      WHERE l.copy_id = c.copy_id;
    END IF;
    RETURN c.phase = 'copying';
  END IF;
  -- Nobody applies changes meanwhile: a row read here and then deleted would come back.
  PERFORM reeve.turn_take('copy ' || copy_id, TRUE);
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = migrate_step.copy_id;
  IF c.phase <> 'copying' OR c.broken IS NOT NULL THEN
    RETURN FALSE;
  END IF;
  SELECT * INTO range FROM reeve.live_copy_range r WHERE r.copy_id = c.copy_id
  ORDER BY r.range_id LIMIT 1 FOR UPDATE SKIP LOCKED;
  is_copied := FOUND;
  IF is_copied THEN
    SELECT * INTO page FROM jsonb_to_recordset(reeve.app_call(c.app, format(
      'reeve.cell_migrate_copy(($7)[1], %L, %L)', range.low, range.high), c.statements))
      m(rows bigint, keys text[]);
    IF page.keys IS NOT NULL THEN
      PERFORM reeve.migrate_reject(c.copy_id, page.keys);
    END IF;
  ELSIF c.is_split THEN
    RETURN FALSE;
  END IF;
  -- From here on other sessions wait for this one.
  SELECT * INTO c FROM reeve.live_copy l WHERE l.copy_id = migrate_step.copy_id
  FOR NO KEY UPDATE;
  IF is_copied THEN
    DELETE FROM reeve.live_copy_range r
    WHERE r.copy_id = c.copy_id AND r.range_id = range.range_id;
    c.copied := c.copied + CASE WHEN range.high IS NULL THEN page.rows ELSE range.size END;
    IF range.high IS NOT NULL THEN
      -- Half a second's work.
      c.batch_rows := greatest(100, least(50000, 3 * range.size,
        range.size / greatest(extract(epoch FROM clock_timestamp() - began), 0.001) / 2))::int;
    END IF;
    c.rows_per_second := reeve.migrate_rate(c, range.size);
    c.stepped_at := clock_timestamp();
  END IF;
  IF NOT c.is_split THEN
    SELECT m.high INTO next FROM jsonb_to_recordset(reeve.app_call(c.app, format(
      'reeve.cell_migrate_page(($7)[1], %L, %L, FALSE)', c.last_key, c.batch_rows), c.statements))
      m(high text[]);
    INSERT INTO reeve.live_copy_range(copy_id, low, high, size)
    VALUES (c.copy_id, c.last_key, next, c.batch_rows);
    c.last_key := coalesce(next, c.last_key);
    c.is_split := next IS NULL;
  ELSIF NOT EXISTS (SELECT FROM reeve.live_copy_range r WHERE r.copy_id = c.copy_id) THEN
    c.phase := 'following';
    c.copied_at := clock_timestamp();
  END IF;
  UPDATE reeve.live_copy l
  SET copied = c.copied, batch_rows = c.batch_rows, rows_per_second = c.rows_per_second,
    stepped_at = c.stepped_at, last_key = c.last_key, is_split = c.is_split, phase = c.phase,
    copied_at = c.copied_at
  WHERE l.copy_id = c.copy_id;
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.migrate_step(int) IS
  'A step of copying, which several sessions may take at once: copies a range of rows, half a '
  'second''s work, and adds the next range; or applies changes, for which the others wait. '
  'FALSE: nothing is left for this session.';
