"""Customers of an app, who know nothing of it but its contract: docs/apps/<app>.md.

An app's module says what its customers do: methods of a subclass whose names begin with `do_`, each as often as
`weights` says, with random choices among the rows that `facts` selects.
"""

import json
import random
import re
import sys
import threading
import time

sys.path.insert(0, "sql/tests/attacks/generator")

from libpq import Connection  # noqa: E402

# Written into the statement: the moment of the call.
NOW = object()
# What the app refuses at any time, whoever asks: a lock that was held too long, an answer that took too long.
LATE = {"55P03", "57014"}


class Contract:
    """What the login of an app's servers may call, and the codes of its refusals, as the app's page says."""

    def __init__(self, app, connection):
        self.app = app
        with open(f"docs/apps/{app}.md", encoding="utf-8") as file:
            page = file.read()
        self.functions = set(re.findall(rf"^{app}\.(\w+)\(", page, re.M))
        self.codes = {code for line in re.findall(r"^\| (`.*?`) \|", page, re.M)
                      for code in re.findall(r"`(\w{5})`", line)}
        rows = connection.rows(f"""SELECT p.proname, p.proretset FROM pg_proc p
            WHERE p.pronamespace = '{app}'::regnamespace AND p.prorettype <> 'trigger'::regtype
              AND has_function_privilege('{app}_app', p.oid, 'EXECUTE')""")
        self.lists = {name for name, is_set in rows if is_set == "t"}
        if {name for name, _ in rows} != self.functions:
            raise SystemExit(f"docs/apps/{app}.md is not what {app}_app may call")


class Book:
    """What happened to the calls of an app: shared by its sessions."""

    def __init__(self, app, contract):
        self.app, self.contract = app, contract
        self.calls, self.answered, self.refused = {}, set(), {}
        self.times, self.faults, self.facts, self.said, self.shown = {}, [], {}, {}, {}
        self.lock = threading.Lock()

    def note(self, name, kind, seconds, answer):
        with self.lock:
            if answer.state is None:
                self.calls[name] = self.calls.get(name, 0) + 1
                if answer.rows:
                    self.answered.add(name)
            else:
                self.refused[answer.state] = self.refused.get(answer.state, 0) + 1
                self.said.setdefault(answer.state, f"{name}: {answer.error['message']}")
                kind = "error"
                if answer.state not in self.contract.codes | LATE:
                    self.faults.append(f"{name}: {answer.state} {answer.error['message']}")
            self.times.setdefault(kind, []).append(seconds)

    def measure(self, kind, seconds):
        with self.lock:
            self.times.setdefault(kind, []).append(seconds)


class Customers:
    """One session of the app's servers."""

    facts = {}
    weights = {}
    # Functions whose time has a promise of its own; others are a list, or an addition or deletion.
    kinds = {}
    # Columns of answers, from 0, and the values that they may have: states that no table holds.
    shows = {}
    # Seconds that an app promises, by kind.
    promises = {"error": 3}

    # Collections that customers report rows of, by a fact that has their keys.
    reported = {}
    # Keys of rows that the team's verb on a collection is for, where any other would be of no use.
    aims = {}
    # Keys of rows that time alone has taken out of search in the last hour.
    passed = "SELECT NULL WHERE FALSE"

    def __init__(self, database, book, session, seed):
        self.book, self.app, self.session = book, book.app, session
        self.dice = random.Random(seed)
        self.connection = Connection(database, f"{self.app}_servers")
        self.other = Connection(database, f"{self.app}_servers")
        names = [name for name in dir(self) if name.startswith("do_")]
        self.moves = [getattr(self, name) for name in names]
        self.shares = [self.weights.get(name[3:], 1) for name in names]
        self.number = 0

    def play(self, moves):
        for move in self.dice.choices(self.moves, self.shares, k=moves):
            move()

    def call(self, name, *arguments, session=None, **named):
        """The rows of a function; None where it refuses for a reason that its page tells."""
        values, words = [], []
        for label, value in [*((None, a) for a in arguments), *named.items()]:
            if value is NOW:
                word = "now()"
            else:
                values.append(self.text(value))
                word = f"${len(values)}"
            words.append(word if label is None else f"{label} => {word}")
        statement = f"SELECT * FROM {self.app}.{name}({', '.join(words)})"
        begin = time.monotonic()
        answer = (session or self.connection).run(statement, values)
        default = "list" if name in self.book.contract.lists else "add or delete"
        self.book.note(name, self.kinds.get(name, default), time.monotonic() - begin, answer)
        if name in self.shows:
            seen = {row[self.shows[name][0]] for row in answer.rows}
            self.book.shown[name] = self.book.shown.get(name, set()) | seen
        return None if answer.state else answer.rows

    def value(self, name, *arguments, **named):
        """The one value of a function; None where it refuses."""
        rows = self.call(name, *arguments, **named)
        return rows[0][0] if rows else None

    @staticmethod
    def text(value):
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, (list, tuple)):
            return "{" + ",".join(
                '"' + str(v).replace("\\", "\\\\").replace('"', '\\"') + '"' for v in value) + "}"
        return None if value is None else str(value)

    def one(self, fact):
        """A row of a fact, or its only value."""
        row = self.dice.choice(self.book.facts[fact])
        return row[0] if len(row) == 1 else row

    def has(self, fact):
        return bool(self.book.facts[fact])

    def word(self):
        return self.dice.choice("sauna lake trail kayak opera bakery fjord castle tango market ridge pier".split())

    def searches(self, what, word):
        """Types into a search field, and opens what it finds first."""
        visitor = f"visitor {self.session}"
        self.call(f"complete_{what}", word[:3])
        found = self.call(f"find_{what}", word, json.dumps({"visitor": visitor}))
        results = json.loads(found[0][0])["results"] if found else []
        self.call(f"opened_{what}", word, results[0]["key"] if results else "1", visitor)

    def fresh(self, stem):
        """A text that no other call has."""
        self.number += 1
        return f"{stem}-{self.session}-{self.number}"

    def chance(self, share):
        return self.dice.random() < share

    # What all apps have whose users sign in.

    def signs_in(self, providers, who="users"):
        self.call("sign_in", self.one(who), self.dice.choice(providers),
                  self.dice.choice(["phone", "tablet", "computer", "other"]), f"device {self.dice.randrange(40)}",
                  f"192.0.2.{self.dice.randrange(250)}", self.dice.choice(["FI", "IT", "JP"]), NOW)

    def reads_notices(self, who, listing="notice_list", unread="notice_unread", read="notices_read"):
        if self.value(unread, who, NOW) not in (None, "0"):
            rows = self.call(listing, who, NOW)
            if rows:
                self.call(read, who, rows[0][0], NOW)
        else:
            self.call(listing, who, NOW)
            self.call(read, who, 0, NOW)

    def follows_changes(self, who):
        """Reads the feed of changes from where this session was."""
        rows = self.call("changes", getattr(self, "cursor", None), 200, who)
        self.cursor = rows[-1][0] if rows else None
