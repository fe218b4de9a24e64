CREATE OR REPLACE FUNCTION reeve.remote_moving(
  copy_id int, place_xid text, place_change bigint, keys text[])
RETURNS text[]
LANGUAGE sql VOLATILE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT ARRAY(
    SELECT DISTINCT k.key
    FROM unnest(remote_moving.keys) k(key)
    JOIN reeve.change l ON l.collection_id = -remote_moving.copy_id
      AND (l.xid, l.change_id) > (place_xid::xid8, place_change)
      AND (l.key = k.key OR l.key IS NULL))
$$;

COMMENT ON FUNCTION reeve.remote_moving(int, text, bigint, text[]) IS
  'Those of these rows that have changed after a position in the log.';
