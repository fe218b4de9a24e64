CREATE OR REPLACE FUNCTION reeve.identifier_key_require(key_id text, app text)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  present text := (SELECT k.key_id FROM reeve.identifier_key k WHERE k.replaced_at IS NULL);
  known reeve.identifier_key;
BEGIN
  IF key_id IS NOT DISTINCT FROM present
    OR key_id IS NULL AND NOT EXISTS (
      SELECT FROM reeve.identifier_scan s JOIN reeve.collection c USING (collection_id)
      WHERE identifier_key_require.app IS NULL OR c.app = identifier_key_require.app)
  THEN
    RETURN;
  END IF;
  SELECT * INTO known FROM reeve.identifier_key k WHERE k.key_id = identifier_key_require.key_id;
  IF known.replaced_at IS NOT NULL THEN
    RAISE EXCEPTION 'link key % was replaced by % at %', key_id, present,
      reeve.moment_text(known.replaced_at) USING ERRCODE = 'RV002',
      HINT = 'Give this worker the file with the new key.';
  ELSIF key_id IS NULL THEN
    RAISE EXCEPTION 'this worker has no link key, but identifiers here use the key %', present
      USING ERRCODE = 'RV002', HINT = 'Give this worker the file with the key.';
  END IF;
  -- Identifiers computed with an earlier key equal none of this one's.
  UPDATE reeve.identifier_key k SET replaced_at = clock_timestamp() WHERE k.replaced_at IS NULL;
  INSERT INTO reeve.identifier_key(key_id) VALUES (identifier_key_require.key_id);
  TRUNCATE reeve.identifier;
  UPDATE reeve.identifier_scan s SET cursor = NULL, done_at = NULL;
END
$$;

COMMENT ON FUNCTION reeve.identifier_key_require(text, text) IS
  'Notes the id of the key that a worker computes identifiers with; a new key has all of them '
  'computed again, and those of erased accounts are lost. RV002 for a replaced key, and for none '
  'if there was one and the app, or any, has identifiers.';
