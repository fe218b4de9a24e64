CREATE OR REPLACE FUNCTION reeve.search_emoji(words text[], languages regconfig[])
RETURNS TABLE(place int, span int, kind text, one text, other text, weight float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  spoken constant text[] := CASE WHEN languages <> '{}' AND languages <> '{simple}'
    THEN languages::text[] || 'japanese'::text END;
  -- Words, and Japanese ones of several pairs of letters
  names text[] := '{}';
  places int[] := '{}';
  spans int[] := '{}';
  last int := 0;
BEGIN
  FOR i IN 1 .. cardinality(words) LOOP
    CONTINUE WHEN i <= last OR words[i] IS NULL;
    last := i;
    IF octet_length(words[i]) > char_length(words[i]) AND reeve.word_is_pair(words[i]) THEN
      WHILE reeve.word_is_pair(words[last + 1]) LOOP
        last := last + 1;
      END LOOP;
    END IF;
    names := names || array_to_string(words[i:last], ' ');
    places := places || i;
    spans := spans || last - i + 1;
  END LOOP;
  RETURN QUERY
    SELECT DISTINCT places[array_position(names, e.word)], spans[array_position(names, e.word)],
      'synonym', e.emoji, NULL::text, 0.6::float8
    FROM reeve.emoji e
    WHERE e.word = ANY (names) AND (spoken IS NULL OR e.config = ANY (spoken));
  IF array_to_string(names, '') ~ E'[\U00021000-\U0002BFFF]' THEN
    RETURN QUERY
      SELECT DISTINCT places[array_position(names, e.emoji)], 1, 'synonym', e.word, NULL::text,
        0.9::float8
      FROM reeve.emoji e
      WHERE e.emoji = ANY (names) AND strpos(e.word, ' ') = 0
        AND (spoken IS NULL OR e.config = ANY (spoken));
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_emoji(text[], regconfig[]) IS
  'Emoji that words of a query name in a generation''s languages, and names of emoji in it, as '
  'reeve.search_candidates has variants; of all languages, where a generation has none.';
