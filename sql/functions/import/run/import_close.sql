CREATE OR REPLACE FUNCTION reeve.import_close(
  import_id int, read bigint, next_offset bigint, next_line bigint, rejected jsonb,
  changes jsonb DEFAULT '{}')
RETURNS reeve.import
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  i reeve.import;
  added bigint;
BEGIN
  INSERT INTO reeve.quarantine(
    import_id, record, line, byte_offset, code, reason, original, is_cut)
  SELECT import_close.import_id, r.record, r.line, r.byte_offset, r.code,
    -- PostgreSQL and the reader quote a refused value after a colon.
    CASE WHEN k.is_kept THEN r.reason ELSE regexp_replace(r.reason, ': ["“].*$', '') END,
    CASE WHEN k.is_kept THEN decode(r.original, 'hex') ELSE '' END, r.is_cut OR NOT k.is_kept
  FROM jsonb_to_recordset(rejected) r(record bigint, line bigint, byte_offset bigint, code text,
    reason text, original text, is_cut boolean)
  CROSS JOIN (
    SELECT coalesce((l.mapping ->> 'originals')::boolean, TRUE) FROM reeve.import l
    WHERE l.import_id = import_close.import_id) k(is_kept);
  GET DIAGNOSTICS added = ROW_COUNT;
  UPDATE reeve.import l
  SET read = l.read + added, quarantined = l.quarantined + added,
    next_offset = import_close.next_offset, next_line = import_close.next_line,
    changes = CASE import_close.changes WHEN '{}' THEN l.changes
      ELSE reeve.import_sum(l.changes, import_close.changes) END
  WHERE l.import_id = import_close.import_id
  RETURNING * INTO i;
  IF i.read IS DISTINCT FROM import_close.read THEN
    RAISE EXCEPTION 'import %: % records were read, % are written or quarantined', import_id,
      import_close.read, i.read USING ERRCODE = 'RV008';
  END IF;
  RETURN i;
END
$$;

COMMENT ON FUNCTION reeve.import_close(int, bigint, bigint, bigint, jsonb, jsonb) IS
  'Last statement of a chunk: quarantines rejected records, without their content if the mapping '
  'says so, adds up the changes that types made, as in reeve.import, and moves the import on. '
  'RV008 unless every record read is written or quarantined. NULL: declared, finished_at, '
  'header.';
