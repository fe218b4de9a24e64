CREATE OR REPLACE FUNCTION reeve.hand_learn(flag_id int)
RETURNS TABLE(name text, median numeric, rows bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET jit = off
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.flag_statement(flag_id, TRUE);
END
$$;

COMMENT ON FUNCTION reeve.hand_learn(int) IS
  'Each group of a price flag with its median and rows: reads every row once.';

GRANT EXECUTE ON FUNCTION reeve.hand_learn(int) TO reeve_owner;
