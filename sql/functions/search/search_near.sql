CREATE OR REPLACE FUNCTION reeve.search_near(
  generation_id int, word text, known bigint, seen jsonb)
RETURNS TABLE(lexeme text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- One slip; in a long word two, in different halves
  RETURN QUERY EXECUTE format(
    'WITH near AS MATERIALIZED (
       -- Each from the index alone: as one condition all traces would be made again.
       SELECT DISTINCT o.word, o.df FROM (
         SELECT w.word, w.df FROM %1$s w
         WHERE reeve.word_traces(w.word) && $2
           -- One half is right: other candidates only share a hash.
           AND (left(w.word, $5) = left($1, $5) OR right(w.word, $5) = right($1, $5))
         UNION ALL
         SELECT w.word, w.df FROM %1$s w WHERE reeve.word_traces(w.word) && $7
         UNION ALL
         SELECT w.word, w.df FROM %1$s w
         WHERE reeve.word_traces(w.word) && $3 AND reeve.word_traces(w.word) && $4) o
       WHERE abs(char_length(o.word) - char_length($1)) <= 2 AND o.word <> $1
         AND o.df > $6 * 50
     ), cost AS (
       SELECT n.word, n.df, c.cost FROM near n
       CROSS JOIN LATERAL (SELECT reeve.word_cost($1, n.word) AS cost) c
       WHERE c.cost <= CASE WHEN $3 IS NULL THEN 1.6 ELSE 2.6 END
     )
     SELECT c.word::text, c.df, greatest(0.85 - 0.25 * c.cost, 0.2)
       * CASE $6 WHEN 0 THEN 1 ELSE 0.4 END::float8
     FROM cost c
     -- Two slips only where no other word is nearer
     WHERE c.cost < 1.7 OR NOT EXISTS (SELECT FROM cost o WHERE o.cost < 1.7)
     ORDER BY c.cost - 0.12 * ln(c.df), c.word LIMIT 4',
    reeve.search_dictionary(generation_id, seen))
  USING word, reeve.word_near(word), reeve.word_begins(word), reeve.word_ends(word),
    (char_length(word) - 2) / 2, known, reeve.word_sound(word);
END
$$;

COMMENT ON FUNCTION reeve.search_near(int, text, bigint, jsonb) IS
  'Up to four words of a generation''s dictionary that may be meant by a word, the likeliest '
  'first; where some documents have the word, much commoner ones. weight: up to 0.85.';
