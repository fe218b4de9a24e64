CREATE OR REPLACE FUNCTION reeve.search_near(
  generation_id int, word text, known bigint, is_public boolean, less jsonb)
RETURNS TABLE(lexeme text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  half constant int := (char_length(search_near.word) - 2) / 2;
BEGIN
  -- One slip; in a long word two, in different halves
  RETURN QUERY
    WITH near AS MATERIALIZED (
      -- Each from the index alone: as one condition all traces would be made again.
      SELECT DISTINCT o.word, reeve.search_df(o.df, o.shown, o.word, is_public, less) AS df
      FROM (
        SELECT w.word, w.df, w.shown FROM reeve.search_word_shape w
        WHERE reeve.word_traces(w.word) && CASE
            -- Of a word of three letters one may be missing.
            WHEN search_near.word ~ '^[[:alpha:]]{2}$'
            THEN ARRAY[hashtext(search_near.word) & 131071]
            ELSE reeve.word_near(search_near.word) END
          -- One half is right: other candidates only share a hash.
          AND (left(w.word, half) = left(search_near.word, half)
            OR right(w.word, half) = right(search_near.word, half))
        UNION ALL
        SELECT w.word, w.df, w.shown FROM reeve.search_word_shape w
        WHERE reeve.word_traces(w.word) && reeve.word_sound(search_near.word)
        UNION ALL
        SELECT w.word, w.df, w.shown FROM reeve.search_word_shape w
        WHERE reeve.word_traces(w.word) && reeve.word_begins(search_near.word)
          AND reeve.word_traces(w.word) && reeve.word_ends(search_near.word)) o
      WHERE abs(char_length(o.word) - char_length(search_near.word)) <= 2
        AND o.word <> search_near.word
    ), cost AS (
      SELECT n.word, n.df, c.cost FROM near n
      -- OFFSET: or else it is made for the condition and again for the result.
      CROSS JOIN LATERAL (
        SELECT reeve.word_cost(search_near.word, n.word) AS cost OFFSET 0) c
      WHERE n.df > known * 50
        AND c.cost <= CASE WHEN char_length(search_near.word) < 7 THEN 1.6 ELSE 2.6 END
    )
    -- The likeliest word counts as if it had been typed.
    SELECT c.word::text, c.df, greatest(1 - 0.25 * (c.cost - min(c.cost) OVER ()), 0.2)
      * CASE known WHEN 0 THEN 1 ELSE 0.4 END::float8
    FROM cost c
    -- Two slips only where no other word is nearer
    WHERE c.cost < 1.7 OR NOT EXISTS (SELECT FROM cost o WHERE o.cost < 1.7)
    ORDER BY c.cost - 0.12 * ln(c.df), c.word LIMIT 4;
END
$$;

COMMENT ON FUNCTION reeve.search_near(int, text, bigint, boolean, jsonb) IS
  'Up to four words of a generation''s dictionary that may be meant by a word, the likeliest '
  'first; where some documents have the word, much commoner ones. weight: 1 for the likeliest.';
