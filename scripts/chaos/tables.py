"""Tables of an app at random, each moved by a live copy: tables.py FIRST LAST SEED.

For each one: `reeve migrate plan` refuses it, or it is copied while roles of the app write to it; then
`cutover --rehearse` names a difference and changes nothing, or the table is cut over and the statements of every
role, run before and after it by the old name in a transaction that is rolled back, have the same outcomes: SQLSTATE,
number of rows, and the rows. What differs between two runs before the cutover, such as numbers and times, need
only be there after it. What docs/migrating.md and the plan say of every old name may fail (TOLD).

Works in the database of libpq's environment, as a superuser; REEVE is the program.
"""
import json
import os
import random
import re
import subprocess
import sys

first, last, seed = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
reeve, work = os.environ["REEVE"], os.environ["WORK"]
env = dict(os.environ, PGOPTIONS="-c client_min_messages=error", PGTZ="UTC")
dsn = f"host={os.environ['PGHOST']} port={os.environ.get('PGPORT', 5432)} user={os.environ.get('PGUSER', 'postgres')} dbname={os.environ['PGDATABASE']}"
ROLES = ["clerk", "editor", "logger", "member"]
WORDS = ["ash", "Birch", "cedar", "keep", "bad", "late", "Elm", "secret", "fir", "it''s", "ö"]

# Kind of statement → SQLSTATEs that it may have by the old name, as docs/migrating.md says.
TOLD = {"moved": {"428C9"}, "conflict": {"42P10", "23505"}, "merge": {"0A000", "42809"}, "copy to": {"42809"}, "truncate": {"42809"},
        "copy from": {"42809", "COPY 0"}}


def psql(text, user=None, quiet=False):
    run = subprocess.run(
        ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", *(["-U", user] if user else [])],
        input=text, env=env, capture_output=True, text=True)
    if run.returncode and not quiet:
        raise SystemExit(f"{text}\n{run.stdout}{run.stderr}")
    return run.stdout if not run.returncode else run.stderr


