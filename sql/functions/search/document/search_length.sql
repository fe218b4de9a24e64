CREATE OR REPLACE FUNCTION reeve.search_length(tsv tsvector) RETURNS real
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Computed for each document: inlined, in functions of C. Without the name of the title (30).
RETURN 3 * length(ts_filter(tsv, '{a}')) + 2 * (length(ts_filter(tsv, '{b}'))
    - (tsv @@ E'''\x1e'':*'::tsquery)::int)
  + 1.5::real * length(ts_filter(tsv, '{c}')) + length(ts_filter(tsv, '{d}'));

COMMENT ON FUNCTION reeve.search_length(tsvector) IS
  'Length of a document: its different words, those of better fields counting more.';
