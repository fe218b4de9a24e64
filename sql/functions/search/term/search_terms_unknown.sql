CREATE OR REPLACE FUNCTION reeve.search_terms_unknown(
  generation_id int, languages regconfig[], words text[], known bigint[], met int[],
  is_public boolean, less jsonb)
RETURNS TABLE(
  place int, span int, word text, lexeme text, kind text, df bigint, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  missing text[] := '{}';
  -- The words found for a word, the likeliest of them, and whether no other word is as likely.
  given text[];
  best text;
  is_sure boolean;
BEGIN
  span := 1;
  kind := 'spelling';
  FOR place, word IN
    SELECT w.place, w.word FROM unnest(words, known) WITH ORDINALITY w(word, df, place)
    WHERE w.df <= 2 AND NOT reeve.word_is_pair(w.word)
  LOOP
    given := '{}';
    best := NULL;
    is_sure := FALSE;
    IF known[place] = 0 THEN
      missing := missing || word;
      FOR lexeme, df, weight IN
        SELECT *
        FROM reeve.search_written(search_terms_unknown.generation_id, word, is_public, less)
      LOOP
        IF place = ANY (met) THEN
          CONTINUE WHEN weight < 1;
          weight := 0.4;
        END IF;
        kind := CASE WHEN starts_with(lexeme, '''') THEN 'split' ELSE 'spelling' END;
        IF kind = 'spelling' THEN
          -- A phrase may be in rows alone that are not shown, and rules out nothing.
          missing := array_remove(missing, word);
          given := given || lexeme;
          is_sure := is_sure OR weight = 1;
        END IF;
        RETURN NEXT;
      END LOOP;
      kind := 'spelling';
    END IF;
    CONTINUE WHEN is_sure;
    FOR lexeme, df, weight IN
      SELECT * FROM reeve.search_near(search_terms_unknown.generation_id, word, known[place],
        is_public, less)
    LOOP
      CONTINUE WHEN lexeme = ANY (given);
      missing := array_remove(missing, word);
      given := given || lexeme;
      best := coalesce(best, lexeme);
      -- Words that begin with it are as likely to be meant.
      weight := CASE WHEN place = ANY (met) THEN 0.6 * weight ELSE weight END;
      RETURN NEXT;
    END LOOP;
    -- Other forms of what is most likely meant
    IF best IS NOT NULL AND known[place] = 0 THEN
      FOR lexeme, df, weight IN
        SELECT *
        FROM reeve.search_forms(search_terms_unknown.generation_id, languages, best, is_public,
          less)
      LOOP
        CONTINUE WHEN lexeme = ANY (given);
        weight := CASE WHEN place = ANY (met) THEN 0.6 * weight ELSE weight END;
        RETURN NEXT;
      END LOOP;
    END IF;
  END LOOP;
  -- A Japanese word is pairs of letters in documents, and one word in another script.
  place := 0;
  FOR i IN 1 .. cardinality(words) LOOP
    CONTINUE WHEN known[i] IS DISTINCT FROM 0 OR words[i] !~ '^[ぁ-ゔー]{2}$' OR i < place + span;
    place := i;
    WHILE words[place - 1] ~ '^[ぁ-ゔー]{2}$' LOOP
      place := place - 1;
    END LOOP;
    span := i - place + 1;
    WHILE words[place + span] ~ '^[ぁ-ゔー]{2}$' LOOP
      span := span + 1;
    END LOOP;
    kind := CASE span WHEN 1 THEN 'spelling' ELSE 'joined' END;
    word := words[place];
    FOR lexeme, df, weight IN
      SELECT * FROM reeve.search_written(search_terms_unknown.generation_id,
        reeve.script_plain(array_to_string(words[place:place + span - 1], ' ')), is_public, less)
    LOOP
      RETURN NEXT;
    END LOOP;
  END LOOP;
  span := 1;
  kind := 'spelling';
  -- A slip in a plural or singular that does not occur
  FOREACH word IN ARRAY missing LOOP
    place := array_position(words, word);
    CONTINUE WHEN place = ANY (met);
    FOR lexeme, df, weight IN
      SELECT n.lexeme, max(n.df), max(0.9 * n.weight)
      FROM unnest(reeve.word_number(word)) f(form)
      CROSS JOIN LATERAL reeve.search_near(search_terms_unknown.generation_id, f.form, 0,
        is_public, less) n
      GROUP BY n.lexeme ORDER BY 3 DESC, 1 LIMIT 4
    LOOP
      missing := array_remove(missing, word);
      RETURN NEXT;
    END LOOP;
  END LOOP;
  kind := 'joined';
  span := 2;
  FOREACH word IN ARRAY missing LOOP
    CONTINUE WHEN array_position(words, word) = ANY (met);
    FOR place, lexeme, df, weight IN
      SELECT p.place, n.lexeme, n.df, n.weight
      FROM generate_series(greatest(array_position(words, word) - 1, 1),
        least(array_position(words, word), cardinality(words) - 1)) p(place)
      CROSS JOIN LATERAL reeve.search_near(search_terms_unknown.generation_id,
        words[p.place] || words[p.place + 1], 0, is_public, less) n
    LOOP
      missing := array_remove(missing, word);
      RETURN NEXT;
    END LOOP;
  END LOOP;
  -- Words that contain one without any match; search_terms_known finds those that end with it.
  IF EXISTS (SELECT FROM unnest(missing) m(word) WHERE char_length(m.word) > 2) THEN
    RETURN QUERY
      SELECT array_position(words, m.word), 1, m.word, p.word, 'part', p.df,
        0.2 + 0.2 * char_length(m.word) / char_length(p.word)::float8
      FROM unnest(missing) m(word)
      CROSS JOIN LATERAL (
        SELECT w.word::text, reeve.search_df(w.df, w.shown, w.word, is_public, less) AS df
        FROM reeve.search_word_shape w
        WHERE reeve.word_traces(w.word) @> reeve.word_inner(m.word) AND strpos(w.word, m.word) > 0
          AND (char_length(m.word) < 4 OR right(w.word, char_length(m.word)) <> m.word)
        ORDER BY 2 DESC, w.word LIMIT 8) p
      WHERE char_length(m.word) > 2 AND p.df > 0;
  END IF;
  word := words[cardinality(words)];
  IF NOT FOUND AND word = ANY (missing) AND cardinality(words) <> ALL (met) THEN
    RETURN QUERY
      SELECT cardinality(words), 1, word, n.lexeme, 'prefix', n.df, n.weight
      FROM reeve.search_near_begins(search_terms_unknown.generation_id, word, is_public, less) n;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_terms_unknown(
  int, regconfig[], text[], bigint[], int[], boolean, jsonb) IS
  'Words in a generation''s dictionary that may be meant by words of a query that at most two '
  'documents have. met: positions for which another term is found.';
