-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_rule(
  flag_id int, at timestamptz, after timestamptz, max_rows bigint, is_new boolean)
RETURNS TABLE(
  key text, name text, value numeric, since timestamptz, upto timestamptz, born timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  f reeve.flag := (SELECT l FROM reeve.flag l WHERE l.flag_id = app_rule.flag_id);
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(f.app, 'key text, name text, value numeric, '
    'since timestamptz, upto timestamptz, born timestamptz',
    ARRAY['at', 'until', 'max_rows', 'vals'])
  USING f.select_sql, at, after, max_rows, CASE WHEN is_new THEN ARRAY(
    SELECT jsonb_object_agg(h.key, h.upto) FROM reeve.flag_hit h
    WHERE h.flag_id = f.flag_id
      AND h.upto > after - (f.spec #>> '{rule,within}')::interval) END;
END
$$;

COMMENT ON FUNCTION reeve.app_rule(int, timestamptz, timestamptz, bigint, boolean) IS
  'Returns the subjects that came over the limit of a rule after a moment and up to at, at most '
  'max_rows, those with the most events first: how many (value) from since to upto, the last five '
  'of them (name), and when it first came over the limit (born). is_new: events that were reported '
  'do not count again.';
