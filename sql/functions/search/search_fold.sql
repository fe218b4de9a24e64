CREATE OR REPLACE FUNCTION reeve.search_fold(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
RETURN btrim(regexp_replace(reeve.text_fold(coalesce(input, '')), '[^[:alnum:]]+', ' ', 'g'));

COMMENT ON FUNCTION reeve.search_fold(text) IS
  'Words as documents and queries hold them: folded, all but letters and digits a space.';
