CREATE OR REPLACE FUNCTION reeve.action_restore(
  r reeve.rule, keys text[], befores jsonb[], afters jsonb[])
RETURNS text[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  written text[];
  one text[];
  i int;
BEGIN
  IF keys IS NULL OR r.columns = '{}' THEN
    RETURN coalesce(keys, '{}');
  END IF;
  BEGIN
    SELECT array_agg(w) INTO written
    FROM reeve.hand_write(r.affected_id, r.columns, keys, befores, afters) w;
    RETURN coalesce(written, '{}');
  EXCEPTION
    WHEN lock_not_available OR deadlock_detected OR query_canceled THEN
      RAISE;
    WHEN OTHERS THEN
      -- The app refuses at least one row (its place is taken): each gets its own chance.
      written := '{}';
  END;
  FOR i IN 1 .. cardinality(keys) LOOP
    BEGIN
      SELECT array_agg(w) INTO one
      FROM reeve.hand_write(r.affected_id, r.columns, keys[i:i], befores[i:i], afters[i:i]) w;
      written := written || one;
    EXCEPTION
      WHEN lock_not_available OR deadlock_detected OR query_canceled THEN
        RAISE;
      WHEN OTHERS THEN
        NULL;  -- It stays out of written, which the caller reports as lost.
    END;
  END LOOP;
  RETURN written;
END
$$;

COMMENT ON FUNCTION reeve.action_restore(reeve.rule, text[], jsonb[], jsonb[]) IS
  'Writes columns back, set-based in a savepoint; where the app refuses, row by row. '
  'Returns the keys that came back.';
