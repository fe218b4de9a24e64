CREATE OR REPLACE FUNCTION reeve.right_parts() RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT '{decision,notice,report,appeal,request,acceptance,consent}'::text[]
$$;

COMMENT ON FUNCTION reeve.right_parts() IS 'The parts of reeve.right_record, in order.';
