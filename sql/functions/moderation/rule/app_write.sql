-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.app_write(
  c reeve.collection, columns text[], keys text[], vals jsonb[], expect jsonb[] DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex'
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
DECLARE
  assignments text;
  record_type text;
  present text;
  held text;
BEGIN
  SELECT
    string_agg(format('%1$I = r.%1$I', a.attname), ', '),
    string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', '),
    reeve.object_expression(array_agg(format('%L, t.%I', a.attname, a.attname))),
    reeve.object_expression(array_agg(format('%L, r.%I', a.attname, a.attname)))
  INTO STRICT assignments, record_type, present, held
  FROM pg_attribute a
  WHERE a.attrelid = c.relation AND a.attname = ANY (columns);
  IF expect IS NULL AND reeve.values_equal(vals) THEN
    PERFORM reeve.cell_enter(c.app, format(
      'UPDATE %s t SET %s FROM jsonb_to_record(($7)[1]) r(%s) WHERE %s', c.table_sql, assignments,
      record_type, c.keys_sql), keys, vals[:1]);
    RETURN;
  END IF;
  PERFORM reeve.cell_enter(c.app, format(
    'UPDATE %1$s t SET %2$s FROM unnest($1, $7, $8) u(key, val, expect)'
    ' CROSS JOIN LATERAL jsonb_to_record(u.val) r(%3$s)'
    ' WHERE %4$s AND (u.expect IS NULL OR u.expect = %5$s OR EXISTS ('
    'SELECT FROM jsonb_array_elements(CASE jsonb_typeof(u.expect) WHEN ''array'' THEN u.expect'
    ' ELSE ''[]'' END) e CROSS JOIN LATERAL jsonb_to_record(e) r(%3$s) WHERE %6$s = %5$s))',
    c.table_sql, assignments, record_type, c.match_sql, present, held), keys, vals, expect);
END
$$;

COMMENT ON FUNCTION reeve.app_write(
  reeve.collection, text[], text[], jsonb[], jsonb[]) IS
  'Sets columns of the rows with these keys, only if they still equal expect, or one '
  'of its elements (NULL: always). Code '
  'of the app may change what is written: reeve.app_written reads it back.';
