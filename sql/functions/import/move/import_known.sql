CREATE OR REPLACE FUNCTION reeve.import_known(import_id int, contents uuid[]) RETURNS bigint[]
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
DECLARE
  places bigint[];
BEGIN
  EXECUTE format($f$
    WITH c AS (
      SELECT DISTINCT ON (u.content) u.content, u.place
      FROM unnest($1) WITH ORDINALITY u(content, place)
      ORDER BY u.content, u.place),
    m AS (
      UPDATE %1$s_known n SET is_met = TRUE FROM c
      WHERE n.content = c.content AND NOT n.is_met
        AND NOT EXISTS (SELECT FROM %1$s_keys k WHERE k.digest = n.digest)
      RETURNING c.place)
    SELECT coalesce(array_agg(m.place ORDER BY m.place), '{}') FROM m
  $f$, reeve.import_stage(import_id)) INTO STRICT places USING contents;
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
