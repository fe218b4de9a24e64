CREATE OR REPLACE FUNCTION reeve.flag_match(flag_id int, keys text[], texts text[])
RETURNS TABLE(key text, found text[])
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
AS $$
  WITH token AS MATERIALIZED (
    SELECT d.key, w.word, w.place
    FROM unnest(keys, texts) d(key, text)
    CROSS JOIN LATERAL unnest(reeve.flag_words(d.text)) WITH ORDINALITY w(word, place)),
  excepted AS (
    SELECT reeve.flag_words(e.entry) AS words
    FROM reeve.flag f CROSS JOIN LATERAL jsonb_array_elements_text(f.spec #> '{words,except}')
      e(entry)
    WHERE f.flag_id = flag_match.flag_id),
  -- Each word once, however many rows have it. Only words that share a form are compared.
  written AS MATERIALIZED (
    SELECT o.word, d.form
    FROM (SELECT DISTINCT k.word FROM token k) o
    CROSS JOIN LATERAL reeve.flag_forms(o.word) d(form)),
  near AS MATERIALIZED (
    SELECT o.word, t.entry, t.place, t.size, t.word AS listed
    FROM written o
    JOIN reeve.flag_term t ON t.flag_id = flag_match.flag_id AND t.form = o.form COLLATE "C"),
  known AS MATERIALIZED (
    SELECT DISTINCT o.word, o.entry, o.place, o.size
    FROM near o
    WHERE (o.listed = o.word
        OR char_length(o.listed) >= 5 AND reeve.word_distance(o.listed, o.word) = 1)
      AND NOT EXISTS (
        SELECT FROM excepted x WHERE x.words = ARRAY[o.word] AND o.word <> o.listed)),
  hit AS (
    SELECT k.key, n.entry, k.place - n.place AS begins, string_agg(k.word, ' ' ORDER BY k.place)
      AS written
    FROM token k JOIN known n ON n.word = k.word
    GROUP BY k.key, n.entry, n.size, k.place - n.place
    HAVING count(*) = n.size)
  SELECT h.key, array_agg(DISTINCT CASE
    WHEN reeve.flag_words(h.entry) = string_to_array(h.written, ' ') THEN format('“%s”', h.entry)
    ELSE format('“%s” (near “%s”)', h.written, h.entry) END)
  FROM hit h GROUP BY h.key
$$;

COMMENT ON FUNCTION reeve.flag_match(int, text[], text[]) IS
  'Those of these texts that contain an entry of a flag''s list, its words in sequence: spelt '
  'alike or, from five letters on, with one letter wrong, missing, too many or swapped; a word '
  'that the flag excepts matches only itself.';
