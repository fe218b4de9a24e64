CREATE OR REPLACE FUNCTION reeve.cron_bit(bits bigint, start int) RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN start + round(ln(nullif(bits >> start & -(bits >> start), 0)::float8) / ln(2::float8))::int;

COMMENT ON FUNCTION reeve.cron_bit(bigint, int) IS
  'The lowest bit that is set, from start (0 … 62) on; NULL if there is none.';
