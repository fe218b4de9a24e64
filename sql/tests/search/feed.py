"""Real sessions on a feed: feed.py DSN LOGIN_DSN APP SEED CHANGES LISTENERS; prints TAP."""
import os
import random
import select
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs"))
sys.dont_write_bytecode = True
from feed import Feed, pq  # noqa: E402

dsn, login, app, seed, changes, listeners = sys.argv[1:4] + [int(a) for a in sys.argv[4:]]
tests = broken = 0


def check(have, want, sentence):
    global tests, broken
    tests += 1
    print(("ok" if have == want else "not ok"), tests, "-", sentence, flush=True)
    if have != want:
        broken += 1
        print(f"#   have: {str(have)[:2000]}\n#   want: {str(want)[:2000]}", flush=True)


def told(feed):
    rows, soon = feed.changes()
    return [(row[3], row[1]) for row in rows], soon


class Session(Feed):
    """A writer: the app's owner, who follows nothing."""

    def __init__(self):
        super().__init__(dsn, app)
        self.query("UNLISTEN *")

    def write(self, id, title="x"):
        self.query(f"INSERT INTO {app}.thing(id, owner, title) VALUES ($1, 1, $2) "
                   "ON CONFLICT (id) DO UPDATE SET title = excluded.title", id, title)


# Order: what was begun first is told first, whenever it commits.
early, late, reader = Session(), Session(), Feed(login, app, "1")
reader.changes()
early.query("BEGIN")
early.write(-1)
late.write(-2)
check(told(reader), ([], True), "while an older transaction runs, a later one is held back, and that is said")
held = reader.cursor
early.write(-3)
late.write(-2, "again")
early.query("COMMIT")
check(told(reader), ([("upsert", k) for k in ("-1", "-3", "-2", "-2")], False),
      "then both are told, the older one first, and nothing is passed over")
reader.cursor = held
check(len(told(reader)[0]), 4, "a cursor can be used again")
early.query("BEGIN")
early.query("SELECT pg_current_xact_id()")
late.write(-4)
reader.wait(60)
check(told(reader), ([], True), "one that writes nothing of the feed holds it back, too")
early.query("ROLLBACK")
check(told(reader), ([("upsert", "-4")], False), "and its end notifies nobody: clients ask again")
early.query("BEGIN")
early.write(-5)
early.query("SAVEPOINT s")
early.write(-6)
early.query("ROLLBACK TO s")
early.write(-7)
early.query("COMMIT")
check(told(reader)[0], [("upsert", "-5"), ("upsert", "-7")], "what is rolled back is not told")
early.query("BEGIN ISOLATION LEVEL REPEATABLE READ")
early.query("SELECT pg_current_xact_id()")
reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ")
reader.query("SELECT 1")
late.write(-8)
check(told(reader)[0], [], "a reader's old snapshot shows what it saw")
reader.query("COMMIT")
early.query("COMMIT")
check(told(reader)[0], [("upsert", "-8")], "and loses nothing")
version = early.query(f"SELECT max(version) FROM {app}.changes($1, 1000, '1')", held)[0][0]
early.write(-8, "later")
check([int(r[2]) > int(version) for r in reader.changes()[0]], [True], "a later write has a greater version")

# A mirror kept by the feed alone equals the table, whoever asks and however large the pages are.
print(f"# seed {seed}", flush=True)


class Mirror(Feed):
    def __init__(self, who, page):
        super().__init__(login, app, who)
        self.page, self.rows, self.strangers = page, {}, 0

    def follow(self):
        found, soon = self.changes(self.page)
        for _, key, _, kind in found:
            self.rows.pop(key, None)
            if kind == "upsert":
                row = self.query(f"SELECT title, owner FROM {app}.thing WHERE id = $1", key)
                self.strangers += sum(r[1] not in (self.who, "0") for r in row)
                self.rows.update({key: r[0] for r in row})
        return soon


early.query(f"DELETE FROM {app}.thing")
mirrors = [Mirror("1", 500), Mirror("2", 7)]
done = threading.Event()


def write(number):
    luck, session = random.Random(seed * 10 + number), Session()
    count = 0
    while count < changes // 4:
        session.query("BEGIN")
        for _ in range(luck.choice([1, 1, 2, 5, 60])):
            count += 1
            # Each writer has keys of its own: no deadlock; transactions overlap in any order.
            id = luck.randrange(100) * 4 + number
            verb = luck.random()
            if verb < 0.6:
                session.query(f"INSERT INTO {app}.thing(id, owner, title) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE "
                              "SET title = excluded.title", id, id // 4 % 3, count)
            elif verb < 0.8:
                session.query(f"UPDATE {app}.thing SET hidden_until = CASE WHEN hidden_until IS NULL THEN 'infinity' "
                              "::timestamptz END WHERE id = $1", id)
            else:
                session.query(f"DELETE FROM {app}.thing WHERE id = $1", id)
        session.query(luck.choice(["COMMIT"] * 9 + ["ROLLBACK"]))


def follow(mirror):
    soon = True
    while not done.is_set() or soon:
        mirror.wait(0.02 if soon else 0.5)
        soon = mirror.follow()
    mirror.follow()


writers = [threading.Thread(target=write, args=(n,)) for n in range(4)]
readers = [threading.Thread(target=follow, args=(m,)) for m in mirrors]
for thread in readers + writers:
    thread.start()
for thread in writers:
    thread.join()
done.set()
for thread in readers:
    thread.join()
for mirror in mirrors:
    truth = dict(early.query(f"SELECT id, title FROM {app}.thing WHERE owner IN (0, $1) AND hidden_until IS NULL",
                             mirror.who))
    check(mirror.rows, truth, f"after {changes} random changes the mirror of {mirror.who} equals the table")
    check(mirror.strangers, 0, f"nothing of another was told to {mirror.who}")
check(len(mirrors[0].rows) > 20, True, "there is something in it")

# Many listeners: all get the notification of each transaction, and read the same.
crowd = [Feed(login, app, "1") for _ in range(listeners)]
heard, poll = {}, select.poll()
for one in crowd:
    poll.register(pq.PQsocket(one.connection), select.POLLIN)
    heard[pq.PQsocket(one.connection)] = (one, [])
times = []
for number in range(3):
    begin, waiting = time.monotonic(), set(heard)
    early.query("BEGIN")
    for k in range(20):
        early.write(5000 + 20 * number + k, number)
    early.query("COMMIT")
    while waiting:
        for fd, _ in poll.poll():
            one, rows = heard[fd]
            one.wait(0)
            rows += one.changes()[0]
            waiting -= {fd} if len(rows) == 20 * (number + 1) else set()
    times.append(f"{time.monotonic() - begin:.2f}")
check({tuple(rows) for _, rows in heard.values()}, {tuple(heard[next(iter(heard))][1])},
      f"{listeners} listeners get each notification and read the same")
print(f"# the last of {listeners} had read 20 changes so many seconds after the commit began: {times}")

cursor = crowd[0].cursor
for one in [early, late, reader] + mirrors + crowd:
    pq.PQfinish(one.connection)
print("# cursor", cursor)
sys.exit(broken > 0)
