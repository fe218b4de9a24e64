CREATE OR REPLACE FUNCTION reeve.search_impact(rank real, norm real, popularity real, key text)
RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Popularity decides between equal matches, then the key: tiers have a size that is known.
RETURN rank::float8 * norm
  * (1 + 1e-4::float8 * sign(popularity) * ln(1 + abs(popularity::float8)) / 70
    + 1e-9::float8 * hashtext(key) / 2147483648::float8);

COMMENT ON FUNCTION reeve.search_impact(real, real, real, text) IS
  'How much a word counts in a document, by its ts_rank there: who belongs to a posting tier.';
