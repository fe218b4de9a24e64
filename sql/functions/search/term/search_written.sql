CREATE OR REPLACE FUNCTION reeve.search_written(
  generation_id int, word text, is_public boolean, less jsonb)
RETURNS TABLE(lexeme text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  typed constant text := reeve.word_latin(search_written.word);
  is_latin constant boolean := typed = search_written.word;
  -- Whether the dictionary has words that are not in Latin letters, and Japanese ones.
  is_mixed boolean;
  is_japanese boolean;
  keys text[] := '{}';
  relaid constant text[] := CASE WHEN char_length(search_written.word) BETWEEN 3 AND 24
    THEN reeve.word_relaid(search_written.word) ELSE '{}' END;
  traces int[] := '{}';
  kana text;
  listed constant tsquery := quote_literal(chr(28));
  pairs text[];
BEGIN
  SELECT EXISTS (
      SELECT FROM reeve.search_word_shape w
      WHERE w.word >= 'Ͱ' AND w.word < E'\U00010000' AND (w.shown > 0 OR NOT is_public)),
    EXISTS (
      SELECT FROM reeve.search_word_shape w
      WHERE w.word >= 'ぁ' AND w.word < 'ㄅ' AND (w.shown > 0 OR NOT is_public))
  INTO is_mixed, is_japanese;
  IF is_mixed OR NOT is_latin THEN
    keys := reeve.word_keys(search_written.word);
  END IF;
  FOR i IN 1 .. cardinality(keys) LOOP
    -- Two sounds are no word.
    CONTINUE WHEN char_length(keys[i]) < 3;
    traces := traces || (hashtext(keys[i]) & 131071 | 2097152);
  END LOOP;
  IF keys <> '{}' OR relaid <> '{}' THEN
    RETURN QUERY
      SELECT o.word::text, max(o.df), CASE WHEN min(o.cost) = 0
          AND char_length(search_written.word) > 3 THEN 1 ELSE 0.9 - 0.1 * min(o.cost) END::float8
      FROM (
        SELECT w.word, reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df,
          0::real AS cost
        FROM reeve.search_word_shape w
        WHERE w.word = ANY (relaid) AND w.word <> search_written.word
        UNION ALL
        SELECT k.word, k.df, coalesce(reeve.word_slip(typed, k.latin), 2)
        FROM (
          SELECT w.word, reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df,
            reeve.word_latin(w.word) AS latin
          FROM reeve.search_word_shape w
          WHERE reeve.word_traces(w.word) && traces AND (w.shown > 0 OR NOT is_public)) k
        WHERE (k.latin = k.word) <> is_latin
          AND reeve.word_key(k.latin, k.latin = k.word) = ANY (keys)) o
      WHERE o.df > 0
      GROUP BY o.word ORDER BY min(o.cost), 2 DESC, o.word LIMIT 4;
  END IF;
  FOREACH kana IN ARRAY CASE WHEN is_japanese THEN reeve.word_kana(search_written.word)
    ELSE '{}' END LOOP
    pairs := ARRAY(SELECT substr(kana, i, 2) FROM generate_series(1, char_length(kana) - 1) i);
    SELECT min(o.df) INTO df
    FROM (
      SELECT w.word, reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df
      FROM reeve.search_word_shape w WHERE w.word = ANY (pairs)) o
    WHERE o.df > 0 HAVING count(*) = (SELECT count(DISTINCT p) FROM unnest(pairs) p);
    lexeme := CASE cardinality(pairs) WHEN 1 THEN pairs[1] ELSE (
      SELECT string_agg(quote_literal(p.pair), ' <-> ' ORDER BY p.place)
      FROM unnest(pairs) WITH ORDINALITY p(pair, place)) END;
    -- All pairs of a word may be in some documents, and the word in none that is to be seen.
    IF df > 0 AND (cardinality(pairs) = 1 OR EXISTS (
      SELECT FROM reeve.search_document_shape i
      WHERE i.tsv @@ CASE WHEN is_public THEN lexeme::tsquery && listed ELSE lexeme::tsquery END))
    THEN
      weight := 1;
      RETURN NEXT;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_written(int, text, boolean, jsonb) IS
  'Words of a generation''s dictionary that a word which no document has may be in another script '
  'or keyboard layout, the likeliest first, and hiragana, of which several pairs are a phrase. '
  'weight: 1 where it is just that, and has over three letters.';