def migrate(*words):
    run = subprocess.run([reeve, "migrate", *words, "--dsn", dsn], env=env, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


class Column:
    """A column of the source, and the target's that it becomes."""

    def __init__(self, name, type, draw, notnull=False):
        self.name, self.type, self.notnull = name, type, notnull
        self.default = self.check = self.generated = self.target = self.up = self.down = None
        self.unique = False
        self.to, self.to_type = "t_" + name, type
        self.base = type.split("(")[0]
        if not notnull and draw.random() < .3:
            self.notnull = True

    def value(self, draw):
        if not self.notnull and draw.random() < .15:
            return "NULL"
        n = draw.randrange(60)
        word = draw.choice(WORDS)
        return {
            "int": f"{n}", "bigint": f"{n * 10**9}", "numeric": f"{n}.{draw.randrange(100):02}",
            "text": f"'{word}'", "varchar": f"'{word} {n}'", "boolean": draw.choice(["TRUE", "FALSE"]),
            "date": f"'2024-01-01'::date + {n}", "timestamptz": f"'2024-01-01 00:00+00'::timestamptz + {n} * interval '1 h'",
            "jsonb": f"'{{\"a\": {n}}}'", "text[]": f"ARRAY['{word}', '{n}']", "tables.percent": f"{n}",
            "tables.label": f"'{word}'", "tables.mood": draw.choice(["'glad'", "'sad'"]), "float8": f"{n} / 8.0",
            "bytea": f"'\\x{n:02x}'", "int4range": f"int4range({n * 10}, {n * 10 + draw.choice([3, 12])})",
            "uuid": f"md5('{n}')::uuid",
        }[self.base]

    def convert(self, draw):
        """Makes the target's column more than a renamed one."""
        ways = {
            "numeric": ("bigint", "($v * 100)::bigint", "$v / 100.0"),
            "boolean": ("int", "$v::int", "$v = 1"),
            "text": ("text", "'<' || $v || '>'", "substr($v, 2, length($v) - 2)"),
            "varchar": ("text", "'<' || $v || '>'", "substr($v, 2, length($v) - 2)"),
            "int": ("numeric", "$v / 10.0", "round($v * 10)::int"),
            "jsonb": ("text", "$v::text", "$v::jsonb"),
            "date": ("int", "$v - '2000-01-01'::date", "'2000-01-01'::date + $v"),
        }
        if self.base in ways and not self.check:
            self.to_type, self.up, self.down = ways[self.base]


class Table:
    def __init__(self, n):
        draw = self.draw = random.Random(f"{seed}/{n}")
        self.n, self.name, self.features, self.files = n, f"t{n}", [], 0
        self.source, self.target = f"tables.t{n}", f"tables2.t{n}"
        maybe = lambda p, word: draw.random() < p and (self.features.append(word) or True)
        self.plain = maybe(.4, "plain")
        self.split = maybe(.15, "partitions")
        self.secured = maybe(.2, "policies")
        self.before, self.after, self.target_after = [], [], []
        # The key.
        kind = draw.choice(["always", "default", "serial", "shared", "uuid", "text", "pair"])
        self.features.append(f"key {kind}")
        number = draw.choice(["int", "bigint"])
        key = Column("id", {"uuid": "uuid", "text": "text"}.get(kind, number), draw, True)
        target_key = {"always": draw.choice(["ALWAYS", "BY DEFAULT"]), "default": draw.choice(["ALWAYS", "BY DEFAULT"])}
        key.numbered = kind in ("always", "default", "serial", "shared")
        key.extra = {"always": "GENERATED ALWAYS AS IDENTITY", "default": "GENERATED BY DEFAULT AS IDENTITY",
                     "serial": f"DEFAULT nextval('{self.source}_seq')", "shared": f"DEFAULT nextval('{self.source}_seq')",
                     "uuid": "DEFAULT gen_random_uuid()"}.get(kind, "")
        key.target_extra = f"GENERATED {target_key[kind]} AS IDENTITY" if kind in target_key else draw.choice(
            ["", "GENERATED BY DEFAULT AS IDENTITY"]) if kind in ("serial", "shared") else ""
        if kind in ("serial", "shared"):
            self.before.append(f"CREATE SEQUENCE {self.source}_seq")
            if kind == "serial":
                self.after.append(f"ALTER SEQUENCE {self.source}_seq OWNED BY {self.source}.id")
            else:
                self.before.append(f"CREATE TABLE {self.source}_other(id int)")
                self.after.append(f"ALTER SEQUENCE {self.source}_seq OWNED BY {self.source}_other.id")
            self.after.append(f"GRANT USAGE ON {self.source}_seq TO {', '.join(roles())}")
        if key.numbered and number == "int" and draw.random() < .3:
            key.to_type = "bigint"
            self.features.append("int to bigint")
        self.always = kind == "always"
        self.kind = kind
        self.keys = [key]
        if kind == "pair":
            second = Column("part", "text", draw, True)
            second.extra = second.target_extra = ""
            second.numbered = False
            self.keys.append(second)
        # Other columns.
        types = ["int", "bigint", "numeric(10,2)", "text", "varchar(40)", "boolean", "date", "timestamptz", "jsonb",
                 "text[]", "tables.percent", "tables.label", "tables.mood", "float8", "bytea"]
        self.columns = [Column("word", "text", draw)]
        for place in range(draw.randrange(2, 6)):
            self.columns.append(Column(f"c{place}", draw.choice(types), draw))
        for c in self.columns:
            if c.name != "word" and c.base in ("int", "numeric") and draw.random() < .25:
                c.check = f"CHECK (%s < {draw.randrange(30, 70)})"
                self.features.append("check")
            if not self.plain and c.name != "word" and draw.random() < .6:
                c.convert(draw)
            roll = draw.random()
            if roll < .15:
                c.default = c.value(draw)
            elif c.base in ("text", "varchar") and roll < .4:
                c.default = draw.choice(["tables.made_by()", "lower(current_user)", f"tables.counted('{self.source}')"])
                self.features.append("default by function")
            elif c.base == "timestamptz":
                c.default = draw.choice(["now()", "clock_timestamp()"])
            if c.base in ("text", "varchar", "int", "date") and not self.split and draw.random() < .12:
                c.unique = True
                self.features.append("unique")
        if not self.split and maybe(.15, "exclusion"):
            c = Column("span", "int4range", draw)
            c.exclude = True
            self.columns.append(c)
        if maybe(.25, "generated"):
            c = Column("made", "text", draw)
            c.notnull, c.default = False, None
            c.generated = "upper(word)"
            self.columns.append(c)
        self.parent = maybe(.3, "foreign key out")
        if self.parent:
            self.columns.append(Column("parent", "int", draw))
        # A mistake that the rehearsal has to find.
        self.careless = draw.random() < .2
        self.trigger_kinds = [k for k in ("fold", "refuse", "skip", "note", "count", "later", "who", "owner")
                              if draw.random() < .1]
        self.features += [f"trigger {k}" for k in self.trigger_kinds]
        self.child = draw.choice(["CASCADE", "SET NULL", "RESTRICT"]) if maybe(.3, "foreign key in") and kind != "pair" else None
        self.view = maybe(.25, "view")
        self.function = draw.choice(["by name", "atomic", "row type"]) if maybe(.15, "function") else None
        self.rule = draw.choice(["ON DELETE TO %s DO INSTEAD NOTHING",
                                 "ON UPDATE TO %s DO ALSO INSERT INTO tables.log VALUES ('rule')"]
                                ) if maybe(.08, "rule") else None
        self.publication = maybe(.1, "publication")
        self.matview = maybe(.06, "materialized view")
        self.inherited = not self.split and maybe(.06, "inheritance")

    def names(self, columns=None):
        return [c.name for c in (columns or self.keys + self.columns) if not c.generated]

    def definition(self, is_target):
        lines = []
        for c in self.keys + self.columns:
            name, type = (c.to, c.to_type) if is_target else (c.name, c.type)
            line = f"{name} {type}"
            if c in self.keys:
                line += f" {c.target_extra if is_target else c.extra}"
            if c.generated and not is_target:
                line += f" GENERATED ALWAYS AS ({c.generated}) STORED"
            elif c.generated:
                line += " GENERATED ALWAYS AS (upper(t_word)) STORED" if not self.word.up else ""
                if self.word.up:
                    continue
            else:
                if c.notnull:
                    line += " NOT NULL"
                if c.default and not is_target:
                    line += f" DEFAULT {c.default}"
                if c.check:
                    line += " " + c.check % name
                if c.unique:
                    line += " UNIQUE"
                if c.name == "parent":
                    line += "" if is_target and self.careless else " REFERENCES tables.parent"
                if getattr(c, "exclude", False):
                    lines.append(f"EXCLUDE USING gist ({name} WITH &&)")
            lines.append(line)
        lines.append(f"PRIMARY KEY ({', '.join(k.to if is_target else k.name for k in self.keys)})")
        name = self.target if is_target else self.source
        text = f"CREATE TABLE {name}({', '.join(lines)})"
        split = self.split and (not is_target or self.draw.random() < .5)
        if split:
            key = self.keys[0].to if is_target else "id"
            text += f" PARTITION BY HASH ({key})"
            for part in range(2):
                text += f"; CREATE TABLE {name}_p{part} PARTITION OF {name} FOR VALUES WITH (MODULUS 2, REMAINDER {part})"
        return text

    @property
    def word(self):
        return self.columns[0]

    def trigger(self, kind, is_target):
        table, c = (self.target, self.word.to) if is_target else (self.source, "word")
        body, event, level = {
            "fold": (f"NEW.{c} := lower(NEW.{c}); RETURN NEW", "BEFORE INSERT OR UPDATE", "ROW"),
            "refuse": (f"IF NEW.{c} = 'bad' THEN RAISE 'no' USING ERRCODE = 'TT001'; END IF; RETURN NEW",
                       "BEFORE INSERT OR UPDATE", "ROW"),
            "skip": (f"IF OLD.{c} = 'keep' THEN RETURN NULL; END IF; "
                     "IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW", "BEFORE UPDATE OR DELETE", "ROW"),
            "note": ("INSERT INTO tables.log VALUES (TG_OP); RETURN NULL", "AFTER INSERT OR UPDATE OR DELETE", "ROW"),
            "count": ("INSERT INTO tables.log SELECT count(*) FROM n; RETURN NULL", "AFTER UPDATE", "STATEMENT"),
            "later": (f"IF NEW.{c} = 'late' THEN RAISE 'late' USING ERRCODE = 'TT002'; END IF; RETURN NULL",
                      "AFTER INSERT OR UPDATE", "ROW"),
            "who": (f"NEW.{c} := current_user; RETURN NEW", "BEFORE INSERT", "ROW"),
            "owner": ("INSERT INTO tables.vault VALUES (TG_OP); RETURN NULL", "AFTER UPDATE", "ROW"),
        }[kind]
        name = f"{table}_{kind}"
        return [
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql "
            f"{'SECURITY DEFINER ' if kind == 'owner' and not (is_target and self.careless) else ''}AS "
            f"$$ BEGIN {body}; END $$",
            f"CREATE {'CONSTRAINT ' if kind == 'later' else ''}TRIGGER {kind} {event} ON {table} "
            f"{'REFERENCING NEW TABLE AS n ' if kind == 'count' else ''}"
            f"{'DEFERRABLE INITIALLY DEFERRED ' if kind == 'later' else ''}FOR EACH {level} EXECUTE FUNCTION {name}()"]

    def statements(self):
        made = [*self.before, self.definition(False), self.definition(True), *self.after]
        s, all_roles = self.source, roles()
        for k in self.trigger_kinds:
            made += self.trigger(k, False)
            # On a text that is kept in another form, it would say something else.
            if not (self.careless and k in ("fold", "who", "skip")) and not self.word.up:
                made += self.trigger(k, True)
        clerk, editor, logger, _ = all_roles
        made.append(f"GRANT ALL ON {s} TO {clerk}")
        some = self.draw.sample(self.names(self.columns), 2)
        self.editable = some
        made.append(f"GRANT SELECT, UPDATE ({', '.join(some)}), INSERT ON {s} TO {editor}")
        made.append(f"GRANT INSERT ON {s} TO {logger}")
        made.append(f"GRANT SELECT, UPDATE, DELETE ON {s} TO tables_group")
        if self.child:
            made.append(f"CREATE TABLE {s}_child(ref {self.keys[0].type} REFERENCES {s} ON DELETE {self.child} "
                        f"ON UPDATE CASCADE, note text); GRANT ALL ON {s}_child TO {clerk}")
        if self.view:
            made.append(f"CREATE VIEW {s}_view AS SELECT {', '.join(self.names())} FROM {s} WHERE word <> 'secret'; "
                        f"GRANT ALL ON {s}_view TO {clerk}")
        if self.function:
            body = f"SELECT count(*) FROM {s}"
            made.append({
                "by name": f"CREATE FUNCTION {s}_f() RETURNS bigint LANGUAGE sql AS '{body}'",
                "atomic": f"CREATE FUNCTION {s}_f() RETURNS bigint LANGUAGE sql BEGIN ATOMIC {body}; END",
                "row type": f"CREATE FUNCTION {s}_f() RETURNS SETOF {s} LANGUAGE sql AS 'SELECT * FROM {s}'",
            }[self.function])
        if self.rule:
            made.append(f"CREATE RULE odd AS {self.rule % s}")
        if self.matview:
            made.append(f"CREATE MATERIALIZED VIEW {s}_mat AS SELECT count(*) FROM {s}")
        if self.inherited:
            made.append(f"CREATE TABLE {s}_heir() INHERITS ({s})")
        rows = 1 if self.draw.random() < .03 else self.draw.randrange(4, 25)
        for _ in range(rows):
            made.append("SAVEPOINT s")
            made.append(self.insert(self.keys + self.columns, force=True))
        return made

    def insert(self, columns, force=False, verb="INSERT INTO", name=None):
        columns = [c for c in columns if not c.generated]
        if not force:
            columns = [c for c in columns if not (c in self.keys and c.numbered)]
        values = [c.value(self.draw) if c.name != "parent" else str(self.draw.randrange(1, 5)) for c in columns]
        if force and self.keys[0].numbered:
            values[0] = str(self.draw.randrange(1, 40))
        return (f"{verb} {name or self.source}({', '.join(c.name for c in columns)}) "
                f"{'OVERRIDING SYSTEM VALUE ' if force and self.always else ''}VALUES ({', '.join(values)})")

    def where(self):
        draw = self.draw
        if draw.random() < .6:
            k = self.keys[0]
            key = str(draw.randrange(1, 40)) if k.numbered or k.base in ("int", "bigint") else k.value(draw)
            if k.base == "bigint" and not k.numbered:
                key = k.value(draw)
            return f"{k.name} = {key}"
        c = draw.choice([c for c in self.columns if c.base in ("text", "int", "boolean", "date", "tables.mood")])
        value = c.value(draw)
        return f"{c.name} IS NULL" if value == "NULL" else f"{c.name} {draw.choice(['=', '<', '>='])} {value}"

    def sets(self, columns):
        picked = self.draw.sample(columns, min(len(columns), self.draw.choice([1, 1, 2])))
        return ", ".join(f"{c.name} = {c.value(self.draw)}" for c in picked)

    def traffic(self, role, count):
        """Statements of a role, each with its kind."""
        draw, s = self.draw, self.source
        plain = [c for c in self.columns if not c.generated]
        made = []
        for _ in range(count):
            some = [c for c in plain if c.notnull and not c.default or draw.random() < .6]
            keyed = self.keys + some
            returned = draw.choice(["", " RETURNING *", f" RETURNING {self.keys[0].name}, word"])
            editable = [c for c in plain if role != "editor" or c.name in self.editable]
            kind = draw.choice({
                "clerk": ["select", "insert", "insert", "update", "update", "delete", "lock", "conflict", "merge",
                          "copy to", "copy query", "copy from", "key", "moved", "truncate", "view", "child", "bulk"],
                "editor": ["select", "insert", "update", "update", "lock", "delete", "default"],
                "logger": ["blind", "blind", "select", "default", "copy from"],
                "member": ["select", "update", "update", "delete", "insert", "view"],
            }[role])
            text = {
                "select": f"SELECT * FROM {s} WHERE {self.where()}",
                "insert": self.insert(keyed) + returned,
                "blind": self.insert(keyed),
                "default": f"INSERT INTO {s} DEFAULT VALUES" + (returned if role != "logger" else ""),
                "update": f"UPDATE {s} SET {self.sets(editable)} WHERE {self.where()}{returned}",
                "moved": f"UPDATE {s} SET {', '.join(f'{k.name} = {k.value(draw)}' for k in self.keys)} WHERE {self.where()}",
                "delete": f"DELETE FROM {s} WHERE {self.where()}{returned}",
                "bulk": f"WITH g AS (DELETE FROM {s} WHERE {self.where()} RETURNING word) "
                        f"SELECT count(*), max(word) FROM g",
                "lock": f"SELECT word FROM {s} WHERE {self.where()} FOR UPDATE",
                "conflict": self.insert(self.keys + some, force=True) + draw.choice(
                    [" ON CONFLICT DO NOTHING", f" ON CONFLICT ({', '.join(k.name for k in self.keys)}) DO UPDATE SET word = 'met'"]),
                "merge": f"MERGE INTO {s} x USING (SELECT 'ash' AS w) y ON x.word = y.w WHEN MATCHED THEN UPDATE SET word = 'fir'",
                "copy to": f"COPY {s} TO STDOUT",
                "copy query": f"COPY (SELECT * FROM {s} WHERE {self.where()}) TO STDOUT",
                "copy from": self.copied(keyed),
                "key": self.insert(self.keys + some, force=True),
                "truncate": f"TRUNCATE {s}",
                "view": draw.choice([
                    f"SELECT * FROM {s}_view WHERE {self.where()}",
                    f"UPDATE {s}_view SET {self.sets(plain)} WHERE {self.where()}{returned}",
                    f"DELETE FROM {s}_view WHERE {self.where()}",
                    self.insert(keyed, name=f"{s}_view") + returned]) if self.view else None,
                "child": draw.choice([
                    f"INSERT INTO {s}_child VALUES ({draw.randrange(1, 40)}, 'x') RETURNING *",
                    f"SELECT * FROM {s}_child", f"DELETE FROM {s} WHERE id IN (SELECT ref FROM {s}_child)"])
                if self.child and self.keys[0].base != "uuid" and self.keys[0].base != "text" else None,
            }[kind]
            if text:
                made.append((kind, text))
        # What may fail comes last: after it, a transaction goes on otherwise.
        return sorted(made, key=lambda one: one[0] in TOLD and one[0] != "moved")

    def copied(self, columns):
        columns = [c for c in columns if not (c in self.keys and c.numbered)]
        line = self.insert(columns)
        names = line[line.index("(") + 1:line.index(") ")]
        values = psql(f"SELECT {line[line.index('VALUES (') + 8:-1]}")
        values = values.strip("\n").split("|")
        if len(values) != len(columns):
            return None
        cells = ["\\N" if v == "" else v.replace("\\", "\\\\") for v in values]
        self.files += 1
        path = f"{work}/{self.name}.{self.files}"
        with open(path, "w") as file:
            file.write("\t".join(cells) + "\n")
        return f"\\copy {self.source}({names}) FROM '{path}'"

    def mapping(self):
        lines = [f"app: tables\ncopy: {self.name}\nsource: {{schema: tables, table: {self.name}}}",
                 f"target: {{schema: tables2, table: {self.name}}}", f"key: [{', '.join(k.to for k in self.keys)}]",
                 "columns:"]
        for c in self.keys + self.columns:
            if c.generated:
                continue
            up = f", up: {json.dumps(c.up)}, down: {json.dumps(c.down)}" if c.up else ""
            lines.append(f"  {c.to}: {{from: {c.name}{up}}}")
        path = f"{work}/{self.name}.yaml"
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")
        return path


def roles():
    return [f"tables_{r}" for r in ROLES]


def outcomes(role, traffic):
    """Runs statements in a transaction that is rolled back: for each SQLSTATE, count and rows."""
    text = "\\set ON_ERROR_ROLLBACK on\n\\set ON_ERROR_STOP off\n\\set VERBOSITY sqlstate\nBEGIN;\n"
    for _, statement in traffic:
        end = "" if statement.startswith("\\copy") else ";"
        if not end:
            text += "SELECT WHERE FALSE;\n"  # psql does not note the error that comes when the rows are sent
        text += f"{statement}{end}\n\\echo @@ :SQLSTATE :ROW_COUNT\n"
    text += "SET CONSTRAINTS ALL IMMEDIATE;\n\\echo @@ :SQLSTATE 0\nROLLBACK;\n"
    run = subprocess.run(["psql", "-XqAt", "-U", f"tables_{role}"], input=text, env=env, capture_output=True, text=True)
    found, rows = [], []
    for line in run.stdout.splitlines():
        if line.startswith("@@ "):
            _, state, count = line.split()
            if len(found) < len(traffic) and traffic[len(found)][0] == "copy from" and count == "0":
                state = {"00000": "COPY 0"}.get(state, state)
            found.append((state, count, sorted(rows)))
            rows = []
        else:
            rows.append(line)
    if len(found) != len(traffic) + 1:
        raise SystemExit(f"{text}\n{run.stdout}\n{run.stderr}")
    return found


def alike(one, two, now):
    """Whether an outcome after is that of both before, as far as these agree.

    What the server did not have may work: a column GENERATED ALWAYS AS IDENTITY takes values through the old name.
    """
    if one[0] != two[0] or one[0] in ("0A000", "428C9"):
        return True
    if one[0] != now[0]:
        return False
    if one[0] != "00000":
        return True
    if one[1] != two[1]:
        return True
    if one[1] != now[1] or len(one[2]) != len(now[2]):
        return False
    # By column, as rows come in an order that may depend on what differs at each run.
    columns = [list(zip(*(re.split(r"[|\t]", line) for line in rows))) for rows in (one[2], two[2], now[2])]
    if len({len(c) for c in columns}) != 1:
        return False
    return all(
        sorted(z) == sorted(x) if sorted(x) == sorted(y) else z.count("") == x.count("") for x, y, z in zip(*columns))


def play(n):
    table = Table(n)
    said = f"{n} ({', '.join(dict.fromkeys(table.features))})"
    script = "SET ROLE tables_owner;\nBEGIN;\n\\set ON_ERROR_ROLLBACK on\n"
    made = table.statements()
    cut = next((i for i, line in enumerate(made) if line == "SAVEPOINT s"), len(made))
    psql(script + ";\n".join(made[:cut]) + ";\nCOMMIT;")
    psql("\\set ON_ERROR_STOP off\nSET ROLE tables_owner;\n" + ";\n".join(made[cut + 1::2]) + ";", quiet=True)
    psql(f"SET ROLE tables_owner; SELECT setval(s, 40) FROM pg_get_serial_sequence('{table.source}', 'id') s "
         f"WHERE s IS NOT NULL;" if table.keys[0].numbered and table.kind != "shared" else "", quiet=True)
    if table.kind == "shared":
        psql(f"SELECT setval('{table.source}_seq', 40)")
    if table.publication:
        psql(f"CREATE PUBLICATION tables_{n} FOR TABLE {table.source}")
    if table.secured:
        psql(f"""SET ROLE tables_owner; ALTER TABLE {table.source} ENABLE ROW LEVEL SECURITY;
            ALTER TABLE {table.target} ENABLE ROW LEVEL SECURITY;
            CREATE POLICY reads ON {table.source} FOR SELECT USING (word IS DISTINCT FROM 'secret' OR current_user ~ 'member');
            CREATE POLICY writes ON {table.source} TO tables_clerk, tables_editor, tables_group
              USING (word IS DISTINCT FROM 'keep') WITH CHECK (word IS DISTINCT FROM 'bad');
            CREATE POLICY logs ON {table.source} FOR INSERT TO tables_logger WITH CHECK (word IS NOT NULL);
            CREATE POLICY reeve_copies ON {table.source} TO reeve_writer_tables USING (TRUE) WITH CHECK (TRUE);
            CREATE POLICY reeve_copies ON {table.target} TO reeve_writer_tables USING (TRUE) WITH CHECK (TRUE)""")
    path = table.mapping()
    status, text = migrate("plan", path)
    if status:
        return "failed" if "YAML" in text else "plan", said, text
    status, text = migrate("start", path)
    if status:
        return "failed", said, "start: " + text
    kept = {r: table.traffic(r, 4) for r in ROLES}
    for r in ROLES:
        commit(r, kept[r])
    # Of fewer than two rows only inserts are rehearsed.
    for _ in range(30):
        if psql(f"SELECT count(*) > 2 FROM {table.source}") == "t\n":
            break
        psql(f"SET ROLE tables_owner; {table.insert(table.keys + table.columns, force=True)}", quiet=True)
    status, text = migrate("verify", path)
    if status or not re.search(r"differing 0\b", text):
        return "failed", said, "verify: " + text
    traffic = {r: table.traffic(r, 14 if r == "clerk" else 8) for r in ROLES}
    before = [{r: outcomes(r, traffic[r]) for r in ROLES} for _ in range(2)]
    status, text = migrate("cutover", path, "--rehearse")
    if status:
        return "rehearsal", said, text
    status, text = migrate("cutover", path)
    if status:
        return "failed", said, "cutover: " + text
    after = {r: outcomes(r, traffic[r]) for r in ROLES}
    wrong = []
    for r in ROLES:
        for place, (kind, statement) in enumerate(traffic[r] + [("end", "SET CONSTRAINTS ALL IMMEDIATE")]):
            one, two, now = before[0][r][place], before[1][r][place], after[r][place]
            if kind == "lock" and table.secured:
                continue
            # Of two rows one breaks a policy, and one a foreign key: no table says which is found first.
            if kind == "update" and table.secured and {one[0], now[0]} == {"42501", "23503"}:
                continue
            if now[0] in TOLD.get(kind, ()) and now[0] != one[0]:
                # What follows it in the transaction is another story.
                break
            same[0] += 1
            same[1] += one[0] == "00000"
            same[2] += one[0] == "00000" and one[1] != "0"
            if not alike(one, two, now):
                if one[0] != "00000" and table.parent and table.careless:
                    break  # The foreign key of the source stays with it, the plan says.
                wrong.append(f"  {r}: {statement}\n    before {one}\n           {two}\n    after  {now}")
                break
    if wrong:
        return "failed", said, "\n".join(wrong)
    for r in ROLES:
        commit(r, table.traffic(r, 4))
    status, text = migrate("verify", path)
    if status or not re.search(r"differing 0\b", text):
        return "failed", said, "verify after the cutover: " + text
    return "moved", said, ""


def commit(role, traffic):
    text = "".join(s + ("\n" if s.startswith("\\copy") else ";\n") for kind, s in traffic if kind != "truncate")
    subprocess.run(["psql", "-XqAt", "-U", f"tables_{role}"], input=text, env=env, capture_output=True, text=True)


ALL = ", ".join(["tables_owner", "tables_group", *roles()])
psql("".join(f"SELECT 'CREATE ROLE {r} LOGIN' WHERE to_regrole('{r}') IS NULL \\gexec\n" for r in ALL.split(", ")) + f"""
GRANT tables_group TO tables_member;
CREATE SCHEMA tables AUTHORIZATION tables_owner;
CREATE SCHEMA tables2 AUTHORIZATION tables_owner;
SET ROLE tables_owner;
GRANT USAGE ON SCHEMA tables TO tables_group, {', '.join(roles())};
CREATE DOMAIN tables.percent AS int CHECK (VALUE BETWEEN 0 AND 100);
CREATE DOMAIN tables.label AS text CHECK (VALUE <> 'bad');
CREATE TYPE tables.mood AS ENUM ('glad', 'sad');
CREATE TABLE tables.log(note text);
CREATE TABLE tables.vault(note text);
CREATE TABLE tables.parent(id int PRIMARY KEY);
INSERT INTO tables.parent SELECT generate_series(1, 3);
GRANT INSERT ON tables.log TO PUBLIC;
CREATE FUNCTION tables.made_by() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'made by ' || current_user; END $$;
CREATE FUNCTION tables.counted(name text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS
  $$ DECLARE n bigint; BEGIN EXECUTE 'SELECT count(*) FROM ' || name INTO n; RETURN 'row ' || n; END $$;
RESET ROLE;
SELECT FROM reeve.catalog_apply('{{"app": "tables", "schema": "tables", "owner": "tables_owner", "title": "Tables", "collections": {{}}}}');
""")
counts, same = {}, [0, 0, 0]
for n in range(first, last + 1):
    outcome, said, text = play(n)
    counts[outcome] = counts.get(outcome, 0) + 1
    if outcome == "failed" or os.environ.get("TALK"):
        print(f"{outcome}: table {said}\n{text}", flush=True)
print("tables:", ", ".join(f"{counts[k]} {k}" for k in sorted(counts)) +
      f"; {same[0]} statements compared, {same[1]} of which work, {same[2]} on rows")
sys.exit("failed" in counts)
