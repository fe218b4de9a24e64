CREATE OR REPLACE FUNCTION reeve.word_stops(languages regconfig[], words text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  stops text[];
BEGIN
  IF languages <> '{}' THEN
    stops := ARRAY(
      SELECT CASE WHEN reeve.word_stems(languages, q.word) = '{}' THEN q.word END
      FROM unnest(words) WITH ORDINALITY q(word, place) ORDER BY q.place);
  END IF;
  RETURN CASE WHEN array_position(stops, NULL) IS NULL
    THEN array_fill(NULL::text, ARRAY[cardinality(words)]) ELSE stops END;
END
$$;

COMMENT ON FUNCTION reeve.word_stops(regconfig[], text[]) IS
  'The stop words of a query, by position: NULL for a word that is none in some language, and for '
  'every word if all are stop words.';
