CREATE OR REPLACE FUNCTION reeve.word_stems(languages regconfig[], word text) RETURNS text[]
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- A code is no other word.
  IF languages <> '{}' AND reeve.word_parts(word) IS NOT NULL THEN
    RETURN ARRAY[word];
  END IF;
  RETURN CASE cardinality(languages) WHEN 0 THEN NULL
    WHEN 1 THEN tsvector_to_array(to_tsvector(languages[1], reeve.script_plain(word)))
    ELSE ARRAY(
      SELECT DISTINCT s.stem FROM unnest(languages) l(config)
      CROSS JOIN LATERAL unnest(tsvector_to_array(
        to_tsvector(l.config, reeve.script_plain(word)))) s(stem)) END;
END
$$;

COMMENT ON FUNCTION reeve.word_stems(regconfig[], text) IS
  'Stems of a word in some languages: none for a stop word of all of them, NULL if there is no '
  'language.';
