"""Judged sets for the line `search` of make bench: documents with texts of up to four weights, queries,
who is relevant to them, and how well an answer does.

    python3 judged.py FOLDER    writes each set that can be had here as files, and SQL that loads them

cranfield   abstracts and questions, judged by people; lies beside the checkout (../shared/data)
products    a shop that `shop.py` makes
packages    Debian's packages as its package lists describe them; asked for by purpose and judged by the
            tags that people gave them, which are not indexed
known       the same packages, each asked for by a half of its title's words in another order
languages   names of places and languages in 17 languages, of the package iso-codes; asked for by a half
foods, things, apps    catalogs of strangers (catalogs.py)
"""

import csv
import gettext
import json
import math
import os
import random
import re
import subprocess
import sys
import unicodedata

import catalogs
import shop

HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGES = "ar de el fa fi fr he ja ko pl ru ta th tr uk vi zh_CN zh_TW".split()
KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
# Purposes and the tags that say who serves them; the last tag is the one that may be missing.
PURPOSES = """
music player|works-with::audio use::playing
mp3 player graphical|works-with-format::mp3 use::playing interface::graphical
video player|works-with::video use::playing
image viewer|works-with::image use::viewing
photo editor|works-with::image:raster use::editing
vector graphics editor|works-with::image:vector use::editing
text editor|works-with::text use::editing
web browser|web::browser
web server|web::server
mail client|mail::user-agent
imap server|mail::imap network::server
spam filter|mail::filters
chess game|game::board:chess
tetris clone|game::tetris
puzzle game|game::puzzle
card games|game::card
strategy game|game::strategy
arcade game|game::arcade
roguelike dungeon game|game::rpg:rogue
first person shooter|game::fps
adventure game|game::adventure
platform game|game::platform
flight simulator|game::simulation
irc client|protocol::irc use::chatting
jabber chat client|protocol::jabber use::chatting
bittorrent client|protocol::bittorrent
ftp client|protocol::ftp network::client
ftp server|protocol::ftp network::server
ssh client|protocol::ssh
dns server|protocol::dns network::server
dhcp server|protocol::dhcp network::server
vpn|network::vpn
firewall|security::firewall
port scanner|network::scanner
network traffic monitor|works-with::network-traffic use::monitor
intrusion detection|security::ids
antivirus|security::antivirus
password authentication|security::authentication
disk encryption|security::cryptography works-with::file
file integrity checker|security::integrity
log analyzer|security::log-analyzer
backup tool|admin::backup
file system tools|admin::filesystem
disk recovery|admin::recovery
forensics|admin::forensics
benchmark|admin::benchmarking
power management|admin::power-management
boot loader|admin::boot
virtual machine|admin::virtualization
cluster management|admin::cluster
package manager|admin::package-management
pdf viewer|works-with-format::pdf use::viewing
pdf converter|works-with-format::pdf use::converting
latex editor|works-with-format::tex use::editing
html editor|works-with-format::html use::editing
xml parser|works-with-format::xml
spreadsheet|works-with::spreadsheet
presentation|office::presentation
dictionary lookup|works-with::dictionary use::searching
japanese input method|culture::japanese accessibility::input
speech synthesis|accessibility::speech
ocr|accessibility::ocr
cd burning|hardware::storage:cd
dvd ripper|hardware::storage:dvd
audio mixer|sound::mixer
audio recorder|sound::recorder
midi sequencer|sound::midi
music notation|works-with::music-notation
ogg encoder|works-with-format::oggvorbis use::converting
archive manager zip|works-with::archive use::compressing
duplicate files compare|works-with::file use::comparing
rss reader|works-with-format::xml:rss
wiki|web::wiki
calendar and contacts|works-with::pim
time tracking|use::timekeeping
calculator|science::calculation
plotting data|science::plotting
statistics|field::statistics
computer algebra mathematics|field::mathematics
chemistry molecule viewer|field::chemistry
dna sequence alignment|field::biology:bioinformatics
medical imaging|field::medicine:imaging
astronomy planetarium|field::astronomy
gps maps|hardware::gps
geographic information system|field::geography
weather|field::meteorology
circuit design electronics|field::electronics
ham radio|hardware::hamradio
accounting finance|field::finance
bible|field::religion
window manager|x11::window-manager
terminal emulator|x11::terminal
screen saver|x11::screensaver
fonts chinese|x11::font culture::chinese
debugger|devel::debugger
profiler|devel::profiler
c compiler|devel::compiler
ide development environment|devel::ide
version control|devel::rcs
bug tracker|works-with::bugs
user interface builder|devel::ui-builder
emulator|hardware::emulation
scanner driver|use::scanning
printer driver|hardware::printer
voip phone|protocol::voip
snmp monitoring|protocol::snmp
ldap directory|protocol::ldap
samba file sharing|protocol::smb
kerberos|protocol::kerberos
news reader usenet|protocol::nntp
terminal mail notification|mail::notification
learn typing|use::learning
""".strip().splitlines()


