-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_learn(flag_id int)
RETURNS TABLE(name text, median numeric, rows bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  f reeve.flag := (SELECT l FROM reeve.flag l WHERE l.flag_id = app_learn.flag_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(f.app, 'name text, median numeric, rows bigint', '{}')
  USING f.learn_sql;
END
$$;

COMMENT ON FUNCTION reeve.app_learn(int) IS
  'Each group of a price flag with its median and rows: reads every row once.';
