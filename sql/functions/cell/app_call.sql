CREATE OR REPLACE FUNCTION reeve.app_call(
  app text, source text, given jsonb DEFAULT NULL, keys text[] DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET "bytea_output" = 'hex' SET extra_float_digits = 1 SET jit = off
AS $$
BEGIN
  RETURN reeve.cell_enter(app, format('SELECT jsonb_agg(to_jsonb(a)) FROM %s a', source), keys,
    ARRAY[given]);
END
$$;

COMMENT ON FUNCTION reeve.app_call(text, text, jsonb, text[]) IS
  'The rows of a source, which is the call of a function or a query in parentheses, as the app '
  'writer of an app and in one of its cells, as in reeve.cell_enter. In it ($7)[1] is given, $1 '
  'is keys. Values are written in one form, whatever the settings of the session. NULL if there '
  'are no rows. NULL: result.';
