CREATE OR REPLACE FUNCTION findspot.legacy_collisions()
RETURNS TABLE(legacy_key text, places bigint, misfits bigint)
LANGUAGE sql STABLE
AS $$
  SELECT p.legacy_key, count(*),
    count(*) FILTER (WHERE NOT findspot.legacy_key_fits(p.legacy_key, p.latitude))
  FROM findspot.places p
  WHERE p.legacy_key IS NOT NULL
  GROUP BY p.legacy_key
  HAVING count(*) > 1 OR bool_or(NOT findspot.legacy_key_fits(p.legacy_key, p.latitude))
  ORDER BY count(*) DESC, p.legacy_key
$$;

COMMENT ON FUNCTION findspot.legacy_collisions() IS
'Old keys that several places share, or that do not fit a place''s latitude, the worst first.';
