#!/usr/bin/env python3
"""Runs hostile sessions in copies of a database and judges what each said, left and did.

run.py DATABASE SEED FIRST LAST [FUNCTIONS]

DATABASE is what generated_test.sh makes, LOGINS in the environment its logins, as JSON; FUNCTIONS a regular
expression over the names of those to attack. Prints a line for each fault, with the number of its case and its
session, and fails if there is one. What counts as a fault is said in generated_test.sh.
"""

import json
import os
import re
import sys

from catalog import Catalog, literal
from libpq import Connection, Lost
from session import Session

HERE = os.path.dirname(os.path.abspath(__file__))
GROUP = 25
# States in which the server itself may fail inside a function of Reeve: a value of the caller's (22, 54), a right that
# a role was given up with, a transaction that cannot write, and one that somebody else or a limit stopped.
FAILS = re.compile(r"^(22...|54...|42501|25006|40001|40P01|55P03|57014)$")
# What a function tells by the server's own state: that an id was taken.
TOLD = {("act_begin", "23505")}
# What keeps a lock: a worker's doorbell.
KEEPS = {"job_doze"}
# In these it depends on more than the call and its values.
VARIES = re.compile(r"^(54...|25006|40001|40P01|55P03|57014|42501|25P02|53...|22P05|22021|55000)$")
# What the session itself brings about in the app's code: it forbade writing, or made a type.
OF_SESSION = re.compile("SQLSTATE 25006|a type that belongs to this session")
# A session whose transactions cannot write.
READS_ONLY = re.compile(r"READ ONLY|SET default_transaction_read_only = '?(on|true|yes|1)", re.I)
# Whose app it is, and which tables a call in its name may write; rows of another app never.
HOME = {"web": "mill", "owner": "mill", "foreign": "randevoo"}
FILED = {"report", "evidence", "evidence_bytes", "evidence_part", "appeal", "change"}
# Who does no command, and which ones a moderator does not.
RANKLESS = ("none", "grouped", "viewer", "auditor", *HOME)
SENIOR = re.compile(r"^(search\.rule|counts\.mend|(member|team|jobs?|cron|queue)\.)")
# What a function may write that records no command; enqueue only for who may enqueue something.
JOBS = {"job", "job_delta", "job_key", "job_ready", "job_timer", "job_after", "job_wait", "job_reason"}
TAKEN_IN = {'"case"', "report", "case_reason"}
WRITES = {"act_begin": {"act"}, "act_outcome": {"act"}, "case_queue": TAKEN_IN, "case_show": TAKEN_IN, "case_next": TAKEN_IN,
          "reveal_ask": TAKEN_IN | {"turn"}, "enqueue": JOBS, "search": {"search_heard", "search_question"}}
# What searches count, now or when others look at it.
COUNTED = {"search_heard", "search_pace", "search_question"}
# What the record keeps of a call that was refused.
REFUSED = {"command", "chain", "chain_head", "job_reason", "case_reason"}
# What no call of a member changes.
FIXED = {"app", "collection", "collection_column", "rule", "migration", "app_code_pin", "catalog_action", "action_kind",
         "template", "policy", "job_kind", "change_purge", "change_reader", "flag", "catalog_view"}


