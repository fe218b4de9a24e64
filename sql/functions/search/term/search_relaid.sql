CREATE OR REPLACE FUNCTION reeve.search_relaid(
  generations int[], query text, is_public boolean, pending text[])
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
    -- Words that only hidden rows have are left out.
    EXECUTE format('SELECT array_agg(w.word::text) FROM reeve_index.%I w WHERE w.word = ANY ($1)
      AND CASE WHEN $2 THEN w.shown > (
          SELECT count(*) FROM unnest($3) p(key) JOIN reeve_index.%I i USING (key)
          WHERE i.tsv @@ (reeve.search_lexeme(w.word)::tsquery && $4))
        ELSE w.df > 0 END', 'word_' || generation, (
        SELECT n.table_name FROM reeve.search_generation n WHERE n.generation_id = generation))
    INTO names USING sought, is_public, pending, quote_literal(chr(28))::tsquery;
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

COMMENT ON FUNCTION reeve.search_relaid(int[], text, boolean, text[]) IS
  'A query that was typed with the keyboard set to another language, where signs are letters of '
  'words that the dictionaries of these generations have, for the public of rows that everybody '
  'may see. NULL: it was not.';
