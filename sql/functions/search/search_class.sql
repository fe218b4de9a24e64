CREATE OR REPLACE FUNCTION reeve.search_class(rank real, lexemes int, average real) RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- float8 from the start: numeric arithmetic would take most of the time of this function.
-- ts_rank of one occurrence is its weight divided by 1.6449. Four classes double the value. A word
-- that ranks less than one occurrence in field B stays under class 14, however short the document;
-- so do words of field D alone, which are not marked (reeve.search_marked).
RETURN CASE WHEN rank > 0 THEN
  greatest(1, least(CASE WHEN rank < 0.39 THEN 13 ELSE 28 END, 16 + round(5.7707801636::float8
    * ln(1.6449::float8 * rank / (0.7::float8 + 0.3::float8 * lexemes / average)))::int)) END;

COMMENT ON FUNCTION reeve.search_class(real, int, real) IS
  'How much a word counts in a document, 1 to 28, by its ts_rank there and the document''s '
  'length relative to the average: 16 is once in field A at average length. NULL: it does not '
  'occur.';
