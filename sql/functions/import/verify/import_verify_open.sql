CREATE OR REPLACE FUNCTION reeve.import_verify_open(import_id int) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  -- One at a time: two would make the same staging table.
  WITH i AS MATERIALIZED (
    SELECT l.* FROM reeve.import l WHERE l.import_id = import_verify_open.import_id FOR UPDATE
  )
  SELECT reeve.import_grant(i.import_id, i.mapping) FROM i
$$;

COMMENT ON FUNCTION reeve.import_verify_open(int) IS
  'Makes staging for records of a finished import, to compare rows. The same transaction ends '
  'with import_verify_close, so that nothing of it outlives a process.';
