CREATE OR REPLACE FUNCTION reeve.search_candidates(words text[], known bigint[], with_forms boolean)
RETURNS TABLE(place int, span int, kind text, one text, other text, weight float8)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
  word text;
  next text;
  letters int;
  are_letters boolean;
  is_known boolean;
  parts text[];
  -- A code without its sign, where its letters and digits meet, and where it may be written apart
  joined text;
  borders int[];
  cuts int[];
BEGIN
  FOR i IN 1 .. cardinality(words) LOOP
    word := words[i];
    CONTINUE WHEN word IS NULL;
    place := i;
    letters := char_length(word);
    is_known := known[i] > 0;
    are_letters := NOT reeve.word_is_pair(word);
    next := words[i + 1];
    other := NULL;
    IF are_letters AND letters + char_length(next) BETWEEN 3 AND 40
      AND NOT reeve.word_is_pair(next)
    THEN
      span := 2;
      kind := 'joined';
      one := word || next;
      weight := 0.95;
      RETURN NEXT;
      -- A code of three parts
      IF letters + char_length(next) + char_length(words[i + 2]) <= 24
        AND NOT reeve.word_is_pair(words[i + 2])
        AND concat(word, next, words[i + 2]) ~ '[0-9][^0-9]|[^0-9][0-9]'
      THEN
        span := 3;
        one := one || words[i + 2];
        RETURN NEXT;
      END IF;
    END IF;
    span := 1;
    IF with_forms THEN
      kind := 'form';
      FOR one, weight IN
        SELECT f.form, max(f.weight) FROM reeve.word_forms(word) f GROUP BY f.form
      LOOP
        RETURN NEXT;
      END LOOP;
    END IF;
    CONTINUE WHEN NOT are_letters;
    IF letters BETWEEN 3 AND 40 THEN
      kind := 'split';
      weight := 0.9;
      FOR n IN 1 .. letters - 1 LOOP
        -- An existing word is split only if one part is short, such as t shirt or x 9000.
        CONTINUE WHEN is_known AND least(n, letters - n) > 2
          AND (substr(word, n, 2) !~ '[0-9]' OR word !~ '[^0-9]');
        one := left(word, n);
        other := substr(word, n + 1);
        RETURN NEXT;
      END LOOP;
      other := NULL;
    END IF;
    -- The parts of a code, as one word and as two, or what has other signs
    parts := reeve.word_parts(word);
    IF parts IS NOT NULL THEN
      IF cardinality(parts) > 1 THEN
        kind := 'split';
        one := parts[1];
        other := parts[2];
        weight := 0.9;
        RETURN NEXT;
        other := NULL;
        IF char_length(one) > 2 THEN
          kind := 'part';
          weight := 0.6;
          RETURN NEXT;
        END IF;
      END IF;
      -- 3/4 is not 34.
      IF (parts[1] ~ '[0-9]$' AND parts[2] ~ '^[0-9]') IS NOT TRUE
        OR concat(parts[1], parts[2]) ~ '[^0-9]'
      THEN
        kind := 'form';
        one := array_to_string(parts, '');
        weight := CASE cardinality(parts) WHEN 1 THEN 0.4 ELSE 0.95 END;
        RETURN NEXT;
      END IF;
    END IF;
    -- A code in three parts, one of which begins where letters and digits meet; of a code with a
    -- sign, one where the sign is.
    IF word ~ '[0-9]' AND letters <= 16 AND (parts IS NULL OR cardinality(parts) = 2) THEN
      kind := 'split';
      weight := 0.9;
      joined := coalesce(array_to_string(parts, ''), word);
      borders := '{}';
      cuts := '{}';
      FOR n IN 1 .. char_length(joined) - 1 LOOP
        IF substr(joined, n, 2) ~ '[0-9][^0-9]|[^0-9][0-9]' THEN
          borders := borders || n;
          IF n <> char_length(parts[1]) THEN
            one := left(joined, n);
            other := substr(joined, n + 1);
            RETURN NEXT;
          END IF;
        END IF;
        IF n = ANY (borders) OR n = char_length(parts[1])
          OR parts IS NULL AND substr(joined, n, 2) ~ '[0-9]{2}'
        THEN
          cuts := cuts || n;
        END IF;
      END LOOP;
      FOR a IN 1 .. cardinality(cuts) - 1 LOOP
        FOR b IN a + 1 .. cardinality(cuts) LOOP
          CONTINUE WHEN NOT ARRAY[cuts[a], cuts[b]] && borders;
          one := left(joined, cuts[a]);
          other := concat_ws(' ', substr(joined, cuts[a] + 1, cuts[b] - cuts[a]),
            substr(joined, cuts[b] + 1));
          RETURN NEXT;
        END LOOP;
      END LOOP;
      other := NULL;
    END IF;
    CONTINUE WHEN is_known;
    -- The ends and beginnings of a compound word
    kind := 'part';
    FOR n IN 4 .. least(letters, 40) - 1 LOOP
      one := right(word, n);
      weight := 0.5;
      RETURN NEXT;
      IF n > 4 THEN
        one := left(word, n);
        weight := 0.3;
        RETURN NEXT;
      END IF;
    END LOOP;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_candidates(text[], bigint[], boolean) IS
  'Returns the words that the words of a query may match besides themselves, if a dictionary has '
  'them: two joined, one split in two, of codes with digits also three, another form and, of words '
  'that no document has, their beginnings and ends. known: how many documents have each word. '
  'other: what follows one, if it is split; of three parts the last two, with a blank between.';
