CREATE OR REPLACE FUNCTION reeve.identifier_forget(collection_id int, key text) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  gone int;
BEGIN
  UPDATE reeve.identifier i SET is_current = FALSE
  WHERE i.collection_id = identifier_forget.collection_id AND i.key = identifier_forget.key
    AND i.is_current;
  IF reeve.identifier_barred(identifier_forget.collection_id, identifier_forget.key) IS NOT NULL
  THEN
    RETURN 0;
  END IF;
  DELETE FROM reeve.identifier i
  WHERE i.collection_id = identifier_forget.collection_id AND i.key = identifier_forget.key;
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END
$$;

COMMENT ON FUNCTION reeve.identifier_forget(int, text) IS
  'Deletes the identifiers of a subject that is gone or erased; they stay while it is barred, so '
  'that nobody registers again with the same ones. Returns how many were deleted.';
