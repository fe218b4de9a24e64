CREATE OR REPLACE FUNCTION reeve.search_marked(tsv tsvector, average real, fields "char"[])
RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
-- Computed for each document: no SET, and no statement. Most words of a document rank alike, and
-- the marks are put together as text: arrays would take twice as long.
AS $$
DECLARE
  best text[] := tsvector_to_array(ts_filter(tsv, fields[:1]));
  lexemes int := length(tsv);
  word text;
  rank real;
  last real := 0;
  class int;
  template text := '';
  marks text := '';
BEGIN
  FOREACH word IN ARRAY best || tsvector_to_array(ts_filter(tsv, fields[2:])) LOOP
    CONTINUE WHEN octet_length(word) >= 2000;
    rank := ts_rank('{0.3,0.5,0.65,1.0}', tsv, reeve.search_lexeme(word)::tsquery);
    IF rank <> last THEN
      last := rank;
      class := reeve.search_class(rank, lexemes, average);
      template := reeve.search_level_marks(fields[1], class);
    END IF;
    marks := marks || replace(template, E'\x01', word);
  END LOOP;
  FOREACH word IN ARRAY best LOOP
    IF char_length(word) > 2 THEN
      marks := marks || E'\x1e' || left(word, 2) || E'\x02';
    END IF;
  END LOOP;
  IF cardinality(best) BETWEEN 1 AND 4 THEN
    marks := marks || E'\x1f' || left(md5(array_to_string(best, ' ')), 8) || E'\x02';
  END IF;
  RETURN tsv || array_to_tsvector(string_to_array(rtrim(marks, E'\x02'), E'\x02'));
END
$$;

COMMENT ON FUNCTION reeve.search_marked(tsvector, real, "char"[]) IS
  'What a document is found by: its words; those of its marked fields once more after a character '
  'for each level (reeve.search_levels) that their class reaches; the first two letters of those '
  'of its best field after character 30; and a short title as a whole after character 31.';
