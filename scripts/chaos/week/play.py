"""Plays one app for simulated days: its customers through the app's own login, its team at consoles and its
worker, all at once, and then judges what is there.

play.py PROGRAMS DSN DATABASE APP DAYS SEED CLOCK FOLDER: CLOCK is the file that moves the server's clock (clock.c).
"""

import contextlib
import importlib
import os
import random
import struct
import sys
import threading
import time
import traceback

sys.path.insert(0, os.path.dirname(__file__))

from customers import Book, Connection, Contract  # noqa: E402
from judge import Judge, States  # noqa: E402
from team import OTHERS, SENIORS, Admin, Team, Worker, make_folder  # noqa: E402

programs, dsn, database, app, days, seed, clock, folder = sys.argv[1:]
STEPS = 3  # a day
SESSIONS, MOVES, ACTS = 4, int(os.environ.get("MOVES", 15)), int(os.environ.get("ACTS", 4))


def observe():
    return Connection(database, "postgres")


class Week:
    def __init__(self):
        self.observer = observe()
        self.dice = random.Random(f"{seed} {app}")
        self.play = importlib.import_module(app).Play
        self.book = Book(app, Contract(app, self.observer))
        self.report = open(f"{folder}/team.log", "w", encoding="utf-8")
        program = f"{programs}/reeve"
        self.team = Team(program, dsn, self.book.contract, self.play, observe, self.report, int(seed))
        self.customers = [self.play(database, self.book, number, self.dice.random()) for number in range(SESSIONS)]
        self.admins = [Admin(self.team, name, self.dice.random()) for name in SENIORS + OTHERS]
        self.server = Connection(database, f"{app}_servers")
        self.states = States(app, self.team.manifest, self.observer)
        self.program = program
        # Another app may have been played before.
        with open(clock, "rb") as file:
            self.ahead = struct.unpack("q", file.read(8))[0]

    def advance(self, seconds):
        """Moves the server's clock."""
        self.ahead += seconds
        with open(clock, "r+b") as file:
            file.write(struct.pack("q", self.ahead))
        self.states.look()

    def look(self):
        self.book.facts = {name: self.observer.rows(query) for name, query in self.play.facts.items()}
        self.team.renew()

    def together(self, *parts):
        """Runs parts at once; the first error of one ends the week."""
        errors = []

        def run(part):
            try:
                part()
            except BaseException:  # whatever it is, the week is over
                errors.append(traceback.format_exc())

        threads = [threading.Thread(target=run, args=[part]) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if errors:
            raise SystemExit(errors[0])

    def complain(self):
        """Customers report, and appeal against what was done to them: calls of the app's servers."""
        for collection, fact in self.play.reported.items():
            row = self.dice.choice(self.book.facts[fact])
            self.server.rows("SELECT reeve.report_file('{}', '{}', '{}', 'not nice', '{}', NULL)".format(
                app, collection, row[0], self.dice.choice(self.team.policies)))
        for action, key in self.observer.rows(f"""SELECT a.action_id, a.key FROM reeve.action a
                JOIN reeve.collection c USING (collection_id) WHERE c.app = '{app}' AND c.name = 'user'
                  AND a.verb IN ('ban', 'suspend', 'warn', 'limit') AND a.reversed_by IS NULL
                ORDER BY a.action_id DESC LIMIT 1"""):
            self.server.run(f"SELECT reeve.appeal_open('{app}', 'A{action}', 'user:{key}', 'not me')")

    def block(self):
        """Somebody holds a lock on what everybody needs, for longer than the app lets its callers wait."""
        other, table = observe(), self.team.manifest["collections"]
        table = f"{app}.{(table.get('user') or table['student'])['table']}"
        other.rows("BEGIN")
        other.rows(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        self.together(*(lambda c=c: c.play(3) for c in self.customers[:2]))
        other.rows("ROLLBACK")
        other.close()

    def settle(self):
        """Waits until the worker has run what is due."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            due = self.observer.rows(f"""SELECT count(*) FROM (
                SELECT job_id FROM reeve.job_ready UNION ALL SELECT job_id FROM reeve.job_run
                UNION ALL SELECT cron_id FROM reeve.cron WHERE next_at <= now() AND paused_at IS NULL
                UNION ALL SELECT job_id FROM reeve.job_timer
                WHERE due_at <= now() + interval '20 seconds' AND reason = 'retryable' OR due_at <= now()) due""")[0][0]
            if due == "0":
                return
            time.sleep(0.1)
        raise SystemExit("the worker does not come to an end of what is due")

    def step(self, number):
        self.look()
        self.complain()
        with self.working():
            self.together(*(lambda c=c: c.play(MOVES) for c in self.customers),
                          *(lambda a=a: a.play(ACTS) for a in self.admins))
            self.states.look()
            if number % STEPS == 1:
                self.block()
            self.settle()
        self.states.look()

    @contextlib.contextmanager
    def working(self):
        """With a worker, which is stopped before the clock is moved far: it would take itself for dead."""
        worker = Worker(self.program, dsn, folder)
        try:
            yield
        finally:
            status = worker.stop()
        if status != 0:
            raise SystemExit(f"the worker ended badly: {folder}/worker.log")

    def run(self):
        judge = Judge(self)
        for number in range(int(days) * STEPS):
            self.step(number)
            self.advance(24 * 3600 // STEPS)
        judge.contract()
        # What is due, and the notices that wait for a minute.
        with self.working():
            self.settle()
            self.advance(120)
            self.settle()
        self.states.look()
        judge.undos()
        # All that is scheduled runs once more: an undo may bring back what has become stale meanwhile.
        with self.working():
            self.advance(360)
            self.settle()
            judge.after()
        return not judge.failed


make_folder(folder)
sys.exit(0 if Week().run() else 1)
