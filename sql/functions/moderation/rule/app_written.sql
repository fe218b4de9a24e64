-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_written(
  c reeve.collection, columns text[], keys text[], vals jsonb[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  are_equal boolean := reeve.values_equal(vals);
  record_type text;
  present text;
  wanted text;
BEGIN
  PERFORM reeve.table_require(c);
  SELECT
    string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', '),
    reeve.object_expression(array_agg(format('%L, t.%I', a.attname, a.attname))),
    reeve.object_expression(array_agg(format('%L, r.%I', a.attname, a.attname)))
  INTO STRICT record_type, present, wanted
  FROM pg_attribute a
  WHERE a.attrelid = c.relation AND a.attname = ANY (columns);
  BEGIN
    RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text', ARRAY['keys', 'vals'])
    USING CASE WHEN are_equal THEN format(
        'SELECT %s FROM %s t CROSS JOIN jsonb_to_record(($7)[1]) r(%s) WHERE %s AND %s = %s',
        c.key_sql, c.table_sql, record_type, c.keys_sql, present, wanted)
      ELSE format('SELECT u.key FROM unnest($1, $7) u(key, val)'
        ' CROSS JOIN LATERAL jsonb_to_record(u.val) r(%s) JOIN %s t ON %s WHERE %s = %s',
        record_type, c.table_sql, c.match_sql, present, wanted) END,
      keys, CASE WHEN are_equal THEN vals[:1] ELSE vals END;
  EXCEPTION WHEN data_exception OR check_violation OR not_null_violation THEN
    -- The column has another type by now: no row holds a value that it cannot. Of several values
    -- each is looked at alone.
    IF NOT are_equal THEN
      RETURN QUERY SELECT w FROM unnest(keys, vals) u(key, val)
        CROSS JOIN LATERAL reeve.app_written(c, columns, ARRAY[u.key], ARRAY[u.val]) w;
    END IF;
  END;
END
$$;

COMMENT ON FUNCTION reeve.app_written(reeve.collection, text[], text[], jsonb[]) IS
  'Those of the keys whose rows hold these values in the columns now, after all code of the app '
  'has run. RV006 if another relation has taken the table''s name.';
