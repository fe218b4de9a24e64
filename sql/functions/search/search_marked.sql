CREATE OR REPLACE FUNCTION reeve.search_marked(tsv tsvector, average real, fields "char"[])
RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN tsv || array_to_tsvector(ARRAY(
  SELECT chr(reeve.search_class(ts_rank('{0.3,0.5,0.65,1.0}', tsv,
    reeve.search_lexeme(w.lexeme)::tsquery), length(tsv), average)) || w.lexeme
  FROM unnest(ts_filter(tsv, fields)) w WHERE octet_length(w.lexeme) < 2000
  UNION ALL
  SELECT chr(31) || left(md5(array_to_string(t.words, ' ')), 8)
  FROM (SELECT tsvector_to_array(ts_filter(tsv, fields[:1])) AS words) t
  WHERE cardinality(t.words) BETWEEN 1 AND 4));

COMMENT ON FUNCTION reeve.search_marked(tsvector, real, "char"[]) IS
  'The lexemes by which a document is found: its words; those of its best fields once more after '
  'a character for their class (reeve.search_class); and a short title as a whole after '
  'character 31.';
