CREATE OR REPLACE FUNCTION reeve.search_terms_known(
  generation_id int, languages regconfig[], words text[], is_public boolean, less jsonb)
RETURNS SETOF reeve.search_term
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  t reeve.search_term;
  -- How many documents have each word, and how many posting tiers it has.
  known bigint[];
  levels int[];
  -- The words that are looked for within longer words, and their positions in the query.
  others text[] := '{}';
  places int[] := '{}';
  compounds constant boolean := languages = '{}' OR languages && ARRAY['danish', 'dutch',
    'finnish', 'german', 'hungarian', 'norwegian', 'swedish']::regconfig[];
BEGIN
  IF languages <> '{}' THEN
    words := ARRAY(
      SELECT CASE WHEN q.stop IS NULL THEN q.word END
      FROM unnest(words, reeve.word_stops(languages, words)) WITH ORDINALITY q(word, stop, place)
      ORDER BY q.place);
  END IF;
  SELECT array_agg(coalesce(o.df, 0)), array_agg(coalesce(o.levels, 0)) INTO known, levels
  FROM (
    SELECT d.* FROM unnest(words) WITH ORDINALITY q(word, place)
    -- Word by word, by the index, whatever statistics say.
    LEFT JOIN LATERAL (
      SELECT reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df,
        cardinality(w.cuts) AS levels
      FROM reeve.search_word_shape w WHERE w.word = q.word OFFSET 0) d ON TRUE
    ORDER BY q.place) o;
  t.span := 1;
  FOR i IN 1 .. cardinality(words) LOOP
    CONTINUE WHEN words[i] IS NULL;
    t.place := i;
    t.word := words[i];
    t.lexeme := words[i];
    t.kind := 'exact';
    t.df := known[i];
    t.weight := 1;
    t.levels := levels[i];
    RETURN NEXT t;
    IF i = cardinality(words) OR known[i] = 0 OR compounds THEN
      others := others || words[i];
      places := places || i;
    END IF;
    IF known[i] = 0 THEN
      others := others || reeve.word_umlauts(words[i]);
      places := places || array_fill(i, ARRAY[cardinality(others) - cardinality(places)]);
    END IF;
  END LOOP;
  RETURN QUERY
    SELECT c.place, c.span, words[c.place],
      CASE WHEN c.other IS NULL THEN c.one
        ELSE quote_literal(c.one) || s.operator
          || replace(quote_literal(c.other), ' ', ''' <-> ''') END,
      c.kind, f.df, c.weight * s.share, CASE WHEN c.other IS NULL THEN a.levels END
    FROM (
      SELECT * FROM reeve.search_candidates(words, known, languages = '{}')
      UNION ALL
      SELECT * FROM reeve.search_emoji(words, languages)) c
    CROSS JOIN LATERAL (
      SELECT reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df,
        cardinality(w.cuts) AS levels
      FROM reeve.search_word_shape w WHERE w.word = c.one OFFSET 0) a
    CROSS JOIN LATERAL (
      SELECT least(a.df, (
        SELECT min(coalesce((
          SELECT reeve.search_df(w.df, w.shown, w.word, is_public, less)
          FROM reeve.search_word_shape w WHERE w.word = o.word), 0))
        FROM string_to_table(c.other, ' ') o(word))) AS df OFFSET 0) f
    -- Two whole words that somebody wrote as one need not stand together.
    JOIN (VALUES (' <-> ', 1::float8), (' & ', 0.6)) s(operator, share)
      ON s.share = 1 OR known[c.place] = 0 AND c.kind = 'split'
        AND least(char_length(c.one), char_length(c.other)) > 2 AND strpos(c.other, ' ') = 0
    WHERE f.df > 0 AND (c.kind <> 'split' OR known[c.place] < f.df
      -- A code that occurs may be written apart elsewhere.
      OR (c.one ~ '[0-9]$' OR c.other ~ '^[0-9]') AND concat(c.one, c.other) ~ '[^0-9]');
  FOR i IN 1 .. cardinality(others) LOOP
    t.place := places[i];
    t.word := words[t.place];
    -- The last word may be the beginning of one, and so may one that does not occur.
    IF (t.place = cardinality(words) OR known[t.place] = 0)
      AND (char_length(others[i]) > 1 OR reeve.word_is_pair(t.word))
    THEN
      t.df := (
        SELECT sum(f.df)::bigint FROM (
          SELECT reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df
          FROM reeve.search_word_shape w
          WHERE w.word >= others[i] AND w.word < others[i] || E'\U0010FFFF' AND w.word <> t.word
            AND (w.shown > 0 OR NOT is_public)
          LIMIT 1000) f);
      IF t.df > 0 THEN
        t.lexeme := others[i];
        t.kind := 'prefix';
        t.weight := 0.6;
        t.levels := NULL;
        RETURN NEXT t;
      END IF;
    END IF;
    -- Compound words end with what they mean.
    IF (known[t.place] = 0 OR compounds) AND char_length(others[i]) > 3
      AND NOT reeve.word_is_pair(t.word)
    THEN
      RETURN QUERY
        SELECT t.place, 1, t.word, p.word::text, 'part', p.df,
          0.2 + 0.3 * char_length(others[i]) / char_length(p.word)::float8, cardinality(p.cuts)
        FROM (
          SELECT w.word, w.cuts, reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df
          FROM reeve.search_word_shape w
          WHERE reverse(w.word) >= reverse(others[i])
            AND reverse(w.word) < reverse(others[i]) || E'\U0010FFFF' AND w.word <> t.word) p
        WHERE p.df > 0 ORDER BY p.df DESC, p.word LIMIT 8;
    END IF;
  END LOOP;
  -- Without endings there are no other forms.
  IF languages <> '{}' AND languages <> ARRAY['simple'::regconfig] THEN
    RETURN QUERY
      SELECT q.place::int, 1, q.word, s.word::text, 'form', s.df, 0.7::float8, cardinality(s.cuts)
      FROM unnest(words) WITH ORDINALITY q(word, place)
      CROSS JOIN LATERAL (
        SELECT f.* FROM (
          SELECT w.word, w.cuts, reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df
          FROM reeve.search_word_shape w
          WHERE w.stems && reeve.word_stems(languages, q.word) AND w.word <> q.word) f
        WHERE f.df > 0 ORDER BY f.df DESC, f.word LIMIT 8) s
      WHERE q.word IS NOT NULL;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_terms_known(int, regconfig[], text[], boolean, jsonb) IS
  'Matches in a generation''s dictionary for the words of a query, without corrections. Stop '
  'words are left out unless there is nothing else. is_public, less: whose documents are counted '
  '(reeve.search_df).';
