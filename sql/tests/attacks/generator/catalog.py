"""What there is to attack: functions, the names in their sources, settings, and arguments to call them with.

Everything is read from the catalogs of a database. A function is a dictionary: `name` with its schema, `plain`
without, `types` and `names` of its arguments, `callers`, and the names that its source, or that of a function
which it calls, mentions: `relations`, `routines`, `namesakes` (types), `literals`, `keys` (of JSON).
"""

import json
import random
import re

# What a session may set and is no attack: it ends or delays the session itself.
LEFT_OUT = re.compile(r"^(exit_on_error|idle_.*|transaction_timeout|statement_timeout|tcp_.*|role|jit.*|trace_.*|debug_print_.*"
                      r"|session_authorization|search_path|local_preload_libraries|client_connection_check_interval"
                      r"|wal_sender_timeout|.*_cost)$")
ARGUMENTS = """ARRAY(SELECT format_type(t, NULL)
  FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a(t, n) ORDER BY n)"""
FUNCTIONS = f"""
SELECT json_agg(json_build_object('name', p.oid::regproc, 'plain', p.proname, 'source', p.prosrc,
    'types', {ARGUMENTS}, 'names', coalesce((p.proargnames)[1:p.pronargs], '{{}}'), 'defaults', p.pronargdefaults,
    'trigger', p.prorettype = 'trigger'::regtype,
    'callers', ARRAY(SELECT r FROM unnest(LOGINS) r WHERE has_function_privilege(r, p.oid, 'EXECUTE')
      AND has_schema_privilege(r, p.pronamespace, 'USAGE')))
  ORDER BY p.oid::regprocedure::text COLLATE "C")
FROM pg_proc p WHERE p.prokind = 'f' AND p.pronamespace IN (
  SELECT n.oid FROM pg_namespace n WHERE n.nspname ~ '^reeve')"""
RELATIONS = """
SELECT json_object_agg(c.relname, (
  SELECT json_agg(json_build_array(a.attname, CASE WHEN t.typnamespace = 'pg_catalog'::regnamespace
    THEN format_type(t.oid, NULL) ELSE 'text' END) ORDER BY a.attnum)
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid WHERE a.attrelid = c.oid AND a.attnum > 0))
FROM pg_class c WHERE c.relnamespace = 'reeve'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'c')
  AND c.relnatts > 0 AND NOT c.relispartition AND c.relname !~ '^reeve_writer'"""
ROUTINES = f"""
SELECT json_agg(json_build_array(p.proname, p.prokind, p.proretset, format_type(p.prorettype, NULL), {ARGUMENTS}))
FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind IN ('f', 'a')
  AND p.provariadic = 0 AND p.proallargtypes IS NULL AND NOT EXISTS (
    SELECT FROM pg_type t WHERE t.typtype = 'p' AND t.oid = ANY (p.prorettype || p.proargtypes::oid[]))"""
OPERATORS = """
SELECT json_agg(json_build_array(o.oprname, format_type(o.oprleft, NULL), format_type(o.oprright, NULL),
  format_type(o.oprresult, NULL)))
FROM pg_operator o WHERE o.oprnamespace = 'pg_catalog'::regnamespace AND o.oprleft <> 0 AND NOT EXISTS (
  SELECT FROM pg_type t WHERE t.typtype = 'p' AND t.oid IN (o.oprleft, o.oprright, o.oprresult))"""
TYPES = """
SELECT json_agg(format_type(t.oid, NULL)) FROM pg_type t
WHERE t.typnamespace = 'pg_catalog'::regnamespace AND t.typtype = 'b' AND t.typcategory <> 'A'"""
# With geqo_pool_size the server asks itself for more memory than it may have, which it calls an internal error; with
# geqo_generations it plans for as long as it is told to.
SETTINGS = """
SELECT json_agg(json_build_object('name', name, 'type', vartype, 'value', setting, 'enum', enumvals,
  'min', min_val, 'max', max_val, 'plans', category ~ 'Tuning|Resource|Statistics|Logs|Reporting') ORDER BY name) FROM pg_settings
WHERE context = 'user' AND name NOT IN ('geqo_generations', 'geqo_pool_size')"""

