CREATE OR REPLACE FUNCTION reeve.turn_try(name text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM FROM reeve.turn t WHERE t.name = turn_try.name FOR UPDATE SKIP LOCKED;
  RETURN FOUND;
END
$$;

COMMENT ON FUNCTION reeve.turn_try(text) IS
  'Takes a turn that has its row already (reeve.turn), or returns false at once; see turn_take.';
