#!/usr/bin/env python3
"""Writes the names of emoji that search knows, as the statement of a migration.

usage: emoji.py [DIRECTORY]   the directory common of Unicode's CLDR, with annotations/; Debian's
                              package unicode-cldr-core has it in /usr/share/unicode/cldr/common

The output is data of Unicode, Inc., under the licence that it begins with (Unicode-DFS-2016). Things,
food, plants, animals and weather only: faces, people, signs and clocks are no goods. Of each emoji a
language has at most three words: its name, or a word of its name that few others have and
keywords that no other emoji has. They are folded as reeve.search_words does; a test compares them.
"""
import collections, pathlib, re, sys, textwrap, unicodedata
import xml.etree.ElementTree as xml

HOME = pathlib.Path(__file__).parent.parent
COMMON = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode/cldr/common")
LANGUAGES = {"english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it",
             "portuguese": "pt", "russian": "ru", "japanese": "ja"}
THINGS = [(0x1F300, 0x1F320), (0x1F32D, 0x1F393), (0x1F399, 0x1F39F), (0x1F3A0, 0x1F3C0),
          (0x1F3C5, 0x1F3C6), (0x1F3C8, 0x1F3C9), (0x1F3CD, 0x1F3F0), (0x1F3F8, 0x1F442),
          (0x1F451, 0x1F463), (0x1F484, 0x1F484), (0x1F488, 0x1F490), (0x1F4A1, 0x1F4A1),
          (0x1F4A3, 0x1F4A3), (0x1F4B0, 0x1F4B3), (0x1F4BA, 0x1F4F7), (0x1F4F9, 0x1F4FF),
          (0x1F50B, 0x1F516), (0x1F525, 0x1F52E), (0x1F56F, 0x1F576), (0x1F579, 0x1F58D),
          (0x1F5A5, 0x1F5DE), (0x1F680, 0x1F6A4), (0x1F6AA, 0x1F6AA), (0x1F6B2, 0x1F6B2),
          (0x1F6BD, 0x1F6BD), (0x1F6C1, 0x1F6C1), (0x1F6CB, 0x1F6FC), (0x1F941, 0x1F970 - 1),
          (0x1F97B, 0x1F9AF), (0x1F9B7, 0x1F9B7), (0x1F9BA, 0x1F9CB), (0x1F9E0, 0x1FAAF),
          (0x1FAB0, 0x1FAC2 - 1), (0x1FAD0, 0x1FADB)]
OTHERS = "⌚⌛☀☁☂☎☕☘⚓⚔⚖⚗⚙⚰⚱⚽⚾⛄⛅⛈⛑⛓⛪⛰⛱⛲⛳⛴⛵⛷⛸⛺⛽✂✈✉✏✒❄❤⭐"
VARIANTS = dict(zip(*["".join(re.findall(r"'([^']*)'", part)) for part in re.search(
    r"VALUES \((.*?),\n(.*?)\)\) v", (HOME / "sql/functions/search/analysis/script_variants.sql")
    .read_text(), re.S).groups()]))


def is_thing(letter):
    return len(letter) == 1 and (
        letter in OTHERS or any(low <= ord(letter) <= high for low, high in THINGS))


def fold(text):
    """As reeve.search_fold, for these languages."""
    text = unicodedata.normalize("NFKC", text).lower()
    for written, read in {"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ё": "е", "’": "'"}.items():
        text = text.replace(written, read)
    return "".join(unicodedata.normalize("NFD", l)[0] if l < "\u0370" else l for l in text)


def words(text, language):
    """The words of a name; in Japanese the whole name."""
    text = fold(text)
    if language != "japanese":
        return re.findall(r"[^\W_]+", text)
    letters = "".join(VARIANTS.get(l, chr(ord(l) - 96) if "ァ" <= l <= "ヶ" else l)
                      for l in unicodedata.normalize("NFC", text))
    return [letters] if re.fullmatch(r"[ぁ-ヺー㐀-鿿]{1,6}", letters) and "の" not in letters else []


