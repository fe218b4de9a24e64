"""Operations that interrupt.py interrupts: what they do, and whether their words agree with the tables.

Each kind prepares a run, and judges what it said: words that it was committed, that it was not, or silence,
against what the tables had before and have now.
"""

import re


class Operation:
    """A kind of operation, on tables of its own."""

    sessions = "usename = session_user AND datname = current_database() AND pid <> pg_backend_pid()"

    def __init__(self, program, dsn, sql, run, chance, folder):
        self.program, self.dsn, self.sql, self.run = program, dsn, sql, run
        self.chance, self.folder = chance, folder
        sql("DO $$ BEGIN IF to_regrole('chaos_owner') IS NULL THEN CREATE ROLE chaos_owner; END IF; END $$")
        self.begin()

    def arguments(self, *words):
        return [*words, "--dsn", self.dsn]

    def write(self, name, text):
        path = f"{self.folder}/{name}"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def catalog(self, app, title, collections):
        return self.write(f"{app}.yaml", f"app: {app}\nschema: {app}\nowner: chaos_owner\n"
                          f"title: {title}\ncollections:\n  {collections}\n")

    def succeed(self, *words):
        """Runs an operation that nobody interrupts."""
        said, status = self.run(self.arguments(*words))
        if status:
            raise SystemExit(f"{words}: {said}")

    def judge(self, way, text, status):
        """What is wrong with the words; None where they agree with the tables."""
        if "may have been committed" in text or "CancellationError" in text:
            return "words that are not true of every interruption"
        if "nknown" in text:
            return "unknown, although the server answers"
        if way in ("ctrl-c", "term") and "cancelled" in text and status not in (130, 143):
            return f"status {status}"
        is_done = status == 0 or "the command was completed" in text
        return self.compare(way == "kill", text, is_done)


def told(text, name):
    """Whether a transaction is said to be committed or not; None where nothing is said of it."""
    said = re.findall(rf"(Committed|Not committed): {name}\.", text)
    return said[-1] == "Committed" if said else None


class Catalogs(Operation):
    """`catalog apply` of two apps, each in a transaction of its own."""

    apps = ["ichaosa", "ichaosb"]

    def begin(self):
        for app in self.apps:
            self.sql(f"CREATE SCHEMA {app} AUTHORIZATION chaos_owner;"
                     f" SET ROLE chaos_owner; CREATE TABLE {app}.item(id int PRIMARY KEY, name text)")

    def prepare(self, number):
        self.title = f"T{number}"
        return self.arguments("catalog", "apply", *(self.catalog(
            app, self.title, f"item: {{table: item, key: [id], label: \"t.name || '{number}'\", show: [name]}}")
            for app in self.apps))

    def made(self):
        return self.sql(f"SELECT app FROM reeve.app WHERE title = '{self.title}' ORDER BY app").split()

    def compare(self, is_killed, text, is_done):
        made = self.made()
        said = [app for app in self.apps
                if re.search(rf"{app}  (add|change)", text) or is_done
                or told(text, f"the catalog of {app}")]
        denied = [app for app in self.apps if told(text, f"the catalog of {app}") is False]
        if set(denied) & set(made) or set(said) - set(made):
            return f"told {said}, denied {denied}, made {made}"
        if set(made) - set(said) and not is_killed:
            return f"silent: told {said}, made {made}"
        return None


class Imports(Operation):
    """`import run` of a file of one chunk or several."""

    def begin(self):
        self.sql("CREATE SCHEMA ichaosi AUTHORIZATION chaos_owner; SET ROLE chaos_owner;"
                 " CREATE TABLE ichaosi.note(id int PRIMARY KEY, title text)")
        self.succeed("catalog", "apply", self.catalog(
            "ichaosi", "Imports", "note: {table: note, key: [id], label: t.title, show: [title]}"))

    def prepare(self, number):
        # What was left is ended first: the same command continues, and every row is there once.
        if getattr(self, "source", None):
            self.succeed(*self.words)
            found = self.sql("SELECT count(*) FROM ichaosi.note")
            if found != str(self.count):
                raise SystemExit(f"{found} rows of {self.count}")
        self.sql("TRUNCATE ichaosi.note")
        self.count = self.chance.choice([40, 40, 40, 6000])
        self.source = f"s{number}"
        file = self.write("in.csv", "Id,Title\n" + "".join(
            f"{row},note {row}\n" for row in range(1, self.count + 1)))
        mapping = self.write("in.yaml", f"app: ichaosi\nsource: {self.source}\nformat: csv\n"
                             "table: note\nkey: [id]\n"
                             "columns:\n  id: {from: Id}\n  title: {from: Title}\n")
        self.words = ["import", "run", file, "--mapping", mapping]
        return self.arguments(*self.words)

    def made(self):
        return self.sql("SELECT read, finished_at IS NOT NULL FROM reeve.import"
                        f" WHERE source = '{self.source}'")

    def compare(self, is_killed, text, is_done):
        row = self.made()
        read, is_over = (int(row.split("|")[0]), row.endswith("t")) if row else (0, False)
        rows = int(self.sql("SELECT count(*) FROM ichaosi.note"))
        is_told = is_done or re.search(r"import \d+  declared", text) \
            or told(text, r"the end of import \d+")
        truth = f"read {read}, rows {rows}, over {is_over}, begun {bool(row)}"
        if read != rows:
            return f"rows that are not counted: {truth}"
        if is_told and not is_over or told(text, r"the end of import \d+") is False and is_over:
            return f"its end: {truth}"
        begun = told(text, "the import's beginning")
        if begun is not None and begun != bool(row):
            return f"its beginning: {truth}"
        for kind, first, last in re.findall(
                r"(Committed|Not committed): import \d+, records (\d+) to (\d+)\.", text):
            if (read >= int(last)) != (kind == "Committed") or int(first) <= read < int(last):
                return f"a chunk: {truth}"
        extent = re.search(r"has read (at least )?(\d+)", text)
        if extent and (is_over or read < int(extent[2]) or not extent[1] and read != int(extent[2])):
            return f"its extent: {truth}"
        if is_killed:
            return None
        if is_over and not is_told or row and not is_over and not re.search(
                r"Committed: (the import's beginning|import)|import \d+", text):
            return f"silent: {truth}"
        return None


