CREATE OR REPLACE FUNCTION reeve.flag_words(input text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Removes invisible characters and replaces look-alikes of Latin letters.
  input := translate(reeve.text_fold(translate(left(coalesce(input, ''), 20000),
      E'_\u200B\u200C\u200D\u2060\uFEFF\u00AD\u200E\u200F\u202A\u202B\u202C\u202D\u202E', ' ')),
    'авегкмнорстухіјѕԁһӏԛԝαβγεηικνορτυχωı', 'aberkmhopctyxijsdhiqwabyenikvoptuxwi');
  -- Lookaround and back references are slow, so a plain search decides whether they run.
  IF ' ' || input || ' ' ~ '[^[:alnum:]][[:alnum:]][^[:alnum:]]+[[:alnum:]][^[:alnum:]]' THEN
    input := regexp_replace(
      input, E'(?<=\\m[[:alnum:]])[^[:alnum:]]+(?=[[:alnum:]]\\M)', '', 'g');
  END IF;
  IF input ~ ('aaa|bbb|ccc|ddd|eee|fff|ggg|hhh|iii|jjj|kkk|lll|mmm|nnn|ooo|ppp|qqq|rrr|sss|ttt|'
    'uuu|vvv|www|xxx|yyy|zzz') THEN
    input := regexp_replace(input, E'([a-z])\\1\\1+', E'\\1', 'g');
  END IF;
  RETURN (
    SELECT coalesce(array_agg(w.word ORDER BY w.place), '{}')
    FROM (
      SELECT CASE WHEN translate(t.token, '0134578@$!|', '') = t.token THEN t.token
        WHEN t.token ~ '[a-z]' THEN translate(btrim(t.token, '!|'), '0134578@$!|', 'oieastbasii')
        ELSE translate(t.token, '@$!|', '') END AS word, t.place
      FROM unnest(string_to_array(regexp_replace(input, '[^[:alnum:]@$!|]+', ' ', 'g'), ' '))
        WITH ORDINALITY t(token, place)) w
    WHERE w.word <> '' AND char_length(w.word) <= 60);
END
$$;

COMMENT ON FUNCTION reeve.flag_words(text) IS
  'The words of the first 20,000 characters of a text in order, in the form in which lists of '
  'words are compared: lower case, without accents and invisible characters; Cyrillic and Greek '
  'letters as the Latin ones they look like; single letters (r e p, r-e-p) joined; a letter three '
  'times or more as one; digits and symbols between letters as the letters that they resemble: '
  'r3pl1c@ is replica.';
