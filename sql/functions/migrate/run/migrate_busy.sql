CREATE OR REPLACE FUNCTION reeve.migrate_busy(copy_id int) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  c reeve.live_copy := (SELECT l FROM reeve.live_copy l WHERE l.copy_id = migrate_busy.copy_id);
  now_at timestamptz := clock_timestamp();
  place pg_lsn := CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_current_wal_insert_lsn() END;
  rate float8 := (place - c.wal_place)
    / greatest(extract(epoch FROM now_at - c.wal_at), 0.001);
BEGIN
  IF c.paused_at IS NOT NULL THEN
    RETURN format('paused by %s', c.paused_by);
  END IF;
  IF reeve.migrate_waits(c.source) THEN
    RETURN 'a command waits for locks on its tables';
  END IF;
  IF c.pace ? 'max_wal' AND c.wal_at IS NULL OR c.wal_at < now_at - interval '1 second' THEN
    UPDATE reeve.live_copy l SET wal_place = place, wal_at = now_at
    WHERE l.copy_id = c.copy_id;
  END IF;
  RETURN coalesce(reeve.pace_reason(c.pace), CASE
    WHEN c.wal_at < now_at - interval '0.2 seconds' AND rate > (c.pace ->> 'max_wal')::float8
      THEN format('%s of WAL are written per second', pg_size_pretty(rate::bigint)) END);
END
$$;

COMMENT ON FUNCTION reeve.migrate_busy(int) IS
  'Why a copy should wait now: it is paused, a cutover waits for locks, or something exceeds its '
  'pace (reeve.pace_reason, and WAL); NULL = it need not. NULL: result.';
