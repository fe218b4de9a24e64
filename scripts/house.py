#!/usr/bin/env python3
"""Reads which room calls which, in SQL and in Swift, and which folder of a room names the types of
which other, and compares that with scripts/house.txt.

usage: house.py         complain about arrows that go up, dependencies in Package.swift that are undeclared
                        or unused, functions that nobody calls or that Swift calls by hand, a drawing
                        that is out of date; between folders of one room, about arrows that go up and are
                        not in scripts/house-up.txt, and about entries there that are no longer true;
                        about calls of a room's own functions that are not in scripts/house-shared.txt;
                        in docs/architecture.md, about calls that are not made
       house.py list    print every arrow with the number of its calls, imports or files
       house.py shrink  take out of the two lists what is no longer true; it adds nothing
       house.py draw    write the drawing in docs/architecture.md anew
"""
import collections, os, pathlib, re, sys

os.chdir(pathlib.Path(__file__).parent.parent)
PAGE = pathlib.Path("docs/architecture.md")
FROZEN = pathlib.Path("scripts/house-up.txt")
SHARED = pathlib.Path("scripts/house-shared.txt")
MARKS = "<!-- house: written by make docs -->\n", "<!-- /house -->"


def read_floors():
    """The floors of each language, lowest first: (title, {room: sentence}); and the folders of each room
    that has some, lowest first."""
    floors, folders = {}, {}
    for line in pathlib.Path("scripts/house.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        if line in ("SQL", "Swift"):
            language = floors.setdefault(line, [])
        elif line.startswith("    "):
            folders[room] = line.split()
        elif line.startswith("  "):
            room, sentence = line.split(None, 1)
            language[-1][1][room] = sentence
        else:
            language.append((line, {}))
    return floors, folders


class SQL:
    """The functions of Reeve and what calls them."""

    def __init__(self):
        self.files, self.room_of = {}, {}
        for path in sorted(pathlib.Path("sql/functions").rglob("*.sql")):
            self.files[path] = path.read_text()
            self.room_of[path.name.split(".")[0]] = self.room(path)
        # Functions that tables need are made with them; triggers call from where they are made.
        for path in sorted(pathlib.Path("sql/migrations").glob("*.sql")):
            self.files[path] = path.read_text()
            for name in re.findall(r"^ *CREATE FUNCTION reeve\.(\w+)\(", self.files[path], re.M):
                self.room_of.setdefault(name, self.room(path))
        self.arrows = collections.defaultdict(list)
        for path, text in self.files.items():
            for name in sorted(self.calls(text) & self.room_of.keys()):
                if self.room_of[name] != self.room(path):
                    self.arrows[self.room(path), self.room_of[name]].append((path, name))

    def room(self, path):
        """The area of a file: its folder, whatever folders it has, or the first word of a migration's name."""
        if path.parent.name == "migrations":
            return re.split("[_.]", path.name)[1]
        return path.parts[2]

    def calls(self, text):
        """Every function of Reeve that a file calls, by triggers and in composed statements too."""
        code = re.sub(r"--[^\n]*", "", text)
        code = re.sub(r"^(COMMENT|GRANT|REVOKE)\b.*?;$", "", code, flags=re.M | re.S)
        return set(re.findall(r"\breeve\.(\w+)\s*\(", code))

    def shared(self):
        """The functions that other rooms call, though no role may: {(room, name): files that do}."""
        granted = {path.name.split(".")[0] for path, text in self.files.items()
            if re.search("(?m)^GRANT EXECUTE", text) and path.parent.name != "migrations"}
        found = collections.defaultdict(list)
        for (_, room), uses in self.arrows.items():
            for path, name in uses:
                if name not in granted:
                    found[room, name].append(path)
        return found

    def shared_faults(self):
        shared, listed = self.shared(), read_shared()
        for (room, name), paths in sorted(shared.items()):
            if (room, name) not in listed:
                yield (f"{paths[0]} calls reeve.{name}, which is {room}'s own: no role may execute it, "
                    f"and {SHARED} does not list it")
        for room, name in sorted(listed - shared.keys()):
            yield (f"{SHARED} lists reeve.{name} of {room}, which no other room calls: "
                "run scripts/house.py shrink")

    def faults(self):
        yield from self.shared_faults()
        for path, text in self.files.items():
            reads = re.search(r"(?<!DELETE )(?:FROM|JOIN) reeve\.change\b", text)
            if reads and "changes" not in path.parts and path.parent.name != "migrations":
                yield f"{path} reads reeve.change; reeve.change_unread and its like do, in changes"
        for callee, words in (
            ("cell_enter", "app's writer"), ("app_call", "app's writer"),
            ("app_plan", "app's writer"), ("reader_call", "app's reader")):
            if callee not in self.room_of:
                yield f"there is no reeve.{callee}, by which functions act as the {words}"
            for path, text in self.files.items():
                said = text.split("\n", 1)[0]
                if callee in self.calls(text) and path.parent.name != "cell" and not (
                    said.startswith("--") and words in said):
                    yield f"{path} calls reeve.{callee}; its first line does not say “{words}”"
        for file in sorted(pathlib.Path("Sources").rglob("*.swift")):
            code = re.sub(r"(?m)^\s*//.*$", "", file.read_text())
            if not file.name.endswith("Functions.swift"):
                for name in sorted(self.calls(code) & self.room_of.keys()):
                    yield f"{file} spells a call of reeve.{name}; make functions writes them"
        # People call some by hand, as docs/security.md says; docs/functions.md lists all.
        folders = "Sources", "sql/queries", "sql/apps", "jobs", "docs"
        others = "\n".join(
            file.read_text(errors="replace") for folder in folders
            for file in pathlib.Path(folder).rglob("*")
            if file.is_file() and file.name != "functions.md")
        named = set(re.findall(r"\breeve\.(\w+)", re.sub(r"(?m)^\s*(--|///?) .*$", "", others)))
        for path, text in self.files.items():
            named |= self.calls(text) - {path.name.split(".")[0]}
            if path.parent.name == "migrations":
                # Steps of jobs are named by rows of reeve.job_kind.
                named |= set(re.findall(r"'(\w+)'", text))
            if path.name == "search_special.sql":
                # A generation's own are called by names of theirs.
                named |= set(re.findall(r"search_\w+", text))
        for path, text in self.files.items():
            name = path.name.split(".")[0]
            # What apps call, no file of ours need call.
            if path.parts[1] == "functions" and name not in named and "TO reeve_app" not in text:
                yield f"nobody calls reeve.{name}: {path}"


def read_shared():
    return {tuple(line.split()) for line in SHARED.read_text().splitlines() if line[:1] not in "#"}


def write_shared(shared):
    comments = [line for line in SHARED.read_text().splitlines() if line.startswith("#")]
    SHARED.write_text("\n".join(comments + [" ".join(entry) for entry in sorted(shared)]) + "\n")


def read_frozen():
    """The arrows between folders that go up and may stay: {(room, folder, folder, type): files}."""
    lines = [line.split() for line in FROZEN.read_text().splitlines() if line and line[0] != "#"]
    return {(room, above, below, name): int(files)
        for room, above, _, below, name, files in lines}


def write_frozen(arrows):
    comments = [line for line in FROZEN.read_text().splitlines() if line.startswith("#")]
    FROZEN.write_text("\n".join(comments + [f"{room} {above} -> {below} {name} {files}"
        for (room, above, below, name), files in sorted(arrows.items())]) + "\n")


class Folders:
    """The folders within a room of Swift, and which names a type that another declares.

    Files of the room itself are in the folder `.`. Generated files have no types of their own that count.
    """

    KINDS = r"(?:struct|class|enum|actor|protocol|typealias|associatedtype)"

    def __init__(self, root):
        texts = {path: self.code(path.read_text()) for path in sorted(root.rglob("*.swift"))
            if not path.name.endswith("Functions.swift")}
        folder = {path: path.relative_to(root).parts[:-1][:1] or (".",) for path in texts}
        self.folders = {folder[path][0] for path in texts}
        home = collections.defaultdict(set)
        for path, text in texts.items():
            for name in re.findall(rf"(?m)^(?:[a-z@]\S* )*?{self.KINDS} ([A-Z]\w*)", text):
                home[name].add(folder[path][0])
        self.arrows = collections.defaultdict(list)
        for path, text in texts.items():
            here = folder[path][0]
            # A type that a file declares, nested too, hides that of another folder.
            names = set(re.findall(r"(?<![.\w])([A-Z]\w*)\b", text)) & home.keys()
            names -= set(re.findall(rf"\b{self.KINDS}\s+([A-Z]\w*)", text))
            for name in names:
                for there in home[name] - {here}:
                    self.arrows[here, there, name].append(path)

    @staticmethod
    def code(text):
        """A file without its comments and the texts in it."""
        text = re.sub(r'(?s)""".*?"""', '""', text)
        text = re.sub(r'#".*?"#|"(?:\\.|[^"\\\n])*"', '""', text)
        return re.sub(r"(?s)//[^\n]*|/\*.*?\*/", "", text)


class Swift:
    """The targets of Package.swift and what they import."""

    def __init__(self):
        text = re.sub(r"(?m)^\s*//.*$", "", pathlib.Path("Package.swift").read_text())
        self.declared, self.tests, self.folder = {}, set(), {}
        kinds = r"\.(target|executableTarget|testTarget|systemLibrary)\("
        parts = re.split(kinds, text[text.index("targets: [\n"):])[1:]
        for kind, body in zip(parts[::2], parts[1::2]):
            name = re.search(r'name: "([^"]+)"', body)[1]
            listed = re.search(r"dependencies: \[([^\]]*)\]", body)
            listed = listed[1] if listed else ""
            products = re.findall(r'\.product\(name: "([^"]+)"', listed)
            own = re.sub(r"\.product\([^)]*\)", "", listed)
            self.declared[name] = set(products) | set(re.findall(r'"([^"]+)"', own))
            folder = re.search(r'path: "([^"]+)"', body)
            tests = kind == "testTarget"
            self.folder[name] = folder[1] if folder else f"{'Tests' if tests else 'Sources'}/{name}"
            if tests or self.folder[name].startswith("Tests/"):
                self.tests.add(name)
        known = set(self.declared).union(*self.declared.values())
        self.imports = {name: collections.defaultdict(list) for name in self.declared}
        for name, folder in self.folder.items():
            for path in sorted(pathlib.Path(folder).rglob("*.swift")):
                for module in re.findall(
                    r"(?m)^(?:@\w+ )?(?:\w+ )?import (?:(?:struct|class|enum|func|protocol) )?(\w+)",
                    path.read_text()):
                    if module in known:
                        self.imports[name][module].append(path)
        self.arrows = {
            (name, module): [(path, module) for path in paths]
            for name, modules in self.imports.items() if name not in self.tests
            for module, paths in modules.items() if module in self.declared}
        within = {name: Folders(pathlib.Path(folder)) for name, folder in self.folder.items()
            if name not in self.tests}
        self.within = {name: room for name, room in within.items() if len(room.folders) > 1}

    def up(self, folders):
        """The arrows between folders that go up: {(room, folder, folder, type): paths}."""
        return {(name, *arrow): paths for name, room in self.within.items()
            for arrow, paths in room.arrows.items()
            if {*arrow[:2]} <= {*folders.get(name, [])}
            and folders[name].index(arrow[1]) > folders[name].index(arrow[0])}

    def folder_faults(self, folders):
        for name in sorted(self.within.keys() | folders.keys()):
            inside = self.within[name].folders if name in self.within else set()
            for folder in sorted(inside ^ {*folders.get(name, [])}):
                yield (f"folder {folder} of {name} is {'not in' if folder in inside else 'only in'} "
                    "scripts/house.txt")
        up, frozen = self.up(folders), read_frozen()
        for (name, above, below, kind), paths in sorted(up.items()):
            if len(paths) > frozen.get((name, above, below, kind), 0):
                for path in paths:
                    yield f"{path} uses {kind} of {below}, which is above {above} in {name}"
        for arrow, files in sorted(frozen.items()):
            if len(up.get(arrow, ())) < files:
                yield (f"{FROZEN} allows “{' '.join(arrow)}” in {files} files, of which "
                    f"{len(up.get(arrow, ()))} are left: run scripts/house.py shrink")

    def faults(self):
        for name, modules in self.imports.items():
            for module in sorted(modules.keys() - self.declared[name]):
                yield f"{modules[module][0]} imports {module}, which Package.swift does not declare"
            for module in sorted(self.declared[name] - modules.keys()):
                yield f"{name} does not import {module}, which Package.swift declares for it"


class Page:
    """What docs/architecture.md says that calls what: `caller` → `called`, as long a chain as it likes.

    A name is that of a function of SQL, `app.function` of an app; `File.swift`; `reeve.table`, which is
    written by what is before it and has triggers that call what is after it; or a kind of jobs, which
    is enqueued by the one and run by the other. Each row about a rule and each step of a life has a
    chain, with every function in it whose file the row or the step names.
    """

    def __init__(self, text, sql):
        self.text = text
        self.sql = {path.name.split(".")[0]: body for path, body in sql.files.items()
            if path.parent.name != "migrations"}
        migrations = "\n".join(sql.files[path] for path in sorted(sql.files)
            if path.parent.name == "migrations")
        for name, body in re.findall(
            r"(?s)CREATE (?:OR REPLACE )?FUNCTION reeve\.(\w+)\((.*?\$\$;)", migrations):
            self.sql.setdefault(name, body)
        self.calls, self.migrations, self.swift = sql.calls, migrations, {}
        for path in sorted(pathlib.Path("sql/apps").glob("*/functions/*.sql")):
            self.sql[f"{path.parts[2]}.{path.stem}"] = path.read_text()
        for path in pathlib.Path("Sources").rglob("*.swift"):
            self.swift[path.name] = self.swift.get(path.name, "") + Folders.code(path.read_text())

    def is_called(self, caller, called):
        """Whether one calls, writes, enqueues or runs the other, or names a type that it declares."""
        table = re.fullmatch(r"reeve\.(\w+)", caller) or re.fullmatch(r"reeve\.(\w+)", called)
        if table and caller == table[0]:
            return any(called in re.findall(r"EXECUTE FUNCTION reeve\.(\w+)", trigger)
                for trigger in re.findall(rf"CREATE TRIGGER [^;]* ON reeve\.{table[1]}\b[^;]*;",
                    self.migrations))
        if caller in self.swift:
            code = self.swift[caller]
            if called in self.swift:
                other = self.swift[called]
                declared = re.findall(rf"\b{Folders.KINDS} ([A-Z]\w*)", other)
                # A file of extensions is called by its functions.
                declared = declared or re.findall(r"\bfunc (\w+)\(", other)
                return any(re.search(rf"\b{name}\b", code) for name in declared)
            names = re.findall(r"\b\w+Functions\s*\.([a-z]\w*)", code)
            return called in {re.sub(r"([A-Z])", lambda m: "_" + m[1].lower(), re.sub(
                "(ID|SQL|JSON|URL)(s?)($|[A-Z])", lambda m: f"_{m[1].lower()}{m[2]}{m[3]}", name))
                for name in names}
        if caller not in self.sql:
            # A row of reeve.job_kind names the function that runs its jobs.
            return bool(re.search(rf"'{re.escape(caller)}'[^;()]*'{called}'", self.migrations))
        code = self.sql[caller]
        if table:
            return bool(re.search(rf"(?:INSERT INTO|UPDATE|DELETE FROM) {re.escape(table[0])}\b", code))
        code = re.sub(r"--[^\n]*", "", code)
        if "." in called:
            return f"{called}(" in code or f"'{called}'" in code
        # A generation of a search index has functions of its own, whose names end with its number.
        return called in self.calls(code) or f"'{called}_'" in code

    def faults(self):
        names = r"`[\w./+-]+`"
        for part in self.parts():
            chains = [re.findall(r"`([^`]*)`", chain)
                for chain in re.findall(rf"{names}(?:\s+→\s+{names})+", part)]
            where = " ".join(part.split())[:60]
            for caller, called in [pair for chain in chains for pair in zip(chain, chain[1:])]:
                if not self.is_called(caller, called):
                    yield f"{PAGE} says that {caller} calls {called}, which it does not: {where}"
            said = {name for chain in chains for name in chain}
            for path in re.findall(r"`((?:sql/functions|Sources)/[\w./+-]+)`", part):
                name = pathlib.Path(path).name
                if (name if name.endswith(".swift") else name.split(".")[0]) not in said:
                    yield f"{PAGE} does not say what calls {path}: {where}"
            if not chains:
                yield f"{PAGE} names no call here: {where}"

    def parts(self):
        """The rows about rules, and the steps of lives."""
        for section in re.split(r"(?m)^## ", self.text.split(MARKS[0])[0]):
            if section.startswith("Where a rule is"):
                yield from re.findall(r"(?m)^\| .* \|$", section)[1:]
            elif section.startswith("Life of"):
                yield from re.findall(r"(?ms)^\d+\. .*?(?=^\d+\. |\n\n|\Z)", section)


def faults(floors, houses):
    for language, house in houses.items():
        order = [room for _, rooms in floors[language] for room in rooms]
        apart = [rooms for title, rooms in floors[language] if ", apart" in title]
        if language == "SQL":
            rooms = set(house.room_of.values()) | {a for arrow in house.arrows for a in arrow}
        else:
            rooms = set(house.declared) - house.tests
        for room in sorted(rooms ^ set(order)):
            yield f"{room} is {'not in' if room in rooms else 'only in'} scripts/house.txt"
        for (above, below), uses in sorted(house.arrows.items()):
            if not {above, below} <= set(order):
                continue
            up = order.index(below) > order.index(above)
            if up or any({above, below} <= rooms.keys() for rooms in apart):
                for path, name in uses:
                    yield f"{above} is {'below' if up else 'beside'} {below}, but {path} uses {name}"
        yield from house.faults()


def reduced(arrows):
    """The arrows that no chain of others implies."""
    below = collections.defaultdict(set)
    for a, b in arrows:
        below[a].add(b)

    def reaches(a, b, seen):
        return any(n == b or n not in seen and not seen.add(n) and reaches(n, b, seen)
            for n in below[a])

    return [(a, b) for a, b in arrows
        if not any(n != b and reaches(n, b, set()) for n in below[a])]


def drawing(floors, houses):
    lines = []
    for language, house in houses.items():
        arrows = house.arrows
        order = [room for _, rooms in floors[language] for room in rooms]
        unit = "calls" if language == "SQL" else "imports"
        drawn = sorted(reduced(arrows), key=lambda a: (order.index(a[0]), order.index(a[1])))
        lines += [f"### {language}", "", "Arrows that others imply are left out; `scripts/house.py "
            f"list` prints all, with their {unit}.", "", "```mermaid", "flowchart TD"]
        for number, (title, rooms) in reversed(list(enumerate(floors[language], 1))):
            lines += [f'  subgraph {language}{number}["{re.split("[,:]", title)[0]}"]']
            lines += [f"    {room}" for room in rooms] + ["  end"]
        lines += [f"  {a} --> {b}" for a, b in drawn] + ["```", ""]
        for title, rooms in reversed(floors[language]):
            lines += [f"**{title}**", ""]
            lines += [f"- `{room}`: {sentence}" for room, sentence in rooms.items()] + [""]
    return "\n".join(lines)


def main(mode):
    (floors, folders), houses = read_floors(), {"SQL": SQL(), "Swift": Swift()}
    if mode == "list":
        for language, house in houses.items():
            for (above, below), uses in sorted(house.arrows.items()):
                print(language, above, "->", below, len(uses))
            print(language, len({a for arrow in house.arrows for a in arrow}), "rooms,",
                len(house.arrows), "arrows")
        for name, room in sorted(houses["Swift"].within.items()):
            files = collections.defaultdict(set)
            for (above, below, _), paths in room.arrows.items():
                files[above, below].update(paths)
            for (above, below), paths in sorted(files.items()):
                print(name, above, "->", below, len(paths))
        return 0
    if mode == "shrink":
        up = houses["Swift"].up(folders)
        kept = {arrow: min(files, len(up.get(arrow, ()))) for arrow, files in read_frozen().items()}
        write_frozen({arrow: files for arrow, files in kept.items() if files})
        write_shared(read_shared() & houses["SQL"].shared().keys())
        return 0
    reports = [*faults(floors, houses), *houses["Swift"].folder_faults(folders)]
    if reports:
        print(*reports, sep="\n")
        return 1
    page = PAGE.read_text()
    gone = [path for path in re.findall(r"`((?:sql|Sources|scripts|jobs)/[\w./+-]+)`", page)
        if not pathlib.Path(path).exists()]
    if gone:
        print(*(f"{PAGE} names {path}, which does not exist" for path in gone), sep="\n")
        return 1
    untrue = [*Page(page, houses["SQL"]).faults()]
    if untrue:
        print(*untrue, sep="\n")
        return 1
    before, rest = page.split(MARKS[0])
    wanted = before + MARKS[0] + "\n" + drawing(floors, houses) + MARKS[1] + rest.split(MARKS[1])[1]
    if mode == "draw":
        PAGE.write_text(wanted)
    elif page != wanted:
        print(f"the drawing in {PAGE} is out of date: run make docs")
        return 1
    return 0


sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "check"))
