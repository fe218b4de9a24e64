CREATE OR REPLACE FUNCTION reeve.script_fold(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  folded text;
BEGIN
  IF strpos(input, '"') > 0 THEN
    input := regexp_replace(input, E'(\\d)\\s?"', E'\\1 inch ', 'g');
  END IF;
  -- Invisible characters are no part of a word; some of them would become a hyphen. In Turkish
  -- lower() makes a dotless i of I.
  folded := translate(reeve.text_fold(translate(input,
    E'\u00AD\u200B\u200C\u200D\u200E\u200F\u2060\uFEFF', '')), 'ıςқңғүұөәҳҷһ', 'iσкнгууоахчх');
  IF folded ~ (E'[\\u0590-\\u10ff\\u1780-\\u17ff\\u202a-\\u202e\\u2300-\\u23ff'
    '\\u2600-\\u27bf\\u2b50\\u2b55\\u3005-\\u9fff\\uac00-\\ud7a3\\ufe0f\\U0001f000-'
      '\\U0001faff]') THEN
    folded := reeve.script_letters(folded);
  END IF;
  RETURN btrim(regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g'));
END
$$;

COMMENT ON FUNCTION reeve.script_fold(text) IS
  'The result of search_fold for a text that is not plain ASCII, or that has inches.';

GRANT EXECUTE ON FUNCTION reeve.script_fold(text) TO reeve_access;
