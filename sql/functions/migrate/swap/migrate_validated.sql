CREATE OR REPLACE FUNCTION reeve.migrate_validated(copy_id int, statements jsonb) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  UPDATE reeve.live_copy c SET unvalidated = '[]'
  WHERE c.copy_id = migrate_validated.copy_id AND c.unvalidated = migrate_validated.statements
$$;

COMMENT ON FUNCTION reeve.migrate_validated(int, jsonb) IS
  'Forgets statements that validate foreign keys, once they have run, unless there are new ones.';