INTERNAL = {"integer": "int4", "bigint": "int8", "smallint": "int2", "boolean": "bool", "real": "float4",
            "double precision": "float8", "timestamp with time zone": "timestamptz",
            "timestamp without time zone": "timestamp", "time without time zone": "time",
            "time with time zone": "timetz", "character varying": "varchar", "character": "bpchar",
            "bit varying": "varbit", '"char"': '"char"'}
# Types of Reeve's with names that a temporary type can take.
NAMED = {"int": "integer", "change": "jsonb", "outcome": "jsonb"}
DEEP = '{"a":' * 500 + "1" + "}" * 500
HOSTILE = [
    "", " ", "\t\n", "e\u0301\u202e\u200b\ufeff", "\u0130\u0131\u017f\u00df", "\x01\x1b[31m\x7f", "'; DROP TABLE x; --",
    "%s%I%1$s%n", "{}", "[]", "\\", "\\'", "$1", "$$", "null", "-1", "0", "9223372036854775808", "1e400", "NaN", "infinity",
    "\U0001f480" * 30, "(((a+)+)+$", "[[:alpha:", "a & | !(", '"', "'", "*", "%", "_", "../../etc/passwd", "user:1",
    "mill/ware:1", "randevoo/user:1", "A1", "P1", "C1", "now", "epoch", "<b>x</b>", "x" * 5000, "y " * 2000, "1" * 400,
    "(1,2,3)", "{1,NULL}", '["1"]', '["1", 1]', DEEP]
TYPED = {
    "integer": ["0", "1", "-1", "2147483647", "-2147483648", "100", "20000"],
    "bigint": ["0", "1", "2", "-1", "9223372036854775807", "-9223372036854775808", "100"],
    "smallint": ["0", "1", "-1", "32767", "-32768"],
    "boolean": ["t", "f"],
    "double precision": ["0", "-0", "NaN", "Infinity", "-Infinity", "1e308", "-90.0001", "52.5", "1e-320"],
    "timestamp with time zone": ["infinity", "-infinity", "4713-01-01 BC", "294276-12-31", "2026-01-01", "now"],
    "interval": ["0", "-1 s", "178000000 years", "1 day", "-178000000 years"],
    "uuid": ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    "regconfig": ["simple", "english", "german"],
}
# What an argument of such a name may well be, for the hostile app and what generated_test.sh makes in it.
KNOWN = {
    "app": ["mill"] * 9 + ["randevoo"], "collection": ["ware", "ware", "person", "person", "stall", "deal"],
    "key": ["1", "2", "3", "5", "200"], "policy": ["spam"], "action": ["A1", "A2", "A3", "A4"],
    "verb": ["hide", "ban", "warn", "tag", "note", "erase", "undo"], "rank": ["viewer", "moderator", "senior", "auditor"],
    "subject": ["ware:1", "person:2", "user:1"], "appellant": ["person:2", "ware:3", "user:1"],
    "reporter": ["person:1", "user:1"], "queue": ["default"], "label": ["x"], "selection": ["s1", "s2"],
    "kind": ["fields", "find", "chat", "search.sync", "notify.deliver", "sql", "moderation.erase"],
    "words": ["Silk", "thing 2"], "query": ["Silk", "state:hidden", "Zor"], "field": ["email", "name", "title"],
    "name": ["s3", "ended", "sweep", "stock", "board", "mill-words"], "wanted": ["sweep"],
    "verdict": ["upheld", "overturned", "partly"], "within": ["ware"], "sort": ["relevance"], "state": ["available"],
    "case_perform.verb": ["claim", "release", "steal", "close", "reopen"], "job_perform.verb": ["cancel", "retry"],
    "job_alter_ask.verb": ["cancel", "retry"], "job_alter_plan.verb": ["cancel", "retry"],
    "approval_perform.verb": ["approve", "reject", "withdraw"], "queue_perform.verb": ["pause", "resume", "limit"],
    "cron_perform.verb": ["run", "pause", "resume"], "team_perform.verb": ["team.add", "team.rank", "team.remove"],
    "search_rule_add.kind": ["synonym", "stop", "pin", "hide"], "evidence_list.kind": ["A", "R", "C"],
    "evidence_list.of": ["A", "R", "C"], "command_failed.state": ["55P03"], "view_run.name": ["stock", "board"],
    "selection_rows.name": ["s1", "s2"], "selection_drop.name": ["s1", "s2"], "count_mend.name": ["wares"],
    "flag_test.name": ["mill-words"], "job_list.state": ["available", "completed"],
}
# What an argument of JSON may be; the plan that somebody saw is none.
FITTING = [{"policy": "spam", "forever": True}, {"policy": "spam", "for": "1d", "why": "because"}, {"why": "because"},
           {"name": "vip", "why": "pays"}, {"fields": ["email"], "why": "court"}, {}, {"kind": "search.sync"},
           {"field": "email", "value": "zora@example.org", "why": "court"}, {"outcome": "upheld", "why": "so"}]
