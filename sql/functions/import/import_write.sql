CREATE OR REPLACE FUNCTION reeve.import_write(import_id int)
RETURNS TABLE(record bigint, code text, reason text)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  w record;
BEGIN
  PERFORM reeve.hand_assert();
  FOR w IN SELECT * FROM reeve.hand_import(import_id) LOOP
    IF w.code IS NULL THEN
      UPDATE reeve.import i
      SET inserted = i.inserted + w.inserted, changed = i.changed + w.changed,
        same = i.same + w.same, read = i.read + w.inserted + w.changed + w.same
      WHERE i.import_id = import_write.import_id;
    ELSE
      record := w.record;
      code := w.code;
      reason := w.reason;
      RETURN NEXT;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.import_write(int) IS
  'Writes the staged rows and counts them; returns those that the database refused, and why.';
