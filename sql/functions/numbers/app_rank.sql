-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.app_rank(r reeve.rank_rule, keys text[])
RETURNS TABLE(key text, score double precision)
LANGUAGE plpgsql STABLE ROWS 1000 SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET jit = off
SET "IntervalStyle" = 'postgres' SET extra_float_digits = 1
AS $$
BEGIN
  RETURN QUERY EXECUTE reeve.reader_call((reeve.collection_get(r.collection_id)).app,
    'key text, score double precision', ARRAY['keys', 'at'])
  USING r.score_sql, keys, coalesce(r.landmark, statement_timestamp());
END
$$;

COMMENT ON FUNCTION reeve.app_rank(reeve.rank_rule, text[]) IS
  'Scores as of the landmark of the rows with these keys that have points, of all rows if NULL.';
