-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cipher_write(
  job_id bigint, lease int, collection_id int, field text, keys text[], olds text[], news text[])
RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  c reeve.collection := reeve.collection_get(cipher_write.collection_id);
BEGIN
  IF NOT reeve.job_is_live(job_id, lease) THEN
    RETURN 0;
  END IF;
  IF c.app IS DISTINCT FROM reeve.job_app(cipher_write.job_id)
    OR (cipher_write.field = ANY (reeve.cipher_columns(c))) IS NOT TRUE OR EXISTS (
      SELECT FROM unnest(news) n(value)
      WHERE (reeve.cipher_key(n.value) = ANY (reeve.cipher_keys(c))) IS NOT TRUE) THEN
    RAISE EXCEPTION 'a job writes encrypted texts of its own app, by a key that the app knows'
      USING ERRCODE = 'RV001';
  END IF;
  PERFORM reeve.app_write(c, ARRAY[cipher_write.field], keys,
    ARRAY(SELECT jsonb_build_object(cipher_write.field, n.value)
      FROM unnest(news) WITH ORDINALITY n(value, place) ORDER BY n.place),
    ARRAY(SELECT jsonb_build_object(cipher_write.field, o.value)
      FROM unnest(olds) WITH ORDINALITY o(value, place) ORDER BY o.place));
  RETURN cardinality(keys);
END
$$;

COMMENT ON FUNCTION reeve.cipher_write(bigint, int, int, text, text[], text[], text[]) IS
  'Replaces texts of a column by the same texts, encrypted again, unless they have changed since '
  'they were read. RV001.';

GRANT EXECUTE ON FUNCTION reeve.cipher_write(bigint, int, int, text, text[], text[], text[])
  TO reeve_worker;
