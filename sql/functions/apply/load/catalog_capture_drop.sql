CREATE OR REPLACE FUNCTION reeve.catalog_capture_drop(routine oid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  m record;
BEGIN
  -- Found by what they call: a partition that was detached since is no longer below the table.
  FOR m IN
    SELECT pg_get_userbyid(r.relowner) AS owner_name,
      format('DROP TRIGGER %I ON %s', g.tgname, g.tgrelid::regclass) AS statement
    FROM pg_trigger g JOIN pg_class r ON r.oid = g.tgrelid
    WHERE g.tgfoid = routine AND g.tgparentid = 0
  LOOP
    PERFORM reeve.role_execute(m.owner_name, ARRAY[m.statement]);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_capture_drop(oid) IS
  'Drops the triggers that call a function, as the owners of their tables.';
