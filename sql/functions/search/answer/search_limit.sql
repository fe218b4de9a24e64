CREATE OR REPLACE FUNCTION reeve.search_limit(spelt text, OUT span bigint, OUT step bigint)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT s.span, s.span / s.n
  FROM (
    SELECT m[1]::bigint AS n,
      CASE m[2] WHEN 's' THEN 1 WHEN 'min' THEN 60 ELSE 3600 END * 1000000::bigint AS span
    FROM regexp_match(spelt, '^([1-9][0-9]{0,5})/(s|min|h)$') m) s
$$;

COMMENT ON FUNCTION reeve.search_limit(text) IS
  'Microseconds of a limit such as 600/min, and of one search of it. NULL for a text that is no '
  'limit.';
