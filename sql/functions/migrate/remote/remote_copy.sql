CREATE OR REPLACE FUNCTION reeve.remote_copy(copy_id int)
RETURNS TABLE(token uuid, label text, phase text, target text, place_xid text, place_change bigint,
  is_placed boolean, statements jsonb, back jsonb, round int)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT c.token, c.app || '/' || c.name, c.phase, c.statements ->> 'target', r.xid::text,
    r.change_id, c.is_placed, c.statements, c.back, c.round
  FROM reeve.live_copy c
  LEFT JOIN reeve.change_reader r ON r.name = 'migrate:' || c.copy_id
  WHERE c.copy_id = remote_copy.copy_id AND c.server IS NOT NULL
$$;

COMMENT ON FUNCTION reeve.remote_copy(int) IS
  'Returns the facts that a program needs to copy to another database. place_xid, place_change: '
  'the position in the log that is known to be applied there. NULL: place_xid, place_change, '
  'back.';
