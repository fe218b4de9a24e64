CREATE OR REPLACE FUNCTION reeve.cron_next(expression text, zone text, after timestamptz)
RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.cron_after(reeve.cron_parse(expression), zone, after)
$$;

COMMENT ON FUNCTION reeve.cron_next(text, text, timestamptz) IS
  'The first occurrence of a cron expression after an instant, by the clock of a zone. RV001 for '
  'an expression that cannot be read or would never fire.';
