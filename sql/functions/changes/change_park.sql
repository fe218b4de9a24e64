CREATE OR REPLACE FUNCTION reeve.change_park(reader text, collection_id int, cause text)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF cause IS NULL THEN
    DELETE FROM reeve.change_fault f
    WHERE f.reader = change_park.reader AND f.collection_id = change_park.collection_id;
    RETURN;
  END IF;
  INSERT INTO reeve.change_fault AS f(reader, collection_id, cause)
  VALUES (change_park.reader, change_park.collection_id, left(change_park.cause, 1000))
  ON CONFLICT ON CONSTRAINT change_fault_pkey DO UPDATE
    SET failed_at = EXCLUDED.failed_at, cause = EXCLUDED.cause;
END
$$;

COMMENT ON FUNCTION reeve.change_park(text, int, text) IS
  'Records why a reader of the change log cannot read a collection, which it skips until it tries '
  'again, so that the others go on; cause NULL: it reads the collection again.';
