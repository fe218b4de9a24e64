CREATE OR REPLACE FUNCTION reeve.word_forms(word text)
RETURNS TABLE(form text, weight float8)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN QUERY
  -- Interchangeable endings, by script; U+20900 and on are marks of search_fold.
  SELECT left(word, char_length(word) - char_length(e.one)) || o.other, f.weight::float8
  FROM (SELECT * FROM (VALUES
    ('^[a-z0-9]+$', 3, 0.85, ARRAY['', 's', 'es']), ('^[a-z]+$', 3, 0.85, ARRAY['y', 'ies']),
    ('^[a-z]+$', 4, 0.7, ARRAY['', 'e', 'n', 'en', 'er', 'ern']),
    ('^[a-z]+$', 4, 0.7, ARRAY['a', 'e', 'i', 'o', 'as', 'os', 'y']),
    ('^[a-z]+$', 3, 0.7, ARRAY['', 'x']), ('^[a-z]+$', 3, 0.7, ARRAY['al', 'aux']),
    ('^[a-z]+$', 3, 0.7, ARRAY['ao', 'oes', 'aos']), ('^[a-z]+$', 3, 0.7, ARRAY['l', 'is']),
    ('^[a-z]+$', 4, 0.7, ARRAY['', 'a', 'e', 'i', 'y', 'ow', 'ami', 'ach']),
    ('^[a-z]+$', 3, 0.7, ARRAY['ca', 'che', 'co', 'chi']),
    ('^[a-z]+$', 3, 0.7, ARRAY['z', 'ces']), ('^[a-z]+$', 3, 0.7, ARRAY['m', 'ns']),
    ('^[a-z]+$', 4, 0.7, ARRAY['ka', 'ki', 'ke', 'ek', 'kow', 'k']),
    ('^[a-z]+$', 3, 0.7, ARRAY['', 'lar', 'ler', 'i', 'u', 'si', 'su']),
    ('^[a-z]+$', 3, 0.7, ARRAY['', 'ing', 'ed']),
    ('^[а-я]+$', 3, 0.7, ARRAY['', 'а', 'ы', 'и', 'у', 'е', 'ой', 'ов', 'ам', 'ами', 'ах',
      'ок']),
    ('^[а-я]+$', 3, 0.7, ARRAY['ь', 'и', 'я', 'ю', 'ей', 'ям']),
    ('^[а-я]+$', 3, 0.7, ARRAY['ый', 'ий', 'ой', 'ая', 'яя', 'ое', 'ее', 'ые', 'ие', 'ую',
      'ых', 'их']),
    ('^[а-я]+$', 3, 0.7, ARRAY['ка', 'ки', 'ку', 'кой', 'ок', 'ек']),
    ('^[α-ω]+$', 3, 0.7, ARRAY['α', 'ασ', 'εσ', 'ων', 'η', 'ησ', 'ο', 'οσ', 'ου', 'οι', 'ουσ',
      'ι', 'ια', 'ιου', 'ιων', 'εισ', 'ε']),
    ('^[ء-ي]+$', 3, 0.7, ARRAY['', 'ه', 'ات', 'ين', 'ون', 'ي', 'يه']),
    ('^[א-ת]+$', 2, 0.7, ARRAY['', 'ה', 'ת', 'ימ', 'ות', 'י', 'ית']),
    (E'^[\u0900-\u0DFF\U00020900-\U00020DFF]+$', 2, 0.7,
      ARRAY['', E'\U0002093E', E'\U00020940', E'\U00020947', E'\U0002094B\U00020902',
        E'\U00020947\U00020902',
        E'\U00020940\U00020902', E'\U0002093F\u0920', E'\U0002093F\u092F\U0002093E\U00020901',
        E'\U0002093F\u092F\U0002094B\U00020902', E'\U0002093F\u092F\U0002093E\U00020902'])
  ) v(script, least, weight, endings) WHERE word ~ v.script OFFSET 0) f
  CROSS JOIN LATERAL (
    SELECT u.one FROM unnest(f.endings) u(one)
    WHERE right(word, char_length(u.one)) = u.one
      AND char_length(word) - char_length(u.one) >= f.least OFFSET 0) e
  CROSS JOIN unnest(f.endings) o(other)
  WHERE o.other <> e.one
  UNION ALL
  -- Prefixes that Hebrew and Arabic write together with the next word
  SELECT p.letter || word, 0.7::float8
  FROM unnest(ARRAY['ה', 'ו', 'ב', 'כ', 'ל', 'מ', 'ש']) p(letter)
  WHERE word ~ '^[א-ת]{3,}$'
  UNION ALL
  SELECT substr(word, 2), 0.7::float8
  WHERE word ~ '^[הובכלמש][א-ת]{3,}$' OR word ~ '^[وبلكف][ء-ي]{3,}$'
  UNION ALL
  SELECT p.letter || word, 0.7::float8 FROM unnest(ARRAY['و', 'ب', 'ل', 'ك', 'ف']) p(letter)
  WHERE word ~ '^[ء-ي]{3,}$';
END
$$;

COMMENT ON FUNCTION reeve.word_forms(text) IS
  'Returns possible other forms of a word in some language, such as its plural; a form counts only '
  'if a dictionary has it.';
