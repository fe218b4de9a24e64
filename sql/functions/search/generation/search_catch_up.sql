CREATE OR REPLACE FUNCTION reeve.search_catch_up(
  generation_id int, max int, job_id bigint, lease int)
RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
BEGIN
  IF NOT reeve.search_permit(job_id, lease) THEN
    RETURN NULL;
  END IF;
  -- Another session may have swapped it in, or dropped it.
  PERFORM FROM reeve.change_reader r
  WHERE r.name = 'search.' || search_catch_up.generation_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN reeve.search_drain(generation_id, max);
END
$$;

COMMENT ON FUNCTION reeve.search_catch_up(int, int, bigint, int) IS
  'Applies up to max changes to a generation that is being built and has its indexes; how many. '
  'NULL where it is built no longer, or the job''s attempt is stale. NULL: result.';

GRANT EXECUTE ON FUNCTION reeve.search_catch_up(int, int, bigint, int) TO reeve_worker;
