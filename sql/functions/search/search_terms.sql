CREATE OR REPLACE FUNCTION reeve.search_terms(generations int[], words text[])
RETURNS TABLE(
  generation_id int, place int, word text, lexeme text, is_prefix boolean, df bigint,
  weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g int;
  config regconfig;
  known int[] := '{}';
BEGIN
  FOREACH g IN ARRAY generations LOOP
    SELECT reeve.search_config(n.declared -> 'search') INTO config
    FROM reeve.search_generation n WHERE n.generation_id = g;
    FOR generation_id, place, word, lexeme, is_prefix, df, weight IN EXECUTE format(
      'SELECT $1, q.place::int, q.word, l.lexeme, FALSE,
         coalesce((SELECT w.df FROM reeve_index.%1$I w WHERE w.word = l.lexeme), 0), 1::float8
       FROM unnest($2) WITH ORDINALITY q(word, place)
       CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector($3, q.word))) l(lexeme)
       UNION ALL
       -- The last word may be the beginning of one.
       SELECT $1, cardinality($2), p.word, p.word, TRUE, p.df, 0.7
       FROM (
         SELECT $2[cardinality($2)] AS word, sum(f.df)::bigint AS df
         FROM (
           SELECT w.df FROM reeve_index.%1$I w
           WHERE w.word ^@ $2[cardinality($2)] AND w.word <> $2[cardinality($2)] LIMIT 1000) f) p
       WHERE char_length(p.word) > 1 AND p.df > 0', 'word_' || g)
      USING g, words, config
    LOOP
      IF df > 0 THEN
        known := known || place;
      END IF;
      RETURN NEXT;
    END LOOP;
  END LOOP;
  -- Only a word that no dictionary has is taken for another.
  FOREACH g IN ARRAY generations LOOP
    SELECT reeve.search_config(n.declared -> 'search') INTO config
    FROM reeve.search_generation n WHERE n.generation_id = g;
    RETURN QUERY EXECUTE format(
      'SELECT $1, q.place::int, q.word, c.word, FALSE, c.df, 0.7::float8
       FROM unnest($2) WITH ORDINALITY q(word, place)
       CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector($3, q.word))) l(lexeme)
       CROSS JOIN LATERAL (
         SELECT w.word, w.df
         FROM (
           SELECT DISTINCT x.word FROM reeve.search_deletions(l.lexeme) d(key)
           JOIN reeve_index.%I x ON x.key = d.key) f
         JOIN reeve_index.%I w ON w.word = f.word
         ORDER BY reeve.word_distance(l.lexeme, w.word), w.df DESC, w.word LIMIT 3) c
       WHERE q.place <> ALL ($4) AND reeve.search_is_correctable(l.lexeme)',
      'deletion_' || g, 'word_' || g) USING g, words, config, known;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_terms(int[], text[]) IS
  'What the words of a query are looked for as in each generation: themselves (df 0: not there), '
  'for the last one words that begin so, and for one that none of them knows up to 3 others.';
