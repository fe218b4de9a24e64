CREATE OR REPLACE FUNCTION reeve.text_likeness(a text, b text) RETURNS float8
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN f.a = f.b THEN 1 ELSE coalesce(2.0 * (
      SELECT count(*) FROM (SELECT unnest(p.a) INTERSECT SELECT unnest(p.b)) c)
    / nullif(cardinality(p.a) + cardinality(p.b), 0), 0) END
  FROM (SELECT ' ' || lower(btrim(left(text_likeness.a, 200))) || ' ',
    ' ' || lower(btrim(left(text_likeness.b, 200))) || ' ') f(a, b)
  CROSS JOIN LATERAL (SELECT
    ARRAY(SELECT DISTINCT substr(f.a, n, 2) FROM generate_series(1, length(f.a) - 1) n),
    ARRAY(SELECT DISTINCT substr(f.b, n, 2) FROM generate_series(1, length(f.b) - 1) n)) p(a, b)
$$;

COMMENT ON FUNCTION reeve.text_likeness(text, text) IS
  'How alike two texts are, from 0 to 1: the share of pairs of letters that both have, ignoring '
  'case, in their first 200 characters (Dice''s coefficient).';

GRANT EXECUTE ON FUNCTION reeve.text_likeness(text, text) TO reeve_access;
