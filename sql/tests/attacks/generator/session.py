"""A hostile session: what a login makes, sets and takes first, and in what way it then calls a function."""

import random

from catalog import NAMED, literal, qualified

BEGINS = [["BEGIN", "SAVEPOINT a"], ["BEGIN", "SAVEPOINT a", "SET LOCAL lock_timeout = '1ms'"], ["BEGIN READ ONLY"],
          ["BEGIN ISOLATION LEVEL SERIALIZABLE"], ["BEGIN ISOLATION LEVEL REPEATABLE READ"],
          ["BEGIN", "SET CONSTRAINTS ALL DEFERRED"], ["BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE"]]
ENDS = [["COMMIT"], ["COMMIT"], ["ROLLBACK"], ["PREPARE TRANSACTION 'mine'", "COMMIT PREPARED 'mine'"],
        ["PREPARE TRANSACTION 'mine'", "ROLLBACK PREPARED 'mine'"]]
WORDS = {"DateStyle": ["German", "SQL, DMY", "Postgres"], "TimeZone": ["Asia/Kathmandu", "<x>-23:59"],
         "client_encoding": ["LATIN1", "SQL_ASCII", "SJIS"], "application_name": ["reeve", "C4", "x" * 70],
         "default_text_search_config": ["simple", "german"]}
TRIGGERS = ["TRIGGER t BEFORE INSERT ON pg_temp.mine", "TRIGGER t AFTER INSERT ON pg_temp.mine",
            "CONSTRAINT TRIGGER t AFTER INSERT ON pg_temp.mine DEFERRABLE INITIALLY DEFERRED"]
FORGED = {"bigint": "1", "integer": "1", "boolean": "t", "jsonb": "{}", "oid": "1"}


