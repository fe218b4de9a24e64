CREATE OR REPLACE FUNCTION reeve.search_share(documents bigint) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Of a large collection an eighth says enough.
RETURN greatest(least(1, 20000 / greatest(documents, 1)::float8), 0.125);

COMMENT ON FUNCTION reeve.search_share(bigint) IS
  'Which share of so many documents the cuts of posting tiers are taken from.';
