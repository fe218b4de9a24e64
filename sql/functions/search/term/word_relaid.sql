CREATE OR REPLACE FUNCTION reeve.word_relaid(typed text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- The characters of the same keys, first on a keyboard of the United States; folded, so that ~ is
  -- lam and alef.
  latin constant text := 'qwertyuiop[]asdfghjkl;''zxcvbnm,.`';
  russian constant text := 'йцукенгшщзхъфывапролджэячсмитьбюе';
  ukrainian constant text := 'йцукенгшщзхїфівапролджєячсмитьбю''';
  greek constant text := ';σερτυθιοπ[]ασδφγηξκλ΄''ζχψωβνμ,.`';
  hebrew constant text := '/''קראטונמפ][שדגכעיחלכפ,זסבהנמצתצ;';
  arabic constant text := 'ضصثقفغعهخحجدشسيبلاتنمكطيءور~يهوزذ';
  layout text;
  letter text;
  keys text;
  found text[] := '{""}';
BEGIN
  typed := translate(lower(typed), '{}<>~ı', '[],.`i');
  IF typed ~ '[a-z]' THEN
    found := ARRAY[translate(typed, latin, russian),
      replace(translate(typed, latin, greek), '΄', ''),
      translate(typed, latin, hebrew),
      -- Arabic articles are no part of a folded word (reeve.script_letters).
      regexp_replace(replace(translate(typed, latin, arabic), '~', 'لا'),
        '^(?:[وفبك]?ال|لل)(?=[ء-ي]{3})', ''),
      -- German and French keyboards
      translate(typed, 'yz', 'zy'), translate(typed, 'qwaz;,', 'azqwm;')];
    RETURN CASE WHEN typed ~ '[]s'']' THEN found || translate(typed, latin, ukrainian)
      ELSE found END;
  END IF;
  typed := replace(translate(typed, 'ךםןףץ', 'כמנפצ'), 'لا', '~');
  layout := CASE WHEN typed ~ '[а-ї]' THEN russian || ukrainian WHEN typed ~ '[α-ω]' THEN greek
    WHEN typed ~ '[א-ת]' THEN hebrew WHEN typed ~ '[ء-ي]' THEN arabic END;
  IF layout IS NULL THEN
    RETURN '{}';
  END IF;
  FOREACH letter IN ARRAY string_to_array(typed, NULL) LOOP
    -- Of folded letters some are on two keys.
    keys := '';
    FOR i IN 1 .. char_length(layout) LOOP
      IF substr(layout, i, 1) = letter
        AND substr(latin, (i - 1) % char_length(latin) + 1, 1) BETWEEN 'a' AND 'z'
      THEN
        keys := keys || substr(latin, (i - 1) % char_length(latin) + 1, 1);
      END IF;
    END LOOP;
    IF keys = '' OR cardinality(found) > 16 THEN
      RETURN '{}';
    END IF;
    found := ARRAY(
      SELECT DISTINCT f || k FROM unnest(found) f, unnest(string_to_array(keys, NULL)) k);
  END LOOP;
  RETURN found;
END
$$;

COMMENT ON FUNCTION reeve.word_relaid(text) IS
  'Returns the words that may be meant by text typed with the keyboard set to another language: '
  'folded, a few for a word in Latin letters (Russian, Ukrainian, Greek, Hebrew, Arabic, German '
  'and French keyboards), up to 32 for one in the letters of those, most of them no words.';