class Session:
    """`steps` of (purpose, statement, values): prepare, look, call and end. `is_plain`: the call is a client's own
    statement and nothing else. `plain` is that call, with its values, to be made in a session without the rest."""

    def __init__(self, catalog, pair, seed, number):
        self.catalog, (self.function, self.kind) = catalog, pair
        self.login, self.number = catalog.logins[self.kind], number
        self.chance = random.Random(f"{seed}.{number}")
        self.steps, self.plain, self.is_plain = [], None, False
        # Whether it has a schema `own`, and whether it takes another role.
        self.has_own, self.has_role = self.chance.random() < 0.5, False
        self.prepare("DO 'BEGIN END'")
        for _ in range(self.chance.choice([0, 1, 1, 2, 4, 7])):
            self.chance.choice([self.take_name] * 4 + [self.set_one] * 4 + [self.set_own] * 2 + [self.take_role])()
        if self.chance.random() < 0.6:
            self.set_path()
        self.attach() if self.function["trigger"] else self.call()

    def prepare(self, statement):
        self.steps.append(("prepare", statement, None))

    def says(self, pattern):
        """Whether a statement of the session matches."""
        return any(statement and pattern.search(statement) for _, statement, _ in self.steps)

    def script(self):
        """The session, to be read and repeated by hand."""
        lines = []
        for purpose, statement, values in self.steps:
            if purpose != "look":
                lines.append(f"{statement[:500]};")
                if values:
                    lines[-1] += f" -- with {[v and v[:80] for v in values]}"
        return lines

    # What a session may set.

    def set_one(self):
        s = self.chance.choice(self.catalog.settings[self.chance.random() < 0.3])
        if s["type"] == "bool":
            values = ["off" if s["value"] == "on" else "on"]
        elif s["type"] == "enum":
            values = s["enum"]
        elif s["type"] in ("integer", "real"):
            # The largest would be all of the server's memory.
            values = [s["min"]] if s["name"] == "temp_buffers" else [s["min"], s["max"]]
        else:
            values = WORDS.get(s["name"], ["", "C", "tr_TR.UTF-8", "evil", "0"])
        self.prepare(f"SET {s['name']} = {literal(self.chance.choice(values))}")

    def set_own(self):
        if self.catalog.own_settings:
            name = self.chance.choice(self.catalog.own_settings)
            values = ["on", "1", "true", "senior", self.catalog.logins["senior"], "x" * 9999, "'"]
            self.prepare(f"SET {name} = {literal(self.chance.choice(values))}")

    def take_role(self):
        role = self.chance.choice(["reeve_owner", "reeve_senior", "reeve_viewer", "reeve_app", "mill_owner", "postgres",
                                   "reeve_writer_mill", "randevoo_owner", self.catalog.logins["senior"]])
        self.prepare(self.chance.choice([f"SET ROLE {role}", f"SET SESSION AUTHORIZATION {role}"]))
        self.has_role = True

    def set_path(self):
        schemas = ["own", "pg_temp", "pg_catalog", "reeve", "mill", "public", "randevoo"]
        self.prepare(f"SET search_path = {', '.join(self.chance.sample(schemas, self.chance.randint(1, 5)))}")

    # Namesakes of what the function mentions. Not all can be made: a failure is the next attempt's chance.

    def take_name(self):
        f = self.function
        makers = [make for make, names in ((self.take_relation, f["relations"]), (self.take_type, f["namesakes"]),
                                           (self.take_routine, f["routines"]), (self.take_operator, True)) if names]
        self.chance.choice(makers)()

    def place(self, name):
        schema = self.chance.choice(["own", "pg_temp"]) if self.has_own else "pg_temp"
        return f'{schema}."{name}"'

    def take_relation(self):
        name = self.chance.choice(self.function["relations"])
        where, columns = self.place(name), []
        for column, of in self.catalog.relations[name]:
            value = FORGED.get(of) or (self.chance.choice([self.login, "senior", "mill", "1"]) if of == "text" else None)
            columns.append(f"{literal(value)}::{qualified(of)} AS \"{column}\"")
        if self.chance.random() < 0.6:
            # OFFSET keeps a condition that no row meets from being tested first.
            self.prepare(f"CREATE VIEW {where} AS SELECT {', '.join(columns)} FROM trap.fire() f(f) WHERE f.f OFFSET 0")
            when = "INSTEAD OF"
        else:
            self.prepare(f"CREATE TABLE {where} AS SELECT {', '.join(columns)}")
            when = "BEFORE"
        self.prepare(f"CREATE TRIGGER t {when} INSERT OR UPDATE OR DELETE ON {where} "
                     "FOR EACH ROW EXECUTE FUNCTION trap.fire_row()")
        self.prepare(f"GRANT ALL ON {where} TO PUBLIC")
        self.prepare(f"SELECT count(*) FROM {where}")

    def take_type(self):
        name = self.chance.choice(self.function["namesakes"])
        of = qualified(NAMED.get(name, name))
        self.prepare(f"CREATE DOMAIN {self.place(name)} AS {of} CHECK (trap.fire_for(VALUE))")

    def body(self, of, is_set=False):
        value = "RETURN;" if is_set or of == "void" else "RETURN NULL;"
        return f"LANGUAGE plpgsql AS 'BEGIN PERFORM trap.fire(); {value} END'"

    def some(self, of):
        return self.chance.sample(of, min(3, len(of)))

    def take_routine(self):
        name = self.chance.choice(self.function["routines"])
        where = self.place(name)
        for kind, is_set, of, types in self.some(self.catalog.routines[name]):
            arguments = ", ".join(types)
            if kind == "f":
                self.prepare(f"CREATE FUNCTION {where}({arguments}) RETURNS {'SETOF ' * is_set}{of} {self.body(of, is_set)}")
            else:
                self.prepare(f"CREATE FUNCTION pg_temp.step({', '.join([of, *types])}) RETURNS {of} {self.body(of)}")
                self.prepare(f"CREATE AGGREGATE {where}({arguments or '*'}) (SFUNC = pg_temp.step, STYPE = {of})")

    def take_operator(self):
        name = self.chance.choice(["=", "<>", "||", "->>", "->", "~", "<", "@>", "+", "-", "#>>", "?"])
        for left, right, of in self.some(self.catalog.operators[name]):
            self.prepare(f"CREATE FUNCTION pg_temp.operate({left}, {right}) RETURNS {of} {self.body(of)}")
            self.prepare(f"CREATE OPERATOR own.{name} (LEFTARG = {left}, RIGHTARG = {right}, FUNCTION = pg_temp.operate)")

    # The call, and where it stands.

    def call(self):
        f, chance = self.function, self.chance
        count = len(f["types"]) - chance.choice([0, 0, chance.randint(0, f["defaults"])])
        types, values = f["types"][:count], self.catalog.values(chance, f)[:count]
        given = ", ".join(f"${n + 1}::{qualified(t)}" for n, t in enumerate(types))
        written = ", ".join(f"{literal(v)}::{qualified(t)}" for v, t in zip(values, types))
        self.plain = (f"SELECT * FROM {f['name']}({given})", values)
        written = f"SELECT * FROM {f['name']}({written})"
        draw = chance.random()
        # No rank counts in a statement with a backslash in a literal.
        self.is_plain = draw < 0.4 or 0.5 <= draw < 0.65 or draw < 0.5 and "E'" not in written
        if draw < 0.4:
            self.between(("call", *self.plain))
        elif draw < 0.5:
            self.between(("call", written, None))
        elif draw < 0.65:
            self.in_transaction(("call", *self.plain))
        else:
            chance.choice([self.prepared, self.in_function, self.in_block, self.in_trigger, self.in_cursor, self.held,
                           self.in_view, self.as_table, self.copied, self.explained, self.twice])(written)

    def between(self, *steps):
        self.steps += [("look", None, None), *steps, ("look", None, None)]

    def in_transaction(self, call):
        begin = self.chance.choice(BEGINS)
        end = self.chance.choice(ENDS + [["ROLLBACK TO a", "COMMIT"]] * 3 * ("SAVEPOINT a" in begin))
        self.between(*[("prepare", s, None) for s in begin], call, *[("end", s, None) for s in end])

    def prepared(self, call):
        self.prepare(f"PREPARE reeve_x AS {call}")
        self.between(*[("call", "EXECUTE reeve_x", None)] * self.chance.choice([1, 7]))

    def in_function(self, call):
        language = self.chance.choice(["sql", "plpgsql"])
        body = f"SELECT 1 FROM ({call}) x LIMIT 1"
        if language == "plpgsql":
            body = f"BEGIN PERFORM * FROM ({call}) x; RETURN 1; END"
        options = self.chance.choice(["", "SECURITY DEFINER", "STABLE", "SET search_path = pg_temp, pg_catalog",
                                      "PARALLEL SAFE"])
        self.prepare(f"CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE {language} {options} AS $mine${body}$mine$")
        self.between(("call", "SELECT pg_temp.mine()", None))

    def in_block(self, call):
        raised = self.chance.choice(["", "RAISE SQLSTATE 'P0099';"])
        handler = self.chance.choice(["", "EXCEPTION WHEN OTHERS THEN NULL;", "EXCEPTION WHEN OTHERS THEN RAISE;"])
        self.between(("call", f"DO $mine$BEGIN PERFORM * FROM ({call}) x; {raised} {handler} END$mine$", None))

    def in_trigger(self, call):
        self.prepare("CREATE TEMP TABLE mine(n int)")
        self.prepare("CREATE FUNCTION pg_temp.mine() RETURNS trigger LANGUAGE plpgsql AS "
                     f"$mine$BEGIN PERFORM * FROM ({call}) x; RETURN NEW; END$mine$")
        self.prepare(f"CREATE {self.chance.choice(TRIGGERS)} FOR EACH ROW EXECUTE FUNCTION pg_temp.mine()")
        self.between(("call", "INSERT INTO pg_temp.mine VALUES (1)", None))

    def in_cursor(self, call):
        self.between(("prepare", "BEGIN", None), ("call", f"DECLARE mine CURSOR FOR {call}", None),
                     ("call", "FETCH ALL FROM mine", None), ("end", "COMMIT", None))

    def held(self, call):
        self.between(("prepare", "BEGIN", None), ("prepare", f"DECLARE mine CURSOR WITH HOLD FOR {call}", None),
                     ("call", "COMMIT", None), ("call", "FETCH ALL FROM mine", None), ("end", "CLOSE ALL", None))

    def in_view(self, call):
        self.prepare(f"CREATE TEMP VIEW mine AS SELECT 1 AS n FROM ({call}) x")
        self.between(("call", "SELECT * FROM pg_temp.mine", None))

    def as_table(self, call):
        self.between(("prepare", "BEGIN", None), ("call", f"CREATE TEMP TABLE mine AS SELECT 1 AS n FROM ({call}) x", None),
                     ("end", "ROLLBACK", None))

    def copied(self, call):
        self.between(("call", f"COPY ({call}) TO STDOUT", None))

    def explained(self, call):
        self.between(("call", f"EXPLAIN (ANALYZE, VERBOSE) {call}", None))

    def twice(self, call):
        self.between(("call", f"SELECT 1 FROM ({call}) x, pg_catalog.generate_series(1, 2) y", None))

    def attach(self):
        """A trigger of Reeve's, on a table of the attacker's own."""
        self.prepare("CREATE TEMP TABLE mine(id bigint, stall_id bigint, title text, hidden_until timestamptz)")
        level = self.chance.choice(["REFERENCING NEW TABLE AS reeve_written FOR EACH STATEMENT", "FOR EACH STATEMENT",
                                    "REFERENCING NEW TABLE AS x FOR EACH STATEMENT", "FOR EACH ROW"])
        argument = self.chance.choice(["", "'x'", "'id'"])
        self.prepare(f"CREATE TRIGGER t AFTER INSERT ON pg_temp.mine {level} "
                     f"EXECUTE FUNCTION {self.function['name']}({argument})")
        self.between(("call", "INSERT INTO pg_temp.mine VALUES (1, 1, 'x'), (NULL, NULL, NULL)", None))
