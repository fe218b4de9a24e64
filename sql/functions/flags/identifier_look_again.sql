CREATE OR REPLACE FUNCTION reeve.identifier_look_again(collection_id int, keys text[])
RETURNS void
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  INSERT INTO reeve.change(collection_id, keys)
  SELECT w.other_id, array_agg(w.other)
  FROM (
    SELECT s.other_id, s.other,
      (row_number() OVER (PARTITION BY s.other_id) - 1) / 100 AS part
    FROM (
      SELECT DISTINCT o.other_id, o.other
      FROM reeve.identifier_shared(
        identifier_look_again.collection_id, ARRAY(
          SELECT DISTINCT a.account FROM reeve.account_keys(identifier_look_again.collection_id,
            identifier_look_again.keys) a), NULL) o) s) w
  GROUP BY w.other_id, w.part;
END
$$;

COMMENT ON FUNCTION reeve.identifier_look_again(int, text[]) IS
  'Has flags look again, as if they had changed, at accounts that share an identifier with these.';