class Run:
    def __init__(self, template, seed, wanted):
        self.template, self.seed, self.copies = template, seed, 0
        self.logins = json.loads(os.environ["LOGINS"])
        self.server, self.faults = Connection("postgres", os.environ["PGUSER"]), []
        self.calls, self.answers, self.commands, self.taken = 0, 0, 0, 0
        self.open()
        self.catalog = Catalog(self.admin.rows, self.logins, wanted)
        self.names = {f["plain"] for f in self.catalog.functions}
        self.own = literal("{" + ",".join(self.catalog.own_settings) + "}") + "::pg_catalog.text[]"
        self.pairs = self.catalog.pairs(seed)

    def open(self):
        """A fresh copy, watched from now on."""
        self.copies += 1
        self.name = f"{self.template}_{self.copies}"
        self.server.rows(f"CREATE DATABASE {self.name} TEMPLATE {self.template} STRATEGY file_copy")
        self.admin = Connection(self.name, os.environ["PGUSER"])
        self.number = self.admin.rows("SELECT oid FROM pg_database WHERE datname = current_database()")[0][0]
        self.admin.rows(f"PREPARE all_rows AS {self.admin.rows('SELECT trap.rows_query()')[0][0]}")
        with open(f"{HERE}/../world.sql", encoding="utf-8") as file:
            self.world = file.read().replace(":'logins'", literal(self.template.rpartition("_")[0]))
        self.last = int(self.admin.rows("SELECT coalesce(max(command_id), 0) FROM reeve.command")[0][0])
        self.before = self.state()

    def close(self):
        self.admin.close()
        self.server.rows(f"DROP DATABASE {self.name} WITH (FORCE)")

    def state(self):
        """Everything there is: (what, app, text) of the schema, of what the record lacks, and of rows, by table."""
        self.admin.rows("DROP SCHEMA IF EXISTS own CASCADE")
        self.admin.rows("SELECT reeve.chain_link('18446744073709551615', 100000)")
        # What world.sql says of rows is compared as rows, and other databases are others' business.
        left_out = re.compile(r"^(command|report|job|member|randevoo (user|store)|loot) |^role setting "
                              rf"(?!-|{self.number} )")
        return ({("schema:", "", line) for line, in self.admin.rows(self.world) if not left_out.match(line)}
                | {("audit:", "", *row) for row in self.admin.rows("SELECT DISTINCT problem FROM reeve.audit_faults(1)")}
                | {tuple(row) for row in self.admin.rows("EXECUTE all_rows")})

    def session(self, number):
        return Session(self.catalog, self.pairs[number % len(self.pairs)], self.seed, number)

    # One session.

    def perform(self, session):
        """Runs a session; what is wrong with it at once, and the commands that it recorded."""
        wrong, looks, answers = [], [], []
        if session.has_own:
            self.admin.rows("DROP SCHEMA IF EXISTS own CASCADE")
            self.admin.rows(f"CREATE SCHEMA own AUTHORIZATION {session.login}")
        without = self.without(session)
        one = Connection(self.name, session.login)
        pid = one.rows("SELECT pg_backend_pid()")[0][0]
        try:
            for purpose, statement, values in session.steps:
                if purpose == "look":
                    looks.append(one.run("SELECT trap.look(pg_catalog.current_setting('search_path'), "
                                         f"{self.own})"))
                    continue
                answer = one.run(statement, values)
                if purpose == "call":
                    answers.append(answer)
                elif purpose == "prepare" and not answer.error and statement.startswith("CREATE"):
                    self.taken += 1
                wrong += self.spoken(session, purpose, answer)
        except Lost as lost:
            wrong.append(f"the connection is lost: {lost}")
        one.close()
        # What the session made goes with it: a later one could wait for that.
        while self.admin.rows(f"SELECT pid FROM pg_stat_activity WHERE pid = {pid}"):
            pass
        if len(looks) == 2 and session.function["plain"] not in KEEPS and (looks[0].state, looks[0].rows) != (looks[1].state, looks[1].rows):
            kept = [(k.words().splitlines()) for k in looks]
            wrong.append(f"left in the session: {sorted(set(kept[0]) ^ set(kept[1]))[:6]}")
        if without and answers and not VARIES.match(answers[0].state or ""):
            there, here = self.result(without), self.result(answers[0])
            if there != here and not OF_SESSION.search(answers[0].words()):
                wrong.append(f"the same call elsewhere: {there}, here: {here}")
        other = self.admin.rows("SELECT last_value::oid::regrole FROM trap.as_other WHERE is_called")
        if other:
            self.admin.rows("ALTER SEQUENCE trap.as_other RESTART")
            wrong.append(f"a namesake ran as {other[0][0]}")
        return wrong, self.recorded(session, wrong)

    def without(self, session):
        """What the session's call answers in a session that set, made and took nothing, and is rolled back. Nothing
        where it could take a number that the call itself then does not get."""
        if not session.is_plain or session.has_role or len(session.steps) < 5 or session.function["plain"] in WRITES:
            return None
        one = Connection(self.name, session.login)
        # What waits to be counted is counted by whoever may write.
        one.run("BEGIN READ ONLY" if session.says(READS_ONLY) else "BEGIN")
        answer = one.run(*session.plain)
        one.run("ROLLBACK")
        one.close()
        return None if VARIES.match(answer.state or "") else answer

    def result(self, answer):
        """What two answers to a call have in common, in whatever form times are shown."""
        first = answer.rows[0][:2] if answer.rows else []
        return answer.state, len(answer.rows), first if first and first[0] in ("done", "refused", "proposed") else []

    def spoken(self, session, purpose, answer):
        """What is wrong with an answer."""
        wrong, state = [], answer.state
        if purpose == "call":
            self.calls += 1
            self.answers += not state
        if session.kind in ("none", "web", "owner") and re.search("c4nary", answer.words(), re.I):
            wrong.append("told words of another app")
        if state and state.startswith("XX") and not (
                # The server believes a caller who says that what writes may run in parallel.
                answer.error["message"].endswith("during a parallel operation")
                and session.says(re.compile("PARALLEL SAFE"))):
            wrong.append(f"internal error {state}: {answer.error['message']}")
        elif state and purpose == "call" and session.is_plain and session.kind != "worker" and not FAILS.match(state):
            # Reeve's own errors are raised; the server's come from what a function did not think of.
            inside = self.names & set(re.findall(r"(\w+)\(", answer.error["context"]))
            if inside and answer.error["routine"] != "exec_stmt_raise" and (session.function["plain"], state) not in TOLD:
                wrong.append(f"raw error {state}: {answer.error['message']}")
        return wrong

    def recorded(self, session, wrong):
        """The commands since the last time; adds to what is wrong."""
        commands = self.admin.rows("SELECT command_id, actor, kind, outcome FROM reeve.command "
                                   f"WHERE command_id > {self.last} ORDER BY 1")
        for number, actor, kind, outcome in commands:
            self.last, self.commands = int(number), self.commands + 1
            if session.kind == "worker":
                if not actor.startswith("system:"):
                    wrong.append(f"{kind[:60]} {outcome} in the name of {actor}")
            elif actor != session.login:
                wrong.append(f"{kind[:60]} {outcome} in the name of {actor}")
            elif outcome == "done" and not session.is_plain:
                wrong.append(f"{kind[:60]} done by a statement that is more than a call")
            elif outcome == "done" and (session.kind in RANKLESS or session.kind == "moderator" and SENIOR.match(kind)):
                wrong.append(f"{kind[:60]} done by a login whose rank does not suffice")
        return commands

    # Several.

    def differences(self, group):
        """What has changed since the last time that no session of the group explains."""
        after = self.state()
        changed = {line for line in self.before ^ after if line in after or line[0] != "audit:"}
        self.before = after
        effects = {tuple(row) for row in self.admin.rows("""
            SELECT c.relation::regclass::text, e.key FROM reeve.collection c
            JOIN (SELECT collection_id, key FROM reeve.effect UNION SELECT collection_id, key FROM reeve.forgotten) e
              USING (collection_id)""")}
        left = sorted(line for line in changed if not any(self.explains(*one, line, effects) for one in group))
        return [f"changed: {' '.join(line)[:200]}" for line in left]

    def explains(self, session, commands, line, effects):
        """Whether a session that recorded these commands may have changed that line."""
        table, app, text = line
        schema, _, name = table.partition(".")
        if session.kind in HOME:
            return schema == "reeve" and name in FILED and app in ("", HOME[session.kind])
        done = [kind for _, _, kind, outcome in commands if outcome == "done"]
        if schema in ("mill", "randevoo"):
            key = re.match(r"\S+ \((\"?)([^,)\"]*)", text)
            return bool(done) and (table, key[2]) in effects
        if schema != "reeve" or session.kind == "none":
            return False
        if done or session.kind == "worker":
            return name not in FIXED and (name != "member" or any(k.startswith("team.") for k in done))
        if commands and name in REFUSED:
            return True
        function = session.function["plain"]
        if function.startswith("search") and session.kind != "grouped" and name in COUNTED:
            return True
        if function.startswith("act_") or session.kind in ("moderator", "senior"):
            return name in WRITES.get(function, ())
        return function != "enqueue" and session.kind != "grouped" and name in WRITES.get(function, ())

    def run(self, first, last):
        for start in range(first, last, GROUP):
            group = []
            for number in range(start, min(start + GROUP, last)):
                session = self.session(number)
                wrong, commands = self.perform(session)
                group.append((session, commands))
                self.report(session, wrong)
            found = self.differences(group)
            if found:
                self.find([session for session, _ in group], found)

    def find(self, sessions, found):
        """Runs the sessions of a group again, in a fresh copy, and compares after each."""
        self.close()
        self.open()
        blamed = len(self.faults)
        for session in map(lambda s: self.session(s.number), sessions):
            commands = self.perform(session)[1]
            self.report(session, self.differences([(session, commands)]))
        if len(self.faults) == blamed:
            self.faults.append(f"{sessions[0].number} to {sessions[-1].number}: {found}")
            print(f"# cases {sessions[0].number} to {sessions[-1].number}, none alone: {found[:6]}", flush=True)

    def report(self, session, wrong):
        if not wrong:
            return
        self.faults += wrong
        print(f"# case {session.number}, {session.kind}, {session.function['name']}:")
        for line in wrong[:6]:
            print(f"#   {line[:240]}")
        for line in session.script():
            print(f"#     {line}")
        sys.stdout.flush()


def main():
    template, seed, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    run = Run(template, seed, sys.argv[5] if len(sys.argv) > 5 else "")
    run.run(first, last)
    fired = run.admin.rows("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM trap.ran")[0][0]
    run.close()
    print(f"# {last - first} sessions, {len(run.pairs)} functions and logins, {run.calls} calls, {run.answers} answered, "
          f"{run.commands} commands, {run.taken} namesakes, which ran {fired} times")
    sys.exit(bool(run.faults))


if __name__ == "__main__":
    main()
