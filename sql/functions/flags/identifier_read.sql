CREATE OR REPLACE FUNCTION reeve.identifier_read(
  job_id bigint, lease int, key_id text, max_rows int)
RETURNS TABLE(collection_id int, key text, kind text, value text, is_verified boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  app_name text := reeve.job_app(job_id);
  s reeve.identifier_scan;
  batch text[];
BEGIN
  IF key_id IS NULL OR NOT reeve.job_is_live(job_id, lease) THEN
    RETURN;
  END IF;
  -- One at a time, as for the log.
  PERFORM FROM reeve.change_reader r
  WHERE r.name = 'flags' AND (app_name IS NULL OR r.app = app_name) ORDER BY r.app FOR UPDATE;
  PERFORM reeve.identifier_key_require(key_id, app_name);
  FOR s IN
    SELECT x.* FROM reeve.identifier_scan x JOIN reeve.collection c USING (collection_id)
    WHERE x.done_at IS NULL AND (app_name IS NULL OR c.app = app_name) ORDER BY 1
  LOOP
    BEGIN
      batch := ARRAY(SELECT reeve.app_keys(s.collection_id, s.cursor, max_rows));
      UPDATE reeve.identifier_scan x SET cursor = batch[cardinality(batch)], failed_at = NULL,
        done_at = CASE WHEN batch = '{}' THEN clock_timestamp() END
      WHERE x.collection_id = s.collection_id;
      PERFORM reeve.change_park('identifiers', s.collection_id, NULL);
      CONTINUE WHEN batch = '{}';
      RETURN QUERY
        SELECT s.collection_id, h.key, h.kind, h.value, h.is_verified
        FROM reeve.app_identifiers(s.collection_id, batch) h;
      RETURN;
    EXCEPTION WHEN OTHERS THEN
      UPDATE reeve.identifier_scan x SET failed_at = clock_timestamp()
      WHERE x.collection_id = s.collection_id;
      PERFORM reeve.change_park('identifiers', s.collection_id, SQLERRM);
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.identifier_read(bigint, int, text, int) IS
  'The next rows of a collection of the job''s app that is being read as a whole, because its '
  'identifiers or the key are new, in the form of flag_read; call it until it returns nothing. '
  'Needs no change log. A collection that cannot be read stops no other. NULL: kind, value, '
  'is_verified.';

GRANT EXECUTE ON FUNCTION reeve.identifier_read(bigint, int, text, int) TO reeve_worker;
