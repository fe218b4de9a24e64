CREATE OR REPLACE FUNCTION reeve.cell_clean(app text, cell text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  cells CONSTANT int := 32;
  writer oid := to_regrole(quote_ident(reeve.app_role('writer', app)));
  id oid := to_regclass(cell);
  owned bigint;
  others bigint;
  has_cell boolean;
  has_settings boolean;
  fault text;
BEGIN
  -- Locks of the session outlive even a rollback.
  PERFORM pg_advisory_unlock_all();
  PERFORM reeve.type_clean();
  IF cell IS NULL THEN
    RETURN;
  END IF;
  -- After every act: one look at an index each.
  SELECT count(*), count(*) FILTER (WHERE d.classid <> 'pg_class'::regclass), bool_or(d.objid = id),
    EXISTS (
      SELECT FROM pg_db_role_setting s
      WHERE s.setdatabase IN (0, max(d.dbid)) AND s.setrole = writer)
  INTO owned, others, has_cell, has_settings
  FROM pg_shdepend d
  WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o' AND d.refobjid = writer
    AND d.dbid = (SELECT b.oid FROM pg_database b WHERE b.datname = current_database());
  fault := CASE
    WHEN others > 0 THEN 'left an object that belongs to its app writer'
    -- All of a role's objects change hands at once, as its code can name none: this cell, too.
    WHEN owned <> cells OR has_cell IS NOT TRUE
      THEN 'gave away its cells, or left a table of its app writer'
    WHEN has_settings THEN 'changed settings of its app writer' END;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION 'code of the app % %', app, fault
      USING ERRCODE = 'RV006', DETAIL = reeve.app_suspects(ARRAY(
        SELECT c.relation FROM reeve.collection c WHERE c.app = cell_clean.app)),
      HINT = 'If every action fails so, it happened before: `reeve catalog apply` mends it.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.cell_clean(text, text) IS
  'After a cell: releases the session''s advisory locks, and raises RV006 if a temporary type was '
  'left. cell: the one in which code of the app ran, NULL if that was rolled back; raises RV006 '
  'also if the app writer no longer owns its cells and nothing else, or has settings of its own.';
