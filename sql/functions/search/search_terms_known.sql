CREATE OR REPLACE FUNCTION reeve.search_terms_known(
  generation_id int, languages regconfig[], words text[])
RETURNS TABLE(
  place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'WITH c AS MATERIALIZED (
       SELECT * FROM reeve.search_candidates($1, $2 = ''{}'')
     ), k AS MATERIALIZED (
       SELECT w.word, w.df, w.stems FROM reeve_index.%1$I w
       WHERE w.word = ANY (ARRAY(SELECT DISTINCT u.part FROM c, unnest(c.parts) u(part)))
     ), t AS (
       SELECT c.place, c.span, c.kind, c.weight, c.parts, f.df
       FROM c CROSS JOIN LATERAL (
         SELECT min(k.df) AS df, count(*) AS parts FROM k WHERE k.word = ANY (c.parts)) f
       WHERE f.parts = cardinality(c.parts)
       UNION ALL
       SELECT q.place::int, 1, ''form'', 0.9, ARRAY[s.word], s.df
       FROM unnest($1) WITH ORDINALITY q(word, place)
       CROSS JOIN LATERAL (
         SELECT w.word, w.df FROM reeve_index.%1$I w
         WHERE w.stems && reeve.word_stems($2, q.word) AND w.word <> q.word
         ORDER BY w.df DESC, w.word LIMIT 8) s
       WHERE $2 <> ''{}''
     ), exact AS (
       SELECT q.place::int, q.word, coalesce(k.df, 0) AS df,
         reeve.word_stems($2, q.word) = ''{}'' AS is_stop
       FROM unnest($1) WITH ORDINALITY q(word, place) LEFT JOIN k ON k.word = q.word
     )
     SELECT e.place, 1, e.word, e.word, ''exact'', e.df, 1::float8 FROM exact e
     WHERE e.is_stop IS NOT TRUE OR NOT EXISTS (SELECT FROM exact o WHERE o.is_stop IS NOT TRUE)
     UNION ALL
     SELECT t.place, t.span, e.word,
       CASE t.kind WHEN ''split'' THEN array_to_string(ARRAY(
           SELECT quote_literal(p) FROM unnest(t.parts) p), '' <-> '')
         ELSE t.parts[1] END,
       t.kind, t.df, t.weight::float8
     FROM t JOIN exact e USING (place)
     WHERE t.kind <> ''exact'' AND e.is_stop IS NOT TRUE AND (t.kind <> ''part'' OR e.df = 0)
       -- A word that is there is two only where one is short, such as t shirt or x 9000.
       AND (t.kind <> ''split''
         OR e.df = 0 AND least(char_length(t.parts[1]), char_length(t.parts[2])) > 1
         OR t.parts[1] ~ ''[0-9]$'' <> t.parts[2] ~ ''^[0-9]''
         OR e.df < t.df AND least(char_length(t.parts[1]), char_length(t.parts[2])) < 3)
     UNION ALL
     -- The last word may be the beginning of one, and so may one that is not there.
     SELECT e.place, 1, e.word, e.word, ''prefix'', p.df, 0.6
     FROM exact e
     CROSS JOIN LATERAL (
       SELECT sum(f.df)::bigint AS df FROM (
         SELECT w.df FROM reeve_index.%1$I w
         WHERE w.word ^@ e.word AND w.word <> e.word LIMIT 1000) f) p
     WHERE (e.place = cardinality($1) OR e.df = 0) AND p.df > 0
       AND (char_length(e.word) > 1 OR reeve.word_is_pair(e.word))
     UNION ALL
     -- Words that are made of several end with what they are.
     SELECT e.place, 1, e.word, p.word, ''part'', p.df,
       0.2 + 0.3 * char_length(e.word) / char_length(p.word)::float8
     FROM exact e
     CROSS JOIN LATERAL (
       SELECT w.word, w.df FROM reeve_index.%1$I w
       WHERE reverse(w.word) ^@ reverse(e.word) AND w.word <> e.word
       ORDER BY w.df DESC, w.word LIMIT 8) p
     WHERE (e.df = 0 OR $3) AND char_length(e.word) > 3 AND NOT reeve.word_is_pair(e.word)
       AND e.is_stop IS NOT TRUE',
    'word_' || generation_id)
  USING words, languages, languages = '{}' OR languages && ARRAY['danish', 'dutch', 'finnish',
    'german', 'hungarian', 'norwegian', 'swedish']::regconfig[];
END
$$;

COMMENT ON FUNCTION reeve.search_terms_known(int, regconfig[], text[]) IS
  'What a generation''s dictionary has for the words of a query without correcting them. Stop '
  'words are left out unless there is nothing else.';
