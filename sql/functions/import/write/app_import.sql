-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_import(
  import_id int, is_halved boolean, is_beside boolean DEFAULT FALSE)
RETURNS TABLE(inserted bigint, changed bigint, same bigint, ids bigint[], record bigint, code text,
  reason text, changes jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  i reeve.import := (
    SELECT l FROM reeve.import l WHERE l.import_id = app_import.import_id);
  refusal text := (SELECT f.message FROM reeve.import_consent(i.mapping) f LIMIT 1);
BEGIN
  IF refusal IS NOT NULL THEN
    RAISE EXCEPTION '%', refusal USING ERRCODE = 'RV008';
  END IF;
  RETURN QUERY
    SELECT r.* FROM jsonb_to_recordset(reeve.app_call(i.app,
      format('reeve.cell_import(($7)[1], %L)', is_halved),
      CASE WHEN is_beside THEN i.statements -> 'beside' ELSE i.statements - 'beside' END
        || jsonb_build_object('is_fresh', i.is_fresh, 'existing', i.existing)))
      r(inserted bigint, changed bigint, same bigint, ids bigint[], record bigint, code text,
        reason text, changes jsonb);
END
$$;

COMMENT ON FUNCTION reeve.app_import(int, boolean, boolean) IS
  'Writes an import''s staged rows in a cell, as in reeve.cell_import; with is_beside those '
  'waiting in the tables of the next chunk. RV008 if a person has withdrawn a consent that the '
  'catalog requires.';
