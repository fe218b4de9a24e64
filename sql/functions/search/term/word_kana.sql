CREATE OR REPLACE FUNCTION reeve.word_kana(latin text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  -- Syllables with a, i, u, e and o
  kana constant jsonb := '{"": "あ い う え お", "k": "か き く け こ", "g": "が ぎ ぐ げ ご",
    "s": "さ し す せ そ", "z": "ざ じ ず ぜ ぞ", "t": "た ち つ て と", "d": "だ ぢ づ で ど",
    "n": "な に ぬ ね の", "h": "は ひ ふ へ ほ", "b": "ば び ぶ べ ぼ", "p": "ぱ ぴ ぷ ぺ ぽ",
    "m": "ま み む め も", "y": "や い ゆ いぇ よ", "r": "ら り る れ ろ", "l": "ら り る れ ろ",
    "w": "わ うぃ う うぇ を", "f": "ふぁ ふぃ ふ ふぇ ふぉ", "v": "ば び ぶ べ ぼ",
    "j": "じゃ じ じゅ じぇ じょ", "sh": "しゃ し しゅ しぇ しょ", "ch": "ちゃ ち ちゅ ちぇ ちょ",
    "ts": "つぁ つぃ つ つぇ つぉ", "ky": "きゃ き きゅ きぇ きょ", "gy": "ぎゃ ぎ ぎゅ ぎぇ ぎょ",
    "sy": "しゃ し しゅ しぇ しょ", "zy": "じゃ じ じゅ じぇ じょ", "ty": "ちゃ ち ちゅ ちぇ ちょ",
    "jy": "じゃ じ じゅ じぇ じょ", "ny": "にゃ に にゅ にぇ にょ", "hy": "ひゃ ひ ひゅ ひぇ ひょ",
    "by": "びゃ び びゅ びぇ びょ", "py": "ぴゃ ぴ ぴゅ ぴぇ ぴょ", "my": "みゃ み みゅ みぇ みょ",
    "ry": "りゃ り りゅ りぇ りょ"}';
  rest text := latin;
  syllable text[];
  parts text[] := '{}';
  found text[];
BEGIN
  -- Quickly decided for most words of other languages
  IF latin !~ '^[a-z]{3,24}$' OR latin ~ '[^aeioun]$|[qx]|[bdfglprvwz][^aeiouybdfglprvwz]' THEN
    RETURN '{}';
  END IF;
  WHILE rest <> '' LOOP
    syllable := regexp_match(rest,
      '^((?:sh|ch|ts|[kgsztjnhbpmr]y|[kgsztdnhbpmyrlwfvj])?)([aiueo])');
    IF syllable IS NOT NULL THEN
      parts := parts || split_part(kana ->> syllable[1], ' ', strpos('aiueo', syllable[2]));
      rest := substr(rest, char_length(syllable[1]) + 2);
    ELSIF rest ~ E'^([kstpgdbzfh])\\1|^tch' THEN
      parts := parts || 'っ'::text;
      rest := substr(rest, 2);
    ELSIF rest ~ '^[nm](?![aiueoy])' THEN
      parts := parts || 'ん'::text;
      rest := substr(rest, 2);
    ELSE
      RETURN '{}';
    END IF;
  END LOOP;
  found := ARRAY[array_to_string(parts, '')];
  -- Few people write that a vowel is long.
  FOR i IN 1 .. least(cardinality(parts), 6) LOOP
    IF parts[i] NOT IN ('っ', 'ん') THEN
      found := found || array_to_string(parts[:i] || 'ー'::text || parts[i + 1:], '');
    END IF;
  END LOOP;
  RETURN found;
END
$$;

COMMENT ON FUNCTION reeve.word_kana(text) IS
  'A word in Latin letters as hiragana, and with one long vowel: at most seven, none for a word '
  'that is not Japanese.';
