CREATE OR REPLACE FUNCTION reeve.migrate_verified(copy_id int, rows bigint, differing bigint)
RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  UPDATE reeve.live_copy c
  SET verified_at = clock_timestamp(), verified_rows = migrate_verified.rows,
    differing = migrate_verified.differing
  WHERE c.copy_id = migrate_verified.copy_id;
  SELECT reeve.command_record('migrate.verify', session_user,
    code => CASE WHEN differing > 0 THEN 'differs' END);
$$;

COMMENT ON FUNCTION reeve.migrate_verified(int, bigint, bigint) IS
  'Stores and records the outcome of a verification of all rows.';
