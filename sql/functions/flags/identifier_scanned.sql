CREATE OR REPLACE FUNCTION reeve.identifier_scanned(c reeve.collection) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF c.identifiers = '{}' THEN
    RAISE EXCEPTION 'the catalog declares no identifiers of %', c.name USING ERRCODE = 'RV003';
  ELSIF NOT EXISTS (
    SELECT FROM reeve.identifier_scan s
    WHERE s.collection_id = c.collection_id AND s.done_at IS NOT NULL) THEN
    RAISE WARNING 'not all of % has been read yet: %', c.name, CASE WHEN EXISTS (
      SELECT FROM reeve.identifier_key k WHERE k.replaced_at IS NULL)
      THEN 'a worker is reading, or should be'
      ELSE 'no worker has a link key' END;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.identifier_scanned(reeve.collection) IS
  'Raises RV003 if the catalog declares no identifiers of a collection; warns while not all of its '
  'rows have been read.';
