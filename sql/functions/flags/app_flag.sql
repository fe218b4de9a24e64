-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_flag(flag_id int, keys text[], at timestamptz)
RETURNS TABLE(
  key text, name text, value numeric, since timestamptz, upto timestamptz, born timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  f reeve.flag := (SELECT l FROM reeve.flag l WHERE l.flag_id = app_flag.flag_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(f.app, 'key text, name text, value numeric, '
    'since timestamptz, upto timestamptz, born timestamptz', ARRAY['keys', 'at', 'vals'])
  USING f.select_sql, keys, at, ARRAY(
    -- Of each subject, up to which row a flood was reported. Given, since whatever the app's code
    -- may call reveals it, too.
    SELECT jsonb_object_agg(h.key, h.upto) FROM reeve.flag_hit h
    WHERE h.flag_id = f.flag_id AND h.upto > app_flag.at
      - (f.spec #>> '{flood,younger}')::interval - (f.spec #>> '{flood,within}')::interval);
END
$$;

COMMENT ON FUNCTION reeve.app_flag(int, text[], timestamptz) IS
  'Returns the values that a flag examines of the rows with these keys, all if NULL: texts, prices '
  'with their groups, or floods.';
