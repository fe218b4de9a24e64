CREATE OR REPLACE FUNCTION reeve.migrate_retry(copy_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
BEGIN
  PERFORM reeve.migrate_lock(copy_id, ARRAY['copying', 'following', 'live']);
  PERFORM reeve.migrate_reject(copy_id, r.keys)
  FROM (
    SELECT array_agg(j.key) AS keys FROM reeve.live_copy_reject j
    WHERE j.copy_id = migrate_retry.copy_id) r
  WHERE r.keys IS NOT NULL;
END
$$;

COMMENT ON FUNCTION reeve.migrate_retry(int) IS 'Tries the rows in quarantine again.';
