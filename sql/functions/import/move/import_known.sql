CREATE OR REPLACE FUNCTION reeve.import_known(import_id int, contents uuid[]) RETURNS bigint[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  stage CONSTANT text := reeve.import_stage(import_id);
  places bigint[];
BEGIN
  EXECUTE format($f$
    WITH k AS MATERIALIZED (
      SELECT DISTINCT ON (n.digest) n.digest, n.content, c.place
      FROM unnest($1) WITH ORDINALITY c(content, place)
      JOIN %1$s_known n USING (content)
      ORDER BY n.digest, c.place),
    m AS (
      INSERT INTO %1$s_keys(digest, content, is_known)
      SELECT k.digest, k.content, TRUE FROM k
      ON CONFLICT DO NOTHING
      RETURNING digest)
    SELECT coalesce(array_agg(k.place ORDER BY k.place), '{}') FROM m JOIN k USING (digest)
  $f$, stage) INTO STRICT places USING contents;
  UPDATE reeve.import i
  SET same = i.same + cardinality(places), read = i.read + cardinality(places)
  WHERE i.import_id = import_known.import_id AND cardinality(places) > 0;
  RETURN places;
END
$$;

COMMENT ON FUNCTION reeve.import_known(int, uuid[]) IS
  'The places, from 1, of those records of a chunk that are as they were in an earlier import, by '
  'their digests (NULL where a record has none), and counts them as the same. A second record with '
  'the key of one is not among them.';
