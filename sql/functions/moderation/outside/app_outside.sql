-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_outside(
  c reeve.collection, effects text[], specs jsonb[], keys text[])
RETURNS TABLE(key text, effect text, fields jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call(c.app, 'key text, effect text, fields jsonb')
  USING format('SELECT %s, v.effect, v.fields FROM %s t CROSS JOIN LATERAL (%s) v WHERE %s',
    c.key_sql, c.table_sql, (
      SELECT string_agg(format('SELECT %L::text AS effect, %s AS fields', u.effect,
        reeve.object_expression(ARRAY(
          SELECT format('%L, (%s)::text', e.key, e.value) FROM jsonb_each_text(u.fields) e))),
        ' UNION ALL ')
      FROM unnest(app_outside.effects, specs) u(effect, fields)), c.keys_sql), keys;
END
$$;

COMMENT ON FUNCTION reeve.app_outside(reeve.collection, text[], jsonb[], text[]) IS
  'What is sent outside of the rows with these keys, as texts, for each of the effects, whose '
  'expressions are specs. RV006 if the app''s table does not allow it.';
