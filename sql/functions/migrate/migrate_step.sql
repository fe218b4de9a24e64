CREATE OR REPLACE FUNCTION reeve.migrate_step(copy_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.live_copy := reeve.migrate_lock(copy_id, ARRAY['copying', 'following', 'live']);
  page record;
  began timestamptz := clock_timestamp();
  rate float8;
BEGIN
  IF c.phase <> 'copying' THEN
    RETURN;
  END IF;
  SELECT * INTO page FROM reeve.app_migrate_copy(copy_id, c.last_key, c.batch_rows);
  IF NOT page.is_copied THEN
    PERFORM reeve.migrate_reject(copy_id, page.keys);
  END IF;
  rate := page.rows / greatest(extract(epoch FROM clock_timestamp() - began), 0.001);
  rate := CASE WHEN c.rows_per_second IS NULL THEN rate
    ELSE 0.7 * c.rows_per_second + 0.3 * rate END;
  UPDATE reeve.live_copy l
  SET copied = l.copied + page.rows, last_key = coalesce(page.high, l.last_key),
    -- Half a second's work.
    batch_rows = greatest(100, least(50000, 3 * l.batch_rows, rate / 2))::int,
    rows_per_second = CASE WHEN page.rows < c.batch_rows THEN l.rows_per_second ELSE rate END,
    phase = CASE WHEN page.rows < c.batch_rows THEN 'following' ELSE 'copying' END,
    copied_at = CASE WHEN page.rows < c.batch_rows THEN clock_timestamp() END
  WHERE l.copy_id = c.copy_id;
END
$$;

COMMENT ON FUNCTION reeve.migrate_step(int) IS
  'Copies the next rows, half a second''s work; the place moves on in the same transaction. Does '
  'nothing once all are copied.';
