CREATE OR REPLACE FUNCTION reeve.script_letters(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  folded text;
  letters text[] := string_to_array(input, NULL);
  code int;
BEGIN
  -- Letter by letter. Combining marks that make another word, and emoji, become Chinese letters
  -- that nobody uses (from U+20000), since the text search parser treats them as blanks. A loop,
  -- as a statement takes longer to begin than most texts do.
  FOR i IN 1 .. cardinality(letters) LOOP
    code := ascii(letters[i]);
    CONTINUE WHEN code < 1425;
    letters[i] := CASE
      -- digits
      WHEN code BETWEEN 1632 AND 1641 THEN chr(code - 1632 + 48)
      WHEN code BETWEEN 1776 AND 1785 THEN chr(code - 1776 + 48)
      WHEN code BETWEEN 2406 AND 3439 AND (code - 2406) % 128 < 10
        THEN chr((code - 2406) % 128 + 48)
      WHEN code BETWEEN 3664 AND 3673 THEN chr(code - 3664 + 48)
      WHEN code BETWEEN 3792 AND 3801 THEN chr(code - 3792 + 48)
      WHEN code BETWEEN 4160 AND 4169 THEN chr(code - 4160 + 48)
      WHEN code BETWEEN 6112 AND 6121 THEN chr(code - 6112 + 48)
      -- vowel points, tatweel, nukta, direction, variants, colours: no part of a word
      WHEN code BETWEEN 1425 AND 1479 OR code BETWEEN 1523 AND 1524
        OR code BETWEEN 1552 AND 1562 OR code = 1600
        OR code BETWEEN 1611 AND 1631 OR code = 1648 OR code BETWEEN 1750 AND 1773
        OR code BETWEEN 2364 AND 3388 AND code % 128 = 60
        OR code BETWEEN 8234 AND 8238 OR code BETWEEN 65024 AND 65039
        OR code BETWEEN 127995 AND 127999
        THEN ''
      -- nasal marks of the scripts of India: one for both
      WHEN code BETWEEN 2304 AND 3456 AND code % 128 IN (1, 2) THEN chr(131072 + 2306)
      -- marks of the scripts of India, Sri Lanka, Thailand, Laos, Tibet, Myanmar and Cambodia
      WHEN code BETWEEN 2304 AND 3583 AND (code % 128 < 4 OR code % 128 BETWEEN 61 AND 99)
        OR code = 3633 OR code BETWEEN 3636 AND 3642 OR code BETWEEN 3655 AND 3662
        OR code = 3761 OR code BETWEEN 3764 AND 3772 OR code BETWEEN 3784 AND 3790
        OR code BETWEEN 3953 AND 4028
        OR code BETWEEN 4139 AND 4158 OR code BETWEEN 4182 AND 4185
        OR code BETWEEN 6068 AND 6099 THEN chr(131072 + code)
      -- katakana as hiragana
      WHEN code BETWEEN 12449 AND 12534 THEN chr(code - 96)
      -- flags are pairs; any other emoji is a word
      WHEN code BETWEEN 127462 AND 127487 THEN chr(40960 + code)
      WHEN code BETWEEN 126976 AND 129791 THEN ' ' || chr(40960 + code) || ' '
      WHEN code BETWEEN 8960 AND 9215 OR code BETWEEN 9728 AND 10175 OR code IN (11088, 11093)
        THEN ' ' || chr(131072 + code) || ' '
      ELSE coalesce(reeve.script_variants() ->> letters[i], letters[i]) END;
  END LOOP;
  folded := array_to_string(letters, '');
  IF folded ~ E'[\\u0900-\\u097f]' THEN
    -- A nasal consonant before another is written as a mark too.
    folded := regexp_replace(folded, E'[\\u0919\\u091e\\u0923\\u0928\\u092e]\\U0002094d(?=['
      '\\u0915-\\u0918'
      '\\u091a-\\u091d\\u091f-\\u0922\\u0924-\\u0927\\u092a-\\u092d])', chr(133378), 'g');
  END IF;
  IF folded ~ E'[\\u05d0-\\u064a]' THEN
    -- Hebrew abbreviations and foreign sounds; Arabic articles and the prefixes before them
    folded := regexp_replace(folded, E'(?<=[\\u05d0-\\u05ea])[''’"](?=[\\u05d0-\\u05ea])', '', 'g');
    folded := regexp_replace(folded, E'\\m(?:[وفبك]?ال|لل)(?=[\\u0621-\\u064a]{3})', '', 'g');
  END IF;
  -- In scripts without spaces, each two neighbouring letters (with their marks) are a word, and so
  -- is the last one: a text that begins with any letter of a run is then found by beginnings.
  IF folded ~ E'[\\u0e01-\\u0edf\\u1000-\\u109f\\u1780-\\u17b3\\u3005-\\u9fff\\uac00-\\ud7a3]' THEN
    folded := regexp_replace(folded, E'((?:[\\u0e01-\\u0e30\\u0e32-\\u0e33\\u0e40-\\u0e46\\u0e81-'
      '\\u0edf'
      '\\u1000-\\u109f\\u1780-\\u17b3\\u3005\\u3041-\\u30fc\\u3400-\\u9fff\\uac00-\\ud7a3]'
      '[\\U00020e00-\\U00020eff\\U00021000-\\U0002109f\\U00021780-\\U000217ff]*)+)',
      E' X\\1 ', 'g');
    folded := regexp_replace(folded, E'([\\u0e01-\\u0e30\\u0e32-\\u0e33\\u0e40-\\u0e46\\u0e81-'
      '\\u0edf'
      '\\u1000-\\u109f\\u1780-\\u17b3\\u3005\\u3041-\\u30fc\\u3400-\\u9fff\\uac00-\\ud7a3]'
      '[\\U00020e00-\\U00020eff\\U00021000-\\U0002109f\\U00021780-\\U000217ff]*)', E'\\1 \\1', 'g');
    folded := regexp_replace(folded, 'X[^ ]+ ', '', 'g');
  END IF;
  RETURN folded;
END
$$;

COMMENT ON FUNCTION reeve.script_letters(text) IS
  'Letters of scripts other than Latin, Greek and Cyrillic in the form of documents and queries: '
  'one form of each, digits as ASCII, marks and emoji as letters; Chinese, Japanese, Korean, '
  'Thai, Lao, Burmese and Khmer as pairs of neighbouring letters.';

GRANT EXECUTE ON FUNCTION reeve.script_letters(text) TO reeve_access;
