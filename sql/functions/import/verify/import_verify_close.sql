CREATE OR REPLACE FUNCTION reeve.import_verify_close(import_id int) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  SELECT reeve.import_revoke(i.import_id, i.mapping)
  FROM reeve.import i WHERE i.import_id = import_verify_close.import_id
$$;

COMMENT ON FUNCTION reeve.import_verify_close(int) IS 'Ends what import_verify_open began.';
