CREATE OR REPLACE FUNCTION reeve.word_stems(languages regconfig[], word text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE WHEN languages <> '{}' THEN ARRAY(
    SELECT DISTINCT s.stem FROM unnest(languages) l(config)
    CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector(l.config, reeve.script_plain(word))))
      s(stem)) END
$$;

COMMENT ON FUNCTION reeve.word_stems(regconfig[], text) IS
  'Stems of a word in some languages: none for a stop word of all of them, NULL if there is no '
  'language.';