class Migrations(Operation):
    """The verbs of `migrate`, as the phase of the copy permits them."""

    names = {"start": "start", "verify": "verification", "cutover": "cutover", "rollback": "rollback",
             "finish": "end", "pause": "pause", "resume": "continuation"}

    def begin(self):
        self.sql("CREATE SCHEMA ichaosm AUTHORIZATION chaos_owner;"
                 " CREATE SCHEMA ichaosn AUTHORIZATION chaos_owner")
        self.renew()
        self.succeed("catalog", "apply", self.catalog(
            "ichaosm", "Moves", "item: {table: item, key: [id], label: t.name, show: [name]}"))
        self.mapping = self.write(
            "copy.yaml", "app: ichaosm\ncopy: item\nsource: {schema: ichaosm, table: item}\n"
            "target: {schema: ichaosn, table: thing}\nkey: [id]\n"
            "columns:\n  id: {from: id}\n  title: {from: name}\n")

    def renew(self):
        self.sql("DROP VIEW IF EXISTS ichaosm.item; DROP TABLE IF EXISTS ichaosm.item_before_item,"
                 " ichaosn.thing; SET ROLE chaos_owner;"
                 " CREATE TABLE ichaosm.item(id int PRIMARY KEY, name text NOT NULL);"
                 " INSERT INTO ichaosm.item SELECT n, 'item ' || n FROM generate_series(1, 50) n;"
                 " CREATE TABLE ichaosn.thing(id int PRIMARY KEY, title text NOT NULL)")

    def state(self):
        """The copy that is under way: its id, phase, verification and pause; empty where none is."""
        return self.sql("SELECT copy_id, phase, coalesce(verified_at::text, ''), paused_at IS NOT NULL"
                        " FROM reeve.live_copy WHERE ended_at IS NULL").split("|")

    def prepare(self, number):
        self.before = self.state()
        if self.before == [""]:
            words = ["start"]
        elif self.before[3] == "t":
            words = ["resume"]
        elif self.before[1] == "copying":
            words = ["start"]
        elif self.before[1] == "live":
            words = ["rollback"]
        else:
            words = self.chance.choice([
                ["verify"], ["cutover", "--unverified"], ["cutover", "--unverified"],
                ["finish", "--abandon"], ["pause"]])
        self.verb = words[0]
        return self.arguments("migrate", words[0], self.mapping, *words[1:])

    def made(self):
        """Whether the verb is committed."""
        now = self.state()
        if self.verb == "finish":
            return now == [""]
        if now == [""]:
            return False
        return {"start": True, "verify": now[2] != self.before[2] if len(self.before) > 2 else False,
                "cutover": now[1] == "live", "rollback": now[1] == "following",
                "pause": now[3] == "t", "resume": now[3] == "f"}[self.verb]

    def compare(self, is_killed, text, is_done):
        is_made = self.made()
        said = told(text, f"the {self.names[self.verb]} of the copy ichaosm/item")
        line = {"start": "rows copied", "verify": "compared 50 ", "cutover": "ichaosn.thing is live",
                "rollback": "ichaosm.item is live", "finish": "abandoned;"}.get(self.verb)
        is_told = said or is_done or line and line in text
        truth = f"{self.verb}: before {self.before}, now {self.state()}"
        # A copy that had begun is continued.
        had_begun = self.verb == "start" and self.before != [""]
        if said is False and is_made and not had_begun or is_told and not is_made:
            return truth
        if "step under way was not committed" in text and is_made and not had_begun and not is_told:
            return truth
        if is_made and not is_told and not is_killed and not had_begun:
            return f"silent: {truth}"
        return None


operations = {"catalog": Catalogs, "import": Imports, "migrate": Migrations}
