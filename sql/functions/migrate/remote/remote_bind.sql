CREATE OR REPLACE FUNCTION reeve.remote_bind(copy_id int, identity jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp
AS $$
  UPDATE reeve.live_copy c
  SET statements = c.statements || jsonb_build_object('identity', remote_bind.identity)
  WHERE c.copy_id = remote_bind.copy_id AND c.server IS NOT NULL
    AND c.statements -> 'identity' IS DISTINCT FROM remote_bind.identity
$$;

COMMENT ON FUNCTION reeve.remote_bind(int, jsonb) IS
  'Notes which database the target of a copy is in, as an installer reached it: its system '
  'identifier, name, oid and the login there. A worker goes to no other.';
