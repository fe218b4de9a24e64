CREATE OR REPLACE FUNCTION reeve.search_terms_known(
  generation_id int, languages regconfig[], words text[], seen jsonb)
RETURNS TABLE(
  place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  -- The terms searched for, those that occur, and how often each word of the query does.
  c_place int[];
  c_span int[];
  c_kind text[];
  c_one text[];
  c_other text[];
  c_weight float8[];
  there text[];
  counts bigint[];
  known bigint[];
  dictionary text := reeve.search_dictionary(generation_id, seen);
  compounds boolean := languages = '{}' OR languages && ARRAY['danish', 'dutch', 'finnish',
    'german', 'hungarian', 'norwegian', 'swedish']::regconfig[];
BEGIN
  IF languages <> '{}' THEN
    words := ARRAY(
      SELECT CASE WHEN q.stop IS NULL THEN q.word END
      FROM unnest(words, reeve.word_stops(languages, words)) WITH ORDINALITY q(word, stop, place)
      ORDER BY q.place);
  END IF;
  SELECT array_agg(c.place), array_agg(c.span), array_agg(c.kind), array_agg(c.one),
    array_agg(c.other), array_agg(c.weight)
  INTO c_place, c_span, c_kind, c_one, c_other, c_weight
  FROM reeve.search_candidates(words, languages = '{}') c;
  EXECUTE format('SELECT array_agg(w.word), array_agg(w.df) FROM %s w
    WHERE w.word = ANY ($1)', dictionary) INTO there, counts USING c_one || c_other;
  known := ARRAY(
    SELECT coalesce(counts[array_position(there, q.word)], 0)
    FROM unnest(words) WITH ORDINALITY q(word, place) ORDER BY q.place);
  RETURN QUERY
    SELECT c.place, c.span, words[c.place],
      CASE WHEN c.other IS NULL THEN c.one
        ELSE quote_literal(c.one) || o.operator || quote_literal(c.other) END,
      c.kind, coalesce(f.df, 0), c.weight * o.share
    FROM unnest(c_place, c_span, c_kind, c_one, c_other, c_weight)
      c(place, span, kind, one, other, weight)
    CROSS JOIN LATERAL (
      SELECT CASE WHEN c.other IS NULL THEN counts[array_position(there, c.one)]
        WHEN there @> ARRAY[c.one, c.other] THEN least(counts[array_position(there, c.one)],
          counts[array_position(there, c.other)]) END AS df) f
    -- Two whole words that somebody wrote as one need not stand together.
    JOIN (VALUES (' <-> ', 1::float8), (' & ', 0.6)) o(operator, share)
      ON o.share = 1 OR known[c.place] = 0 AND c.kind = 'split'
        AND least(char_length(c.one), char_length(c.other)) > 2
    WHERE c.kind = 'exact' OR f.df > 0 AND CASE c.kind
      WHEN 'part' THEN known[c.place] = 0
      -- An existing word is split only if one part is short, such as t shirt or x 9000.
      WHEN 'split' THEN c.one ~ '[0-9]$' <> (c.other ~ '^[0-9]') OR known[c.place] = 0
        OR known[c.place] < f.df AND least(char_length(c.one), char_length(c.other)) < 3
      ELSE TRUE END;
  -- What is looked for within longer words, and for which word
  IF 0 = ANY (known) THEN
    SELECT array_agg(q.place), array_agg(q.word), array_agg(o.word), array_agg(q.df)
    INTO c_place, c_one, c_other, counts
    FROM unnest(words, known) WITH ORDINALITY q(word, df, place)
    CROSS JOIN LATERAL (
      SELECT q.word UNION ALL SELECT unnest(reeve.word_umlauts(q.word)) WHERE q.df = 0) o(word);
  ELSE
    c_place := ARRAY(SELECT generate_series(1, cardinality(words)));
    c_one := words;
    c_other := words;
    counts := known;
  END IF;
  -- The rest in one statement, since one that names a dictionary is planned each time.
  -- The last word may be the beginning of one, and so may one that does not occur.
  RETURN QUERY EXECUTE format(
    'SELECT q.place, 1, q.word, q.other, ''prefix'', p.df, 0.6::float8
     FROM unnest($1, $2, $3, $4) q(place, word, other, df)
     CROSS JOIN LATERAL (
       SELECT sum(f.df)::bigint AS df FROM (
         SELECT w.df FROM %1$s w
         WHERE w.word >= q.other AND w.word < q.other || $5 AND w.word <> q.word LIMIT 1000) f) p
     WHERE (q.place = $6 OR q.df = 0) AND p.df > 0
       AND (char_length(q.other) > 1 OR reeve.word_is_pair(q.word))' || CASE
    -- Without endings there are no other forms.
    WHEN languages <> '{}' AND languages <> ARRAY['simple'::regconfig] THEN '
     UNION ALL
     SELECT q.place::int, 1, q.word, s.word::text, ''form'', s.df, 0.9::float8
     FROM unnest($7) WITH ORDINALITY q(word, place)
     CROSS JOIN LATERAL (
       SELECT w.word, w.df FROM %1$s w
       WHERE w.stems && reeve.word_stems($8, q.word) AND w.word <> q.word
       ORDER BY w.df DESC, w.word LIMIT 8) s
     WHERE q.word IS NOT NULL' ELSE '' END || CASE
    -- Compound words end with what they mean.
    WHEN compounds OR 0 = ANY (known) THEN '
     UNION ALL
     SELECT q.place, 1, q.word, p.word::text, ''part'', p.df,
       0.2 + 0.3 * char_length(q.other) / char_length(p.word)::float8
     FROM unnest($1, $2, $3, $4) q(place, word, other, df)
     CROSS JOIN LATERAL (
       SELECT w.word, w.df FROM %1$s w
       WHERE reverse(w.word) >= reverse(q.other) AND reverse(w.word) < reverse(q.other) || $5
         AND w.word <> q.word
       ORDER BY w.df DESC, w.word LIMIT 8) p
     WHERE (q.df = 0 OR $9) AND char_length(q.other) > 3 AND NOT reeve.word_is_pair(q.word)'
    ELSE '' END, dictionary)
  USING c_place, c_one, c_other, counts, E'\U0010FFFF', cardinality(words), words, languages,
    compounds;
END
$$;

COMMENT ON FUNCTION reeve.search_terms_known(int, regconfig[], text[], jsonb) IS
  'Matches in a generation''s dictionary for the words of a query, without corrections. Stop '
  'words are left out unless there is nothing else.';
