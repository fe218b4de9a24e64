CREATE OR REPLACE FUNCTION reeve.action_restore(
  r reeve.rule, keys text[], befores jsonb[], afters jsonb[])
RETURNS text[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF keys IS NULL OR r.columns = '{}' THEN
    RETURN coalesce(keys, '{}');
  END IF;
  BEGIN
    PERFORM reeve.app_write(r.affected_id, r.columns, keys, befores, afters);
  EXCEPTION WHEN SQLSTATE 'RV006' THEN
    -- The app refuses at least one row (its value is taken by now): try each by itself.
    FOR i IN 1 .. cardinality(keys) LOOP
      BEGIN
        PERFORM reeve.app_write(
          r.affected_id, r.columns, keys[i:i], befores[i:i], afters[i:i]);
      EXCEPTION WHEN SQLSTATE 'RV006' THEN
        NULL;  -- It does not read back, which the caller reports as lost.
      END;
    END LOOP;
  END;
  RETURN ARRAY(SELECT reeve.app_written(r.affected_id, r.columns, keys, befores));
END
$$;

COMMENT ON FUNCTION reeve.action_restore(reeve.rule, text[], jsonb[], jsonb[]) IS
  'Writes columns back, set-based in a savepoint; where the app refuses, row by row. '
  'Returns the keys whose rows are as before.';
