CREATE OR REPLACE FUNCTION reeve.search_relaid(generations int[], query text, is_public boolean)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  tokens text[];
  places int[] := '{}';
  place int;
  word text;
  sought text[] := '{}';
  generation int;
  names text[];
  dfs bigint[];
  is_changed boolean := FALSE;
BEGIN
  query := left(query, 500);
  -- Keys that are signs on the keyboard of the United States are letters on others.
  IF (translate(query, '][;,.''`{}<>~', '') = query) IS NOT FALSE THEN
    RETURN NULL;
  END IF;
  tokens := (regexp_split_to_array(query, E'\\s+'))[:16];
  FOR i IN 1 .. cardinality(tokens) LOOP
    IF tokens[i] ~ '^[][a-zA-Z;,.''`{}<>~]{2,32}$' AND tokens[i] !~ '^([a-zA-Z]*|[^a-zA-Z]*)$' THEN
      places := places || i;
      sought := sought || reeve.search_words(tokens[i]) || reeve.word_relaid(tokens[i]);
    END IF;
  END LOOP;
  FOREACH generation IN ARRAY CASE WHEN places <> '{}' THEN generations ELSE '{}' END LOOP
    EXECUTE format('SELECT array_agg(w.word::text), array_agg(w.df) FROM reeve_index.%I w
      WHERE w.word = ANY ($1)', 'word_' || generation) INTO names, dfs USING sought;
    IF is_public AND names IS NOT NULL THEN
      -- What only hidden rows have is not told.
      EXECUTE format('SELECT array_agg(n.name) FROM unnest($1, reeve_index.%I($2, ARRAY(
        SELECT reeve.search_lexeme(l) FROM unnest($1) l), $3)) n(name, rows) WHERE n.rows > 0',
        'search_seen_' || generation) INTO names USING names, generation, dfs;
    END IF;
    FOREACH place IN ARRAY CASE WHEN names <> '{}' THEN places ELSE '{}' END LOOP
      CONTINUE WHEN tokens[place] !~ '[a-zA-Z]' OR names @> reeve.search_words(tokens[place]);
      FOREACH word IN ARRAY reeve.word_relaid(tokens[place]) LOOP
        IF word = ANY (names) THEN
          tokens[place] := word;
          is_changed := TRUE;
          EXIT;
        END IF;
      END LOOP;
    END LOOP;
  END LOOP;
  RETURN CASE WHEN is_changed THEN array_to_string(tokens, ' ') END;
END
$$;

COMMENT ON FUNCTION reeve.search_relaid(int[], text, boolean) IS
  'A query that was typed with the keyboard set to another language, where signs are letters of '
  'words that the dictionaries of these generations have, for the public of rows that everybody '
  'may see. NULL: it was not.';