def read(language):
    """The words of each emoji in a language."""
    names, keywords = {}, collections.defaultdict(list)
    root = xml.parse(COMMON / "annotations" / (LANGUAGES[language] + ".xml")).getroot()
    for node in root.iter("annotation"):
        if is_thing(node.get("cp")):
            if node.get("type") == "tts":
                names[node.get("cp")] = words(node.text, language)
            else:
                given = [words(part, language) for part in node.text.split("|")]
                keywords[node.get("cp")] = [w[0] for w in given if len(w) == 1]
    named = collections.Counter(w for name in names.values() for w in set(name))
    used = collections.Counter(w for given in keywords.values() for w in set(given))
    rare = 2 if language == "japanese" else 1
    for letter, name in names.items():
        given = keywords[letter]
        # Of several words one says what it is: in English and German most often the last.
        ordered = name[::-1] if language in ("english", "german") else name
        best = name if len(name) == 1 else [
            w for w in ordered if w in given and named[w] <= 4 and len(w) > 2][:1]
        best += [w for w in given if used[w] <= 4 and len(w) > 3
                 and any(n.startswith(w) for n in name)]
        best += [w for w in given if used[w] <= rare and (len(name) > 1 or rare > 1)]
        for word in [w for w in dict.fromkeys(best)
                     if len(w) > 2 or language == "japanese"][:3 if len(name) > 1 else 2]:
            yield word, letter


print("-- Names of emoji, written by scripts/emoji.py from the annotations of Unicode's CLDR 41.")
print("--")
notice = (COMMON / "../../../doc/unicode-cldr-core/copyright").resolve().read_text()
for line in notice[notice.index(" COPYRIGHT AND"):].splitlines():
    if line.startswith(" "):
        print(("-- " + line.strip(" .") if line.strip() == "." else "-- " + line.strip()).rstrip())
print("""CREATE TABLE reeve.emoji(
  word text COLLATE "C" NOT NULL,
  emoji text COLLATE "C" NOT NULL,
  config text NOT NULL,
  CONSTRAINT emoji_pkey PRIMARY KEY (word, emoji, config)
);
CREATE INDEX emoji_emoji ON reeve.emoji(emoji);
COMMENT ON TABLE reeve.emoji IS
  'What people call the things that emoji show; rows with an emoji are found by its names.';
COMMENT ON COLUMN reeve.emoji.word IS
  'A word of queries (reeve.search_words); in Japanese, pairs of letters with a blank between.';
COMMENT ON COLUMN reeve.emoji.emoji IS 'The letter that documents have for it (search_fold).';
COMMENT ON COLUMN reeve.emoji.config IS
  'The text search configuration of PostgreSQL, or japanese, which it does not have.';
INSERT INTO reeve.emoji(word, emoji, config)
SELECT DISTINCT CASE WHEN v.language <> 'japanese' OR char_length(w.word) = 1 THEN w.word ELSE (
    SELECT string_agg(substr(w.word, i, 2), ' ' ORDER BY i)
    FROM generate_series(1, char_length(w.word) - 1) i) END,
  chr(ascii(l.letter) + CASE WHEN ascii(l.letter) > 65535 THEN 40960 ELSE 131072 END), v.language
FROM (VALUES""")
for nr, language in enumerate(LANGUAGES):
    emoji = collections.defaultdict(str)
    for word, letter in read(language):
        emoji[word] += letter
    entries = " ".join(f"{word}={letters}" for word, letters in sorted(emoji.items()))
    lines = textwrap.wrap(entries, 82, break_long_words=False, break_on_hyphens=False)
    print(f"  ('{language}', '" + " '\n    '".join(lines) + "')" + ("," if nr < 7 else ""))
print(""") v(language, entries)
CROSS JOIN LATERAL string_to_table(v.entries, ' ') e(entry)
CROSS JOIN LATERAL split_part(e.entry, '=', 1) w(word)
CROSS JOIN LATERAL string_to_table(split_part(e.entry, '=', 2), NULL) l(letter);""")
