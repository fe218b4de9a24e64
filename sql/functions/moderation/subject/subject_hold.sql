CREATE OR REPLACE FUNCTION reeve.subject_hold(a reeve.action) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(a.collection_id);
BEGIN
  -- A table that is gone, or that the app no longer opens, must not keep a restriction in force.
  SELECT k.oid, format('%I.%I', n.nspname, k.relname) INTO c.relation, c.table_sql
  FROM pg_class k JOIN pg_namespace n ON n.oid = k.relnamespace WHERE k.oid = c.relation;
  IF FOUND THEN
    -- Of a merge both, in the order of all commands.
    PERFORM reeve.app_hold(c, array_remove(
      ARRAY[a.key, reeve.merge_into(a.collection_id, a.verb, a.name)], NULL));
  END IF;
EXCEPTION WHEN SQLSTATE 'RV006' THEN
  NULL;
END
$$;

COMMENT ON FUNCTION reeve.subject_hold(reeve.action) IS
  'Locks the row that an action is on, before the action itself: every command takes locks in '
  'this order. Does nothing where the app has no such row, or refuses it.';