OPTIONAL = ("expected", "after", "closing")
LOGIN_NAMES = ("login", "role", "role_name", "who", "principal", "actor", "claimed_by", "added_by")
OBJECT = {"policy": "spam", "why": "because", "reason": "because", "for": "1d", "forever": True, "fields": ["email"],
          "name": "vip", "app": "mill", "collection": "ware", "key": "1", "keys": ["1"], "case": 1, "limit": 3,
          "force": True, "words": "a", "field": "email", "value": "zora@example.org", "outcome": "upheld"}
ODD = [None, 1, -1, 1e300, True, "", [], {}, "x" * 3000, ["1"] * 300, {"a": {"b": None}}, "\u202e", "infinity", "-1d",
       "senior", [None], "1"]


def literal(value):
    """A constant that means the same whatever standard_conforming_strings says."""
    if value is None:
        return "NULL"
    doubled = value.replace("'", "''")
    return "E'" + doubled.replace("\\", "\\\\") + "'" if "\\" in value else f"'{doubled}'"


def qualified(of):
    """A type's name as the one call of a client may write it, which nothing in a session gives another meaning."""
    array, name = "[]" * of.endswith("[]"), of.removesuffix("[]")
    return of if "." in name else f"pg_catalog.{INTERNAL.get(name, name)}{array}"


