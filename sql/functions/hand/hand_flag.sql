CREATE OR REPLACE FUNCTION reeve.hand_flag(flag_id int, keys text[], at timestamptz)
RETURNS TABLE(
  key text, name text, value numeric, since timestamptz, upto timestamptz, born timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.flag_statement(flag_id, FALSE)
  USING keys, at, NULL::timestamptz, NULL::interval, flag_id::bigint;
END
$$;

COMMENT ON FUNCTION reeve.hand_flag(int, text[], timestamptz) IS
  'What a flag looks at of the rows with these keys, all where NULL: texts, prices with their '
  'groups, or floods.';

GRANT EXECUTE ON FUNCTION reeve.hand_flag(int, text[], timestamptz) TO reeve_owner;
