CREATE OR REPLACE FUNCTION reeve.search_near_begins(generation_id int, word text, seen jsonb)
RETURNS TABLE(lexeme text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF char_length(word) BETWEEN 5 AND 40 AND NOT reeve.word_is_pair(word) THEN
    RETURN QUERY EXECUTE format(
      'WITH near AS MATERIALIZED (
         SELECT w.word, w.df FROM %s w
         WHERE reeve.word_traces(w.word) && reeve.word_begins(rpad($1, 7))
           AND char_length(w.word) >= char_length($1) ORDER BY w.df DESC, w.word LIMIT 300)
       SELECT h.head, sum(n.df)::bigint, 0.6 - 0.25 * c.cost::float8
       FROM near n
       CROSS JOIN LATERAL (
         SELECT left(n.word, char_length($1) + k) AS head FROM generate_series(-1, 1) k) h
       CROSS JOIN LATERAL (SELECT reeve.word_slip($1, h.head) AS cost) c
       WHERE c.cost <= 1.3
       GROUP BY h.head, c.cost ORDER BY c.cost - 0.12 * ln(sum(n.df)), h.head LIMIT 2',
      reeve.search_dictionary(generation_id, seen))
    USING word;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_near_begins(int, text, jsonb) IS
  'Up to two beginnings of longer words of a generation''s dictionary that may be meant by a word '
  'of five letters or more, of which one is wrong. weight: up to 0.6.';
