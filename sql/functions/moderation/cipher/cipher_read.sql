CREATE OR REPLACE FUNCTION reeve.cipher_read(
  job_id bigint, lease int, key_id text, after_id int, after text, max_rows int)
RETURNS TABLE(collection_id int, key text, field text, value text, binding text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  c reeve.collection;
  batch text[];
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN;
  END IF;
  FOR c IN
    SELECT l.* FROM reeve.collection l
    WHERE l.is_live AND l.app = reeve.job_app(cipher_read.job_id)
      AND l.collection_id >= coalesce(after_id, 0) AND reeve.cipher_columns(l) <> '{}'
    ORDER BY l.collection_id
  LOOP
    CONTINUE WHEN cipher_read.key_id <> ALL (reeve.cipher_keys(c));
    batch := ARRAY(SELECT reeve.app_keys(c.collection_id,
      CASE WHEN c.collection_id = after_id THEN after END, max_rows));
    IF batch <> '{}' THEN
      RETURN QUERY
        SELECT c.collection_id, u.key, b.field, b.value, b.binding
        FROM unnest(batch) WITH ORDINALITY u(key, place)
        LEFT JOIN reeve.cipher_bindings(c, batch) b
          ON b.key = u.key AND reeve.cipher_stale(b.value, cipher_read.key_id)
        ORDER BY u.place, b.field;
      RETURN;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.cipher_read(bigint, int, text, int, text, int) IS
  'The next rows of the encrypted collections of a job''s app, after one, each with its texts that '
  'are not encrypted with this key, or with none; no rows at the end, or if the app does not know '
  'the key. NULL: field, value, binding.';

GRANT EXECUTE ON FUNCTION reeve.cipher_read(bigint, int, text, int, text, int) TO reeve_worker;
