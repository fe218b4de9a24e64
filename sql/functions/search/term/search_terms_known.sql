CREATE OR REPLACE FUNCTION reeve.search_terms_known(
  generation_id int, languages regconfig[], words text[], seen jsonb)
RETURNS TABLE(
  place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  -- The variants that may be, those words of them that occur, and how often each word does.
  c record;
  there text[];
  counts bigint[];
  known bigint[];
  -- What is looked for within longer words, and for which word.
  others record;
  is_all constant boolean := seen = '{}';
  compounds constant boolean := languages = '{}' OR languages && ARRAY['danish', 'dutch',
    'finnish', 'german', 'hungarian', 'norwegian', 'swedish']::regconfig[];
BEGIN
  IF languages <> '{}' THEN
    words := ARRAY(
      SELECT CASE WHEN q.stop IS NULL THEN q.word END
      FROM unnest(words, reeve.word_stops(languages, words)) WITH ORDINALITY q(word, stop, place)
      ORDER BY q.place);
  END IF;
  SELECT array_agg(o.place) AS places, array_agg(o.span) AS spans, array_agg(o.kind) AS kinds,
    array_agg(o.one) AS ones, array_agg(o.other) AS others, array_agg(o.weight) AS weights
  INTO c
  FROM (
    SELECT * FROM reeve.search_candidates(words, languages = '{}')
    UNION ALL
    SELECT * FROM reeve.search_emoji(words, languages)) o;
  SELECT coalesce(array_agg(w.word::text), '{}'), array_agg(w.df) INTO there, counts
  FROM (
    SELECT o.word, CASE WHEN is_all THEN o.df ELSE coalesce((seen ->> o.word)::bigint, o.df) END
      AS df
    FROM reeve.search_word_shape o WHERE o.word = ANY (c.ones || c.others)) w
  WHERE is_all OR w.df <> 0;
  known := ARRAY(
    SELECT coalesce(counts[array_position(there, q.word)], 0)
    FROM unnest(words) WITH ORDINALITY q(word, place) ORDER BY q.place);
  RETURN QUERY
    SELECT o.place, o.span, words[o.place],
      CASE WHEN o.other IS NULL THEN o.one
        ELSE quote_literal(o.one) || s.operator || quote_literal(o.other) END,
      o.kind, coalesce(f.df, 0), o.weight * s.share
    FROM unnest(c.places, c.spans, c.kinds, c.ones, c.others, c.weights)
      o(place, span, kind, one, other, weight)
    CROSS JOIN LATERAL (
      SELECT CASE WHEN o.other IS NULL THEN counts[array_position(there, o.one)]
        WHEN there @> ARRAY[o.one, o.other] THEN least(counts[array_position(there, o.one)],
          counts[array_position(there, o.other)]) END AS df) f
    -- Two whole words that somebody wrote as one need not stand together.
    JOIN (VALUES (' <-> ', 1::float8), (' & ', 0.6)) s(operator, share)
      ON s.share = 1 OR known[o.place] = 0 AND o.kind = 'split'
        AND least(char_length(o.one), char_length(o.other)) > 2
    WHERE o.kind = 'exact' OR f.df > 0 AND CASE o.kind
      WHEN 'part' THEN known[o.place] = 0
      -- An existing word is split only if one part is short, such as t shirt or x 9000.
      WHEN 'split' THEN o.one ~ '[0-9]$' <> (o.other ~ '^[0-9]') OR known[o.place] = 0
        OR known[o.place] < f.df AND least(char_length(o.one), char_length(o.other)) < 3
      ELSE TRUE END;
  SELECT array_agg(q.place) AS places, array_agg(q.word) AS words, array_agg(o.word) AS others,
    array_agg(q.df) AS dfs
  INTO others
  FROM unnest(words, known) WITH ORDINALITY q(word, df, place)
  CROSS JOIN LATERAL (
    SELECT q.word UNION ALL SELECT unnest(reeve.word_umlauts(q.word)) WHERE q.df = 0) o(word);
  -- The last word may be the beginning of one, and so may one that does not occur.
  RETURN QUERY
    SELECT q.place::int, 1, q.word, q.other, 'prefix', p.df, 0.6::float8
    FROM unnest(others.places, others.words, others.others, others.dfs) q(place, word, other, df)
    CROSS JOIN LATERAL (
      SELECT sum(f.df)::bigint AS df FROM (
        SELECT CASE WHEN is_all THEN w.df ELSE coalesce((seen ->> w.word)::bigint, w.df) END AS df
        FROM reeve.search_word_shape w
        WHERE w.word >= q.other AND w.word < q.other || E'\U0010FFFF' AND w.word <> q.word
          AND (is_all OR (seen ->> w.word) IS DISTINCT FROM '0') LIMIT 1000) f) p
    WHERE (q.place = cardinality(words) OR q.df = 0) AND p.df > 0
      AND (char_length(q.other) > 1 OR reeve.word_is_pair(q.word));
  -- Without endings there are no other forms.
  IF languages <> '{}' AND languages <> ARRAY['simple'::regconfig] THEN
    RETURN QUERY
      SELECT q.place::int, 1, q.word, s.word::text, 'form', s.df, 0.9::float8
      FROM unnest(words) WITH ORDINALITY q(word, place)
      CROSS JOIN LATERAL (
        SELECT w.word, CASE WHEN is_all THEN w.df ELSE coalesce((seen ->> w.word)::bigint, w.df) END
          AS df
        FROM reeve.search_word_shape w
        WHERE w.stems && reeve.word_stems(languages, q.word) AND w.word <> q.word
          AND (is_all OR (seen ->> w.word) IS DISTINCT FROM '0')
        ORDER BY 2 DESC, w.word LIMIT 8) s
      WHERE q.word IS NOT NULL;
  END IF;
  -- Compound words end with what they mean.
  IF compounds OR 0 = ANY (known) THEN
    RETURN QUERY
      SELECT q.place::int, 1, q.word, p.word::text, 'part', p.df,
        0.2 + 0.3 * char_length(q.other) / char_length(p.word)::float8
      FROM unnest(others.places, others.words, others.others, others.dfs) q(place, word, other, df)
      CROSS JOIN LATERAL (
        SELECT w.word, CASE WHEN is_all THEN w.df ELSE coalesce((seen ->> w.word)::bigint, w.df) END
          AS df
        FROM reeve.search_word_shape w
        WHERE reverse(w.word) >= reverse(q.other)
          AND reverse(w.word) < reverse(q.other) || E'\U0010FFFF'
          AND w.word <> q.word AND (is_all OR (seen ->> w.word) IS DISTINCT FROM '0')
        ORDER BY 2 DESC, w.word LIMIT 8) p
      WHERE (q.df = 0 OR compounds) AND char_length(q.other) > 3 AND NOT reeve.word_is_pair(q.word);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_terms_known(int, regconfig[], text[], jsonb) IS
  'Matches in a generation''s dictionary for the words of a query, without corrections. Stop '
  'words are left out unless there is nothing else.';
