CREATE OR REPLACE FUNCTION reeve.import_verify_begin(mapping jsonb, file_mark text)
RETURNS reeve.import
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  i reeve.import;
BEGIN
  SELECT l.* INTO i FROM reeve.import l
  WHERE l.app = import_verify_begin.mapping ->> 'app'
    AND l.source = import_verify_begin.mapping ->> 'source'
  ORDER BY l.import_id DESC LIMIT 1;
  IF i.finished_at IS NULL OR i.mapping <> import_verify_begin.mapping
    OR i.file_mark <> import_verify_begin.file_mark
  THEN
    RAISE EXCEPTION 'the last import of % is unfinished, or of another file or mapping',
      import_verify_begin.mapping ->> 'source'
      USING ERRCODE = 'RV004', HINT = 'Run the import first.';
  END IF;
  RETURN i;
END
$$;

COMMENT ON FUNCTION reeve.import_verify_begin(jsonb, text) IS
  'The finished import of this mapping and source, whose rows can be compared. RV004 where '
  'there is none. NULL: declared, finished_at, header.';
