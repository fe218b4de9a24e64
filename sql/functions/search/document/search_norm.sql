CREATE OR REPLACE FUNCTION reeve.search_norm(length real, average real, share float8) RETURNS real
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- In steps of an eighth of an octave: rows that differ by a few words are equal matches.
RETURN (2::float8 ^ (round(-8 * ln(1 - share + share * length / greatest(average, 1))
  / 0.6931471805599453::float8) / 8))::real;

COMMENT ON FUNCTION reeve.search_norm(real, real, float8) IS
  'What the score of a document is multiplied by for its length: 1 at average length, more for a '
  'shorter one. share: search_constant length_share.';
