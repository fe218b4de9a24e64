CREATE OR REPLACE FUNCTION reeve.search_near_begins(
  generation_id int, word text, is_public boolean, less jsonb)
RETURNS TABLE(lexeme text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  IF char_length(search_near_begins.word) BETWEEN 5 AND 40
    AND NOT reeve.word_is_pair(search_near_begins.word)
  THEN
    RETURN QUERY
      WITH near AS MATERIALIZED (
        SELECT w.word, reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df
        FROM reeve.search_word_shape w
        WHERE reeve.word_traces(w.word) && reeve.word_begins(rpad(search_near_begins.word, 7))
          AND char_length(w.word) >= char_length(search_near_begins.word)
        ORDER BY 2 DESC, w.word LIMIT 300)
      SELECT h.head, sum(n.df)::bigint, 0.6 - 0.25 * c.cost::float8
      FROM near n
      CROSS JOIN LATERAL (
        SELECT left(n.word, char_length(search_near_begins.word) + k) AS head
        FROM generate_series(-1, 1) k) h
      CROSS JOIN LATERAL (
        SELECT reeve.word_slip(search_near_begins.word, h.head) AS cost OFFSET 0) c
      WHERE c.cost <= 1.3 AND n.df > 0
      GROUP BY h.head, c.cost ORDER BY c.cost - 0.12 * ln(sum(n.df)), h.head LIMIT 2;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_near_begins(int, text, boolean, jsonb) IS
  'Up to two beginnings of longer words of a generation''s dictionary that may be meant by a word '
  'of five letters or more, of which one is wrong. weight: up to 0.6.';
