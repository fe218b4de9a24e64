CREATE OR REPLACE FUNCTION reeve.remote_moving(
  copy_id int, place_xid text, place_change bigint, keys text[], job_id bigint DEFAULT NULL,
  lease int DEFAULT NULL)
RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET jit = off
AS $$
DECLARE
  place reeve.change_reader;
BEGIN
  PERFORM reeve.remote_permit(copy_id, job_id, lease);
  SELECT * INTO place FROM reeve.change_reader r WHERE r.name = 'migrate:' || copy_id;
  place.xid := place_xid;
  place.change_id := place_change;
  RETURN ARRAY(
    SELECT DISTINCT k.key
    FROM unnest(remote_moving.keys) k(key)
    JOIN reeve.change_unread(place, number => -remote_moving.copy_id) l
      ON l.key = k.key OR l.key IS NULL);
END
$$;

COMMENT ON FUNCTION reeve.remote_moving(int, text, bigint, text[], bigint, int) IS
  'Those of these rows that have changed after a position in the log. job_id, lease: as in '
  'reeve.remote_permit.';

GRANT EXECUTE ON FUNCTION reeve.remote_moving(int, text, bigint, text[], bigint, int)
  TO reeve_worker;
