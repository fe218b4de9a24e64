CREATE OR REPLACE FUNCTION reeve.word_stems(languages regconfig[], word text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT CASE WHEN languages <> '{}' THEN ARRAY(
    SELECT DISTINCT s.stem FROM unnest(languages) l(config)
    -- Dictionaries know the marks, not the letters that stand for them.
    CROSS JOIN (
      SELECT CASE WHEN word !~ '[\U00020900-\U00020FFF]' THEN word ELSE (
        SELECT string_agg(CASE WHEN ascii(c.letter) BETWEEN 133376 AND 135167
          THEN chr(ascii(c.letter) - 131072) ELSE c.letter END, '' ORDER BY c.place)
        FROM regexp_split_to_table(word, '') WITH ORDINALITY c(letter, place)) END) w(text)
    CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector(l.config, w.text))) s(stem)) END
$$;

COMMENT ON FUNCTION reeve.word_stems(regconfig[], text) IS
  'Stems of a word in some languages: none for a stop word of all of them, NULL where there is no '
  'language.';
