CREATE OR REPLACE FUNCTION reeve.remote_copy(
  copy_id int, job_id bigint DEFAULT NULL, lease int DEFAULT NULL)
RETURNS TABLE(token uuid, label text, phase text, target text, place_xid text, place_change bigint,
  is_placed boolean, statements jsonb, back jsonb, round int, identity jsonb)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '30s' SET jit = off
AS $$
  SELECT reeve.remote_permit(copy_id, job_id, lease);
  SELECT c.token, c.app || '/' || c.name, c.phase, c.statements ->> 'target', r.xid::text,
    r.change_id, c.is_placed, c.statements, c.back, c.round, c.statements -> 'identity'
  FROM reeve.live_copy c
  LEFT JOIN reeve.change_reader r ON r.name = 'migrate:' || c.copy_id
  WHERE c.copy_id = remote_copy.copy_id AND c.server IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.remote_copy(int, bigint, int) IS
  'Returns the facts that a program needs to copy to another database. place_xid, place_change: '
  'the position in the log that is known to be applied there; identity: what reeve.remote_bind '
  'noted. job_id, lease: as in reeve.remote_permit. NULL: place_xid, place_change, back, identity.';

GRANT EXECUTE ON FUNCTION reeve.remote_copy(int, bigint, int) TO reeve_worker;
