CREATE OR REPLACE FUNCTION reeve.job_backoff(attempt int) RETURNS interval
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN least(interval '15 min', interval '1 s' * power(2, least(greatest(attempt, 1), 20) - 1));

COMMENT ON FUNCTION reeve.job_backoff(int) IS
  'Longest wait after attempt number attempt: 1 s, doubling, at most 15 min.';
