CREATE OR REPLACE FUNCTION reeve.word_key(latin text, is_hard boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  key text := latin;
  stem text;
BEGIN
  IF is_hard AND strpos(latin, 'c') > 0 THEN
    key := translate(regexp_replace(replace(replace(latin, 'ch', '~'), 'ck', 'k'), 'c(?=[eiy])',
      's', 'g'), 'c~', 'kc');
  END IF;
  -- Spellings that differ between schemes become one letter: ISO 9, BGN/PCGN, and informal ones.
  key := replace(replace(replace(replace(replace(replace(replace(replace(key, 'shch', 's'), 'sch',
    's'), 'sh', 's'), 'zh', 'z'), 'tch', 'c'), 'ch', 'c'), 'tz', 'c'), 'ts', 'c');
  key := replace(replace(replace(key, 'cz', 'c'), 'kh', 'g'), 'ph', 'f');
  key := replace(replace(replace(replace(replace(replace(key, 'ck', 'k'), 'qu', 'kv'), 'x', 'ks'),
    'th', 't'), 'oo', 'u'), 'ou', 'u');
  key := replace(replace(replace(translate(key, 'qwyjh', 'kviig'), 'ie', 'e'), 'io', 'e'), 'ii',
    'i');
  key := regexp_replace(key, E'(.)\\1+', E'\\1', 'g');
  -- Endings differ.
  stem := rtrim(key, 'aeiou');
  RETURN CASE WHEN char_length(stem) < 3 THEN key ELSE stem END;
END
$$;

COMMENT ON FUNCTION reeve.word_key(text, boolean) IS
  'Returns a key that is the same for one word in different scripts or schemes of transliteration, '
  'from its Latin letters (reeve.word_latin), without final vowels. is_hard: c is k before a, o, u '
  'and consonants, as in Latin languages; else it is ц or ч.';
