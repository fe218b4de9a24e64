CREATE OR REPLACE FUNCTION reeve.batch_lock(
  b reeve.batch, keys text[],
  OUT free text[], OUT labels text[], OUT busy text[], OUT patience text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- Earlier steps in the same transaction have locked others.
  is_holding constant boolean := b.job_id IS NULL AND b.seen > 0;
BEGIN
  patience := CASE WHEN is_holding OR cardinality(keys) > 1 THEN '1ms'
    ELSE current_setting('lock_timeout') END;
  FOR pass IN 1 .. 2 LOOP
    BEGIN
      SELECT array_agg(l.key), array_agg(coalesce(l.label, l.key)) INTO free, labels
      FROM reeve.app_lock(b.collection_id, keys, TRUE) l;
      busy := '{}';
      IF cardinality(free) IS DISTINCT FROM cardinality(keys) THEN
        busy := ARRAY(
          SELECT k.key FROM reeve.app_known(b.collection_id, keys) k
          EXCEPT SELECT u FROM unnest(free) u);
      END IF;
      EXIT WHEN busy = '{}' OR is_holding OR pass = 2;
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    EXCEPTION WHEN SQLSTATE 'RV900' THEN
      NULL; -- Unlocks all before it waits for one.
    END;
    BEGIN
      PERFORM reeve.app_lock(b.collection_id, busy[:1]);
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    EXCEPTION WHEN SQLSTATE 'RV900' OR lock_not_available OR deadlock_detected THEN
      NULL;
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.batch_lock(reeve.batch, text[]) IS
  'Locks those rows of a step of a batch that nobody else has locked (free, with their labels; '
  'NULL: none) and returns the others that exist (busy). Whoever holds rows and waits for others '
  'causes deadlocks, which end sessions of the app: it waits for one busy row, for lock_timeout '
  'at most, only while it holds none. patience: the lock_timeout with which the caller may then '
  'wait for further rows.';
