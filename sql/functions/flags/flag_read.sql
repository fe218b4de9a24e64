CREATE OR REPLACE FUNCTION reeve.flag_read(job_id bigint, lease int, key_id text, max int)
RETURNS TABLE(collection_id int, key text, kind text, value text, is_verified boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  app_name text := reeve.job_app(job_id);
  c record;
  h record;
  there text[];
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN;
  END IF;
  PERFORM FROM reeve.change_reader r
  WHERE r.name = 'flags' AND (app_name IS NULL OR r.app = app_name) ORDER BY r.app FOR UPDATE;
  IF NOT FOUND THEN
    RETURN; -- Nothing is declared.
  END IF;
  PERFORM reeve.identifier_key_require(key_id, app_name);
  FOR c IN
    SELECT l.*, array_remove(b.keys, NULL) AS keys,
      array_position(b.keys, NULL) IS NOT NULL AS is_truncated
    FROM reeve.change_reader r
    CROSS JOIN LATERAL reeve.change_read(r, flag_read.max) b
    JOIN reeve.collection l ON l.collection_id = b.collection_id AND l.is_live
    WHERE r.name = 'flags' AND (app_name IS NULL OR r.app = app_name)
  LOOP
    IF c.identifiers = '{}' THEN
      RETURN QUERY SELECT c.collection_id, k, NULL::text, NULL::text, FALSE FROM unnest(c.keys) k;
      CONTINUE;
    END IF;
    there := '{}';
    BEGIN
      IF c.is_truncated THEN
        PERFORM reeve.identifier_forget(c.collection_id, i.key)
        FROM (SELECT DISTINCT o.key FROM reeve.identifier o
          WHERE o.collection_id = c.collection_id) i
        WHERE reeve.app_key(c.collection_id, i.key) IS NULL;
      END IF;
      FOR h IN SELECT * FROM reeve.app_identifiers(c.collection_id, c.keys) LOOP
        there := there || h.key;
        collection_id := c.collection_id;
        key := h.key;
        kind := CASE WHEN flag_read.key_id IS NOT NULL THEN h.kind END;
        value := CASE WHEN flag_read.key_id IS NOT NULL THEN h.value END;
        is_verified := h.is_verified;
        RETURN NEXT;
      END LOOP;
      UPDATE reeve.identifier_scan s SET failed_at = NULL
      WHERE s.collection_id = c.collection_id AND s.failed_at < now();
    -- Whatever it is: the app's other collections go on.
    EXCEPTION WHEN OTHERS THEN
      -- They are all read once that is possible again, and then compared.
      UPDATE reeve.identifier_scan s
      SET cursor = NULL, done_at = NULL, failed_at = clock_timestamp()
      WHERE s.collection_id = c.collection_id;
      UPDATE reeve.flag_state s SET cursor = NULL, scanned_at = NULL FROM reeve.flag f
      WHERE f.flag_id = s.flag_id AND f.kind = 'banned' AND f.collection_id = c.collection_id;
      PERFORM reeve.change_park('identifiers', c.collection_id, SQLERRM);
      RETURN QUERY SELECT c.collection_id, k, NULL::text, NULL::text, FALSE FROM unnest(c.keys) k;
      CONTINUE;
    END;
    PERFORM reeve.identifier_forget(c.collection_id, k)
    FROM unnest(c.keys) k WHERE k <> ALL (there);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.flag_read(bigint, int, text, int) IS
  'Takes about max changes of the job''s app from the log, for a worker whose key has this id '
  '(NULL: it has none): the rows, and the identifiers of their persons, each with its kind, and '
  'whether it is verified. Call it, with identifier_write and flag_run for the result, in one '
  'transaction, until it returns nothing. RV002 for a worker without the key of this database''s '
  'identifiers. NULL: kind, value, is_verified.';

GRANT EXECUTE ON FUNCTION reeve.flag_read(bigint, int, text, int) TO reeve_worker;
