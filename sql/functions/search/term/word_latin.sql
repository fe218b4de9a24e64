CREATE OR REPLACE FUNCTION reeve.word_latin(word text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  -- Each kana as it is read; a small one takes the place of the vowel before it.
  kana constant text := 'あいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどなにぬねのはばぱひび'
    'ぴふぶぷへべぺほぼぽまみむめもやゆよらりるれろわをんゔ';
  read constant text[] := string_to_array('a i u e o ka ga ki gi ku gu ke ge ko go sa za shi '
    'ji su zu se ze so zo ta da chi ji tsu zu te de to do na ni nu ne no ha ba pa hi bi pi fu bu '
    'pu he be pe ho bo po ma mi mu me mo ya yu yo ra ri ru re ro wa o n vu', ' ');
  letter text;
  place int;
  latin text := '';
BEGIN
  IF octet_length(word) = char_length(word) THEN
    RETURN word;
  ELSIF word ~ '[а-ў]' THEN
    -- Between consonants, as in Bulgarian, ъ is a vowel.
    latin := regexp_replace(word, 'ъ(?=[бвгджзйклмнпрстфхцчшщ])', 'а', 'g');
    latin := replace(replace(replace(replace(replace(replace(latin, 'щ', 'shch'), 'ж', 'zh'), 'ц',
      'ts'), 'ч', 'ch'), 'ш', 'sh'), 'ю', 'yu');
    latin := replace(replace(replace(replace(replace(latin, 'я', 'ya'), 'љ', 'lj'), 'њ', 'nj'),
      'џ', 'dzh'), 'ђ', 'dj');
    RETURN translate(latin, 'абвгґѓдеєзѕиіїйјкќлмнопрстћуўфхыэъь',
      'abvgggdeezziiijjkklmnoprstcuufhye');
  ELSIF word ~ '[α-ω]' THEN
    latin := replace(replace(replace(replace(replace(word, 'ου', 'ou'), 'θ', 'th'), 'ξ', 'x'), 'ψ',
      'ps'), 'χ', 'h');
    latin := regexp_replace(latin, '([αε])υ', E'\\1v', 'g');
    RETURN translate(latin, 'αβγδεζηικλμνοπρστυφω', 'avgdeziiklmnoprstyfo');
  ELSIF word ~ '^[ぁ-ゔー]+$' THEN
    FOREACH letter IN ARRAY string_to_array(word, NULL) LOOP
      place := strpos(kana, letter);
      latin := CASE
        WHEN letter = 'っ' THEN latin || '~'
        WHEN letter = 'ー' THEN latin || right(latin, 1)
        WHEN place > 0 THEN latin || read[place]
        WHEN letter IN ('ゃ', 'ゅ', 'ょ') THEN left(latin, -1)
          || CASE WHEN latin ~ '(sh|ch|j)i$' THEN '' ELSE 'y' END
          || translate(letter, 'ゃゅょ', 'auo')
        ELSE left(latin, -1) || translate(letter, 'ぁぃぅぇぉ', 'aiueo') END;
    END LOOP;
    RETURN regexp_replace(latin, '~(.)', E'\\1\\1', 'g');
  END IF;
  RETURN word;
END
$$;

COMMENT ON FUNCTION reeve.word_latin(text) IS
  'A folded word of Cyrillic or Greek letters or of hiragana in Latin letters, as most people who '
  'have no other keyboard write it; any other word as it is.';
