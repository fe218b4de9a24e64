CREATE OR REPLACE FUNCTION reeve.search_terms_unknown(
  generation_id int, words text[], known bigint[])
RETURNS TABLE(
  place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  missing text[] := '{}';
BEGIN
  span := 1;
  kind := 'spelling';
  FOR place, word IN
    SELECT w.place, w.word FROM unnest(words, known) WITH ORDINALITY w(word, df, place)
    WHERE w.df <= 2 AND NOT reeve.word_is_pair(w.word)
  LOOP
    IF known[place] = 0 THEN
      missing := missing || word;
    END IF;
    -- One slip; in a long word two, in different halves
    FOR lexeme, df, weight IN EXECUTE format(
      'WITH near AS MATERIALIZED (
         -- Each from the index alone: as one condition all traces would be made again.
         SELECT DISTINCT o.word, o.df FROM (
           SELECT w.word, w.df FROM reeve_index.%1$I w
           WHERE reeve.word_traces(w.word) && $2
             -- One half is right: other candidates only share a hash.
             AND (left(w.word, $5) = left($1, $5) OR right(w.word, $5) = right($1, $5))
           UNION ALL
           SELECT w.word, w.df FROM reeve_index.%1$I w WHERE reeve.word_traces(w.word) && $7
           UNION ALL
           SELECT w.word, w.df FROM reeve_index.%1$I w
           WHERE reeve.word_traces(w.word) && $3 AND reeve.word_traces(w.word) && $4) o
         WHERE abs(char_length(o.word) - char_length($1)) <= 2 AND o.word <> $1
           AND o.df > $6 * 50
       ), cost AS (
         SELECT n.word, n.df, c.cost FROM near n
         CROSS JOIN LATERAL (SELECT reeve.word_cost($1, n.word) AS cost) c
         WHERE c.cost <= CASE WHEN $3 IS NULL THEN 1.6 ELSE 2.6 END
       )
       SELECT c.word, c.df, greatest(0.85 - 0.25 * c.cost, 0.2)
         * CASE $6 WHEN 0 THEN 1 ELSE 0.4 END::float8
       FROM cost c
       -- Two slips only where no other word is nearer
       WHERE c.cost < 1.7 OR NOT EXISTS (SELECT FROM cost o WHERE o.cost < 1.7)
       ORDER BY c.cost - 0.12 * ln(c.df), c.word LIMIT 4', 'word_' || generation_id)
      USING word, reeve.word_near(word), reeve.word_begins(word), reeve.word_ends(word),
        (char_length(word) - 2) / 2, known[place], reeve.word_sound(word)
    LOOP
      missing := array_remove(missing, word);
      RETURN NEXT;
    END LOOP;
  END LOOP;
  -- Words that contain one without any match; search_terms_known finds those that end with it.
  IF EXISTS (SELECT FROM unnest(missing) m(word) WHERE char_length(m.word) > 2) THEN
    RETURN QUERY EXECUTE format(
      'SELECT array_position($1, m.word), 1, m.word, p.word, ''part'', p.df,
         0.2 + 0.2 * char_length(m.word) / char_length(p.word)::float8
       FROM unnest($2) m(word)
       CROSS JOIN LATERAL (
         SELECT w.word::text, w.df FROM reeve_index.%I w
         WHERE strpos(w.word, m.word) > 0
           AND (char_length(m.word) < 4 OR right(w.word, char_length(m.word)) <> m.word)
         ORDER BY w.df DESC, w.word LIMIT 8) p
       WHERE char_length(m.word) > 2', 'word_' || generation_id) USING words, missing;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_terms_unknown(int, text[], bigint[]) IS
  'Words in a generation''s dictionary that may be meant by words of a query that at most two '
  'documents have.';