class Judged:
    """A set: documents (key, a, b, c, d), queries by their id, grades of keys by query, and of documents in
    several languages the language of each."""

    def __init__(self, name, language, documents, queries, grades, languages=None):
        self.name, self.language, self.documents, self.languages = name, language, documents, languages
        self.queries, self.grades = queries, grades
        draw = random.Random(f"halves of {name}")
        ids = sorted(queries)
        draw.shuffle(ids)
        self.tune, self.test = sorted(ids[::2]), sorted(ids[1::2])
        self.misspelt = {query: misspell(text, f"{name} {query}") for query, text in queries.items()}


def misspell(text, seed):
    """One edit in one word of ASCII letters with three or more, never of its first letter."""
    draw = random.Random(f"typo {seed}")
    words = [match.span() for match in re.finditer(r"[A-Za-z]{3,}", text)]
    if not words:
        return text
    begin, end = draw.choice(words)
    place, letter = draw.randrange(begin + 1, end), draw.choice("etaoinsrhld")
    edit = draw.choice(["drop", "swap", "replace", "insert"])
    if edit == "swap":
        place = min(place, end - 2)
        swapped = text[place + 1] + text[place]
        if swapped[0] != swapped[1] and place > begin:
            return text[:place] + swapped + text[place + 2:]
        edit = "drop"
    if edit == "drop":
        return text[:place] + text[place + 1:]
    if edit == "replace":
        row = next(row for row in KEYBOARD if text[place].lower() in row)
        index = row.index(text[place].lower())
        letter = draw.choice(row[max(0, index - 1):index] + row[index + 1:index + 2])
        return text[:place] + letter + text[place + 1:]
    return text[:place] + letter + text[place:]


