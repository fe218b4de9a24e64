CREATE OR REPLACE FUNCTION reeve.cell_clean(app text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Locks of the session outlive even a rollback.
  PERFORM pg_advisory_unlock_all();
  PERFORM reeve.type_clean();
  IF EXISTS (
    SELECT FROM pg_shdepend d
    WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o'
      AND d.refobjid = to_regrole(quote_ident(reeve.app_role('writer', app)))
      AND d.classid <> 'pg_class'::regclass
      AND d.dbid = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database()))
  THEN
    RAISE EXCEPTION 'code of the app % left an object that belongs to its app writer', app
      USING ERRCODE = 'RV006', HINT = 'Look for a hostile trigger in the app.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.cell_clean(text) IS
  'After a cell: releases the session''s advisory locks. Raises RV006 if the app writer owns '
  'more than its cells, such as a large object or default privileges, or a temporary type was '
  'left.';