class Catalog:
    """`functions`, `logins` (kind to role), and what else a database has; in an order that depends on nothing."""

    def __init__(self, rows, logins, wanted):
        """`rows` asks the database; `wanted`, a regular expression, says which functions are attacked."""
        def read(query):
            return json.loads(rows(query)[0][0])
        self.logins = logins
        self.functions = read(FUNCTIONS.replace("LOGINS", literal("{" + ",".join(logins.values()) + "}") + "::text[]"))
        self.attacked = [f for f in self.functions if re.search(wanted, f["plain"])]
        self.relations, self.types = read(RELATIONS), set(read(TYPES))
        # Those first that may change what a statement means, and not only how it runs.
        settings = [s for s in read(SETTINGS) if not LEFT_OUT.match(s["name"])]
        self.settings = [[s for s in settings if s["plans"] == plans] for plans in (False, True)]
        self.routines, self.operators = {}, {}
        for kept, query in ((self.routines, ROUTINES), (self.operators, OPERATORS)):
            for name, *rest in sorted(read(query), key=str):
                kept.setdefault(name, []).append(rest)
        # Settings that nobody declared, which a function asks for.
        self.own_settings = sorted({name for f in self.functions for name in re.findall(
            r"(?:current_setting|set_config)\(\s*'(\w+\.\w+)'", f["source"])})
        self._mentions()

    def _mentions(self):
        by_name = {}
        for f in self.functions:
            by_name.setdefault(f["plain"], []).append(f)
            f["words"] = set(re.findall(r"[a-z_][a-z0-9_]*", f["source"]))
        for f in self.attacked:
            seen, todo, words = {f["plain"]}, [f], set()
            while todo:
                one = todo.pop()
                words |= one["words"]
                for word in sorted((one["words"] & by_name.keys()) - seen):
                    seen.add(word)
                    todo += by_name[word]
            f["relations"] = sorted(words & self.relations.keys())
            f["routines"] = sorted(words & self.routines.keys())
            f["namesakes"] = sorted(words & (self.types | NAMED.keys()))
            f["literals"] = sorted(set(re.findall(r"'([a-z][a-z0-9_.-]{1,30})'", f["source"])))
            f["keys"] = sorted(set(re.findall(r"(?:->>?|\?)\s*'([a-z_]+)'", f["source"])))

    def pairs(self, seed):
        """Each function with each kind of login that may call it, in an order of the seed's: those of a login that
        may call little several times. And for each login a few functions that it may not call."""
        pairs, chance = [], random.Random(f"{seed}")
        for kind, login in self.logins.items():
            own = [f for f in self.attacked if login in f["callers"]]
            others = [f for f in self.attacked if login not in f["callers"] and not f["trigger"]]
            pairs += [(f, kind) for f in own] * (6 if len(own) < 20 else 1)
            pairs += [(f, kind) for f in chance.sample(others, min(8, len(others)))]
        chance.shuffle(pairs)
        return pairs

    # Arguments, as texts or None.

    def values(self, chance, function):
        """An argument for each of a function's, half the time such that they go together, else of all kinds."""
        value = self._fitting if chance.random() < 0.5 else self._any
        return [value(chance, function, name, of) for name, of in zip(function["names"], function["types"])]

    def _known(self, function, name):
        if name in LOGIN_NAMES:
            return list(self.logins.values())
        return KNOWN.get(f"{function['plain']}.{name}") or next(
            (KNOWN[k] for k in KNOWN if name in (k, k + "s") or name.endswith("_" + k)), None)

    def _fitting(self, chance, function, name, of):
        known = self._known(function, name)
        if of.endswith("[]"):
            inner = of[:-2]
            return "{" + ",".join(json.dumps(self._fitting(chance, function, name, inner) or "x")
                                  for _ in range(chance.randint(1, 2))) + "}"
        if of in ("jsonb", "json"):
            return None if name in OPTIONAL else json.dumps(chance.choice(FITTING))
        if of in ("integer", "bigint", "smallint"):
            return str(chance.randint(1, 5))
        if of == "text":
            return chance.choice(known or function["literals"] or ["x"])
        return chance.choice(TYPED.get(of, ["1"]))

    def _any(self, chance, function, name, of):
        if chance.random() < 0.08:
            return None
        if of.endswith("[]"):
            return self._array(chance, function, name, of[:-2])
        if of in ("jsonb", "json"):
            return self._json(chance, function)
        if of in TYPED:
            if of in ("integer", "bigint") and chance.random() < 0.6:
                return str(chance.randint(1, 6))
            return chance.choice(TYPED[of])
        return self._text(chance, function, name) if of == "text" else chance.choice(["", "(1)", "x"])

    def _array(self, chance, function, name, of):
        draw = chance.random()
        if draw < 0.06:
            return "{" + ",".join([TYPED.get(of, ["1"])[0]] * 20000) + "}"
        if draw < 0.16:
            return chance.choice(["{}", "{NULL}", "[5:6]={1,2}", "{{1,2},{3,4}}"])
        items = [self._any(chance, function, name, of) for _ in range(chance.randint(1, 3))]
        return "{" + ",".join("NULL" if i is None else '"' + i.replace("\\", "\\\\").replace('"', '\\"') + '"'
                              for i in items) + "}"

    def _text(self, chance, function, name):
        known, draw = self._known(function, name), chance.random()
        if known and draw < 0.6:
            return chance.choice(known)
        if function["literals"] and draw < (0.7 if known else 0.45):
            return chance.choice(function["literals"])
        return "z" * 1_000_000 if draw > 0.985 else chance.choice(HOSTILE)

    def _json(self, chance, function):
        if chance.random() < 0.1:
            return chance.choice(["null", "1", '"x"', "[]", "{}", "[[[]]]", "[1, null]", DEEP, json.dumps(["1"] * 20000),
                                  '{"a": 1e400}', "true"])
        names = function["keys"] or list(OBJECT)
        made = dict(chance.choice(FITTING))
        for name in chance.sample(names, min(3, len(names))):
            made[name] = OBJECT.get(name, "1")
        for name in list(made):
            if chance.random() < 0.3:
                made[name] = chance.choice(ODD)
        return json.dumps(made)
