CREATE OR REPLACE FUNCTION reeve.search_marked(tsv tsvector, average real, fields "char"[])
RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
-- Computed for each document: no SET, and no statement.
AS $$
DECLARE
  levels int[] := reeve.search_levels(fields::text[]);
  best text[] := tsvector_to_array(ts_filter(tsv, fields[:1]));
  lexemes int := length(tsv);
  marks text[] := '{}';
  word text;
  class int;
  level int;
BEGIN
  FOREACH word IN ARRAY tsvector_to_array(ts_filter(tsv, fields)) LOOP
    CONTINUE WHEN octet_length(word) >= 2000;
    class := reeve.search_class(ts_rank('{0.3,0.5,0.65,1.0}', tsv,
      reeve.search_lexeme(word)::tsquery), lexemes, average);
    FOREACH level IN ARRAY levels LOOP
      IF level <= class THEN
        marks := marks || (chr(level) || word);
      END IF;
    END LOOP;
  END LOOP;
  FOREACH word IN ARRAY best LOOP
    IF char_length(word) > 2 THEN
      marks := marks || (chr(30) || left(word, 2));
    END IF;
  END LOOP;
  IF cardinality(best) BETWEEN 1 AND 4 THEN
    marks := marks || (chr(31) || left(md5(array_to_string(best, ' ')), 8));
  END IF;
  RETURN tsv || array_to_tsvector(marks);
END
$$;

COMMENT ON FUNCTION reeve.search_marked(tsvector, real, "char"[]) IS
  'What a document is found by: its words; those of its marked fields once more after a character '
  'for each level (reeve.search_levels) that their class reaches; the first two letters of those '
  'of its best field after character 30; and a short title as a whole after character 31.';
