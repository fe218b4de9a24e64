-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.migrate_after(copy_id int, is_skipped boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  entry jsonb := (SELECT c.unvalidated -> 0 FROM reeve.live_copy c
    WHERE c.copy_id = migrate_after.copy_id);
BEGIN
  IF NOT is_skipped THEN
    PERFORM reeve.role_execute(entry ->> 'role', CASE WHEN entry ? 'relation'
      THEN reeve.migrate_anew((entry ->> 'relation')::oid::regclass, entry ->> 'definition',
        entry ->> 'step')
      ELSE ARRAY[entry ->> 'statement'] END);
  END IF;
  -- Only now, so that nothing waits while a materialized view is filled.
  UPDATE reeve.live_copy c
  SET unvalidated = c.unvalidated - 0,
    dependents = CASE WHEN c.dependents ? (entry ->> 'object')
      THEN jsonb_set(c.dependents, ARRAY[entry ->> 'object', 'now'], to_jsonb(
        reeve.migrate_definition((entry ->> 'class_id')::oid, CASE (entry ->> 'class_id')::oid
          WHEN 'pg_class'::regclass THEN to_regclass(entry ->> 'name')::oid
          ELSE (entry ->> 'object_id')::oid END))) ELSE c.dependents END
  WHERE c.copy_id = migrate_after.copy_id AND c.unvalidated -> 0 = entry;
  IF NOT FOUND AND entry IS NOT NULL THEN
    RAISE EXCEPTION 'another session did this meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.migrate_after(int, boolean) IS
  'Runs the first of the steps that a cutover or rollback left for later, and removes it. '
  'is_skipped: without running it.';