def half(title, seed):
    """A half of the words of a title in another order, or of the letters of a title of one word."""
    draw = random.Random(f"half {seed}")
    words = list(dict.fromkeys(re.findall(r"[^\s\W_]\S*[^\s\W_]|[^\W_]", title)))
    if len(words) == 1:
        word = words[0]
        size = min(len(word), max(2, len(word) * 2 // 3))
        # Scripts without blanks are asked for by inner words, others by their beginning.
        is_dense = ord(word[0]) > 0x2e80 or "\u0e00" <= word[0] < "\u0e80"
        begin = draw.randrange(len(word) - size + 1) if is_dense else 0
        end = begin + size
        while begin > 0 and unicodedata.category(word[begin])[0] == "M":
            begin -= 1
        while end < len(word) and unicodedata.category(word[end])[0] == "M":
            end += 1
        return word[begin:end]
    return " ".join(draw.sample(words, (len(words) + 1) // 2))


# Sets -------------------------------------------------------------------------------------------


def cranfield():
    folder = os.path.join(HERE, "..", "..", "shared", "data", "search", "cranfield")
    if not os.path.exists(folder):
        return None
    with open(os.path.join(folder, "docs.jsonl"), encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    documents = [(row["id"], row["title"], row["name"], row["body"], "") for row in rows]
    grades = {}
    with open(os.path.join(folder, "qrels.txt"), encoding="utf-8") as file:
        for line in file:
            query, _, key, grade = line.split()
            grades.setdefault(query, {})[key] = int(grade)
    with open(os.path.join(folder, "queries.tsv"), encoding="utf-8") as file:
        queries = dict(line.rstrip("\n").split("\t") for line in file)
    return Judged("cranfield", "english", documents, {q: t for q, t in queries.items() if q in grades}, grades)


def products():
    return Judged("products", "english", *shop.make())


def packages():
    """Packages of Debian's lists that have tags: documents, and the tags of each."""
    try:
        text = subprocess.run(["apt-cache", "dumpavail"], check=True, stdout=subprocess.PIPE).stdout.decode()
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None
    found = {}
    for paragraph in text.split("\n\n"):
        field = dict(re.findall(r"^([A-Za-z-]+): ?(.*(?:\n[ \t].*)*)", paragraph, re.M))
        if "Tag" in field and "Description" in field:
            title, _, summary = field["Description"].partition("\n")
            found[field["Package"]] = (
                (field["Package"], f"{field['Package']} {title}", field.get("Section", ""),
                 re.sub(r"\n \.?", "\n", summary).strip(), ""),
                {tag.strip() for tag in field["Tag"].split(",")})
    return found if len(found) > 1000 else None


def purposes():
    found = packages()
    if found is None:
        return None
    queries, grades = {}, {}
    for number, line in enumerate(PURPOSES):
        text, tags = line.split("|")
        wanted = {*tags.split(), "role::program"}
        judged = {}
        for key, (_, has) in found.items():
            lacking = wanted - has
            if not lacking:
                judged[key] = 2
            elif len(lacking) == 1 and (tags.split()[-1] in lacking) == (len(wanted) > 2):
                judged[key] = 1
        if 2 in judged.values():
            queries[f"d{number}"], grades[f"d{number}"] = text, judged
    return Judged("packages", "english", [document for document, _ in found.values()], queries, grades)


def known():
    found = packages()
    if found is None:
        return None
    # Without the name of the package, which would give it away; the first of those with one title.
    documents = list({title.partition(" ")[2]: (key, title.partition(" ")[2], *rest)
                      for (key, title, *rest), _ in reversed(found.values())}.values())
    queries = {key: half(title, key) for key, title, *_ in random.Random("known").sample(
        [document for document in documents if len(document[1].split()) >= 5], 600)}
    return Judged("known", "english", documents, queries, {key: {key: 1} for key in queries})


def languages():
    documents, queries, grades = [], {}, {}
    for language in LANGUAGES:
        seen, mine = set(), []
        for domain in ("iso_3166-1", "iso_3166-2", "iso_639-3", "iso_4217"):
            try:
                table = gettext.translation(domain, languages=[language], localedir="/usr/share/locale")
            except FileNotFoundError:
                continue
            for name, text in sorted(table._catalog.items(), key=str):
                if isinstance(name, str) and name and text and text != name and text not in seen:
                    seen.add(text)
                    mine.append((f"{language}:{domain}:{len(mine)}", text, "", "", ""))
        documents += mine
        asked = random.Random(f"names in {language}").sample(mine, min(60, len(mine)))
        for key, title, *_ in asked:
            queries[key] = half(title, key)
            grades[key] = {key: 1}
    # Who has the same name in another language is as good.
    titles = {}
    for key, title, *_ in documents:
        titles.setdefault(title.casefold(), []).append(key)
    for key, title, *_ in documents:
        if key in grades:
            grades[key] = {other: 1 for other in titles[title.casefold()]}
    return Judged("languages", None, documents, queries, grades) if documents else None


def catalog_of_strangers(name, language):
    def make():
        found = getattr(catalogs, name)()
        return Judged(name, language, *found) if found else None
    return make


SETS = {"cranfield": cranfield, "products": products, "packages": purposes, "known": known, "languages": languages,
        "foods": catalog_of_strangers("foods", "english"), "things": catalog_of_strangers("things", "english"),
        "apps": catalog_of_strangers("apps", None)}


# Scores -----------------------------------------------------------------------------------------


def score(judged, ids, answers):
    """nDCG of the first 10 (linear gains), recall of the first 100 and reciprocal rank, by query."""
    rows = {}
    most = max(grade for grades in judged.grades.values() for grade in grades.values())
    for query in ids:
        grades = judged.grades[query]
        good = {key for key, grade in grades.items() if grade > 0}
        if not good:
            continue
        keys = list(dict.fromkeys(answers.get(query, [])))[:100]
        gain = lambda values: sum(value / most / math.log2(place + 2) for place, value in enumerate(values))
        ideal = gain(sorted(grades.values(), reverse=True)[:10])
        rows[query] = (gain([grades.get(key, 0) for key in keys[:10]]) / ideal,
                       len(good & set(keys)) / min(100, len(good)),
                       next((1 / (place + 1) for place, key in enumerate(keys) if key in good), 0.0))
    return rows


def mean(rows):
    return tuple(sum(column) / len(rows) for column in zip(*rows.values()))


def difference(mine, theirs, rounds=2000):
    """The mean of mine minus theirs in nDCG, and the interval of 95 % of a paired bootstrap."""
    pairs = [mine[query][0] - theirs[query][0] for query in sorted(mine)]
    draw = random.Random("bootstrap")
    means = sorted(sum(draw.choices(pairs, k=len(pairs))) / len(pairs) for _ in range(rounds))
    return sum(pairs) / len(pairs), means[rounds // 40], means[-rounds // 40]


# The app that has them ---------------------------------------------------------------------------


def schema(sets, folder):
    """Statements that make the app `judged` with a table for each set, and load the files of a folder."""
    lines = ["CREATE ROLE judged_owner NOLOGIN;", "CREATE SCHEMA judged AUTHORIZATION judged_owner;",
             "COMMENT ON SCHEMA judged IS 'Judged sets of the benchmarks.';"]
    for one in sets:
        lines += ["SET ROLE judged_owner;",
                  f"CREATE TABLE judged.{one.name}(key text CONSTRAINT {one.name}_pkey PRIMARY KEY, title text, "
                  "kind text, summary text, attributes text, language text);",
                  f"COMMENT ON TABLE judged.{one.name} IS 'Documents.';", "RESET ROLE;",
                  f"\\copy judged.{one.name} from '{folder}/{one.name}/documents.csv' (format csv)",
                  f"ANALYZE judged.{one.name};"]
    return "\n".join(lines) + "\n"


def catalog(sets):
    """The catalog of that app."""
    lines = ["app: judged", "schema: judged", "owner: judged_owner", "title: Judged sets", "", "collections:"]
    for one in sets:
        language = ("language: {column: language}, " if one.languages
                    else f"language: {one.language}, " if one.language else "")
        lines += [f"  {one.name}:", f"    table: {one.name}", "    key: [key]", "    label: t.title",
                  "    show: [key, title, kind]", "    enforcement: none",
                  f"    search: {{a: [title], b: [kind], c: [summary], d: [attributes], {language}popularity: null}}"]
    return "\n".join(lines) + "\n"


# Files ------------------------------------------------------------------------------------------


def write(folder):
    """Writes the sets as files; returns those that were made."""
    made = []
    for name, make in SETS.items():
        judged = make()
        if judged is None:
            print(f"{name}: its data are not on this machine", file=sys.stderr)
            continue
        made.append(judged)
        path = os.path.join(folder, name)
        os.makedirs(path, exist_ok=True)
        with open(os.path.join(path, "documents.csv"), "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows((*row, (judged.languages or {}).get(row[0])) for row in judged.documents)
        with open(os.path.join(path, "qrels.txt"), "w", encoding="utf-8") as file:
            file.writelines(f"{query} 0 {key} {grade}\n" for query, grades in judged.grades.items()
                            for key, grade in grades.items())
        for half_name in "tune", "test":
            for suffix, texts in ("", judged.queries), (".typo", judged.misspelt):
                with open(os.path.join(path, f"{half_name}{suffix}.tsv"), "w", encoding="utf-8") as file:
                    file.writelines(f"{query}\t{texts[query]}\n" for query in getattr(judged, half_name))
    with open(os.path.join(folder, "schema.sql"), "w", encoding="utf-8") as file:
        file.write(schema(made, folder))
    with open(os.path.join(folder, "catalog.yaml"), "w", encoding="utf-8") as file:
        file.write(catalog(made))
    return made


if __name__ == "__main__":
    for one in write(os.path.abspath(sys.argv[1])):
        print(f"{one.name}: {len(one.documents)} documents, {len(one.queries)} queries")
