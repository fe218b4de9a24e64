#!/usr/bin/env python3
"""make bench: Reeve beside psql and bare SQL doing the same, interleaved in one run.

Every line prints the median of ours and of the peer with their spread, their ratio and the bar that
the ratio must reach. Arguments: the directory of the programs, the scale, the rounds, a folder for
files and the lines to run (none: all). The server is that of PGHOST and PGPORT, which must be private
to the run: tables are emptied and rewritten.
"""

import contextlib
import csv
import itertools
import json
import os
import pty
import re
import select
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time

import costs
import firestore
import jobs
import moderation
import moving
import person
import promises
import search
import trips
import votes
import written

HERE = os.path.dirname(os.path.abspath(__file__))
DATABASE = "reeve_bench"
ADMIN = "bench_admin"
NULL = os.open(os.devnull, os.O_RDWR)


class Bench:
    """The server and the programs under measurement, and what has been measured."""

    def __init__(self, programs, scale, rounds, folder, psql):
        self.programs, self.scale, self.rounds, self.folder = programs, scale, rounds, folder
        self.psql_path, self.results, self.database = psql, [], DATABASE
        self.ready, self.admin = set(), ADMIN

    def reeve(self, *arguments, program="reeve"):
        return [os.path.join(self.programs, program), *arguments]

    def psql(self, *arguments):
        return [self.psql_path, "-X", "-q", "-v", "ON_ERROR_STOP=1", *arguments]

    def environment(self, user):
        return {**os.environ, "PGUSER": user, "PGDATABASE": self.database, "TERM": "dumb"}

    def sql(self, text, user="postgres", database=None):
        """Runs statements, each its own transaction, and returns the rows of the last one."""
        environment = {**self.environment(user), "PGOPTIONS": "-c client_min_messages=warning"}
        if database:
            environment["PGDATABASE"] = database
        done = subprocess.run(
            self.psql("-At", "-f", "-"), input=text, env=environment, text=True,
            stdout=subprocess.PIPE, check=True)
        return done.stdout.rstrip("\n")

    def run(self, argv, user=ADMIN):
        """Runs a program to its end; returns seconds and the peak of its memory in MiB.

        A child of this script would count what the script itself has, so time(1) starts the program.
        """
        peak = os.path.join(self.folder, "peak")
        said = os.open(os.path.join(self.folder, "said"), os.O_CREAT | os.O_TRUNC | os.O_RDWR)
        begin = time.perf_counter()
        timed = ["time", "-f", "%M", "-o", peak, *argv]
        pid = os.posix_spawn("/usr/bin/time", timed, self.environment(user), file_actions=[
            (os.POSIX_SPAWN_DUP2, NULL, 0), (os.POSIX_SPAWN_DUP2, NULL, 1),
            (os.POSIX_SPAWN_DUP2, said, 2)])
        _, status = os.waitpid(pid, 0)
        seconds = time.perf_counter() - begin
        if status != 0:
            os.lseek(said, 0, os.SEEK_SET)
            raise SystemExit(f"{os.read(said, 10000).decode()}\nfailed: {' '.join(argv)}")
        os.close(said)
        with open(peak, encoding="ascii") as file:
            return seconds, int(file.read()) / 1024

    def script(self, path):
        """Runs a file of statements as the superuser."""
        quiet(self.psql("-f", path), self.environment("postgres"))

    def reeve_quietly(self, *arguments):
        """Runs `reeve` as the superuser; it is not measured."""
        quiet(self.reeve(*arguments), self.environment("postgres"))

    def timed(self, text, user="postgres"):
        """Runs statements as a script of psql's and returns the seconds that took."""
        path = os.path.join(self.folder, "statements.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return self.run(self.psql("-o", os.devnull, "-f", path), user)[0]

    def rounds_of(self, ours, peer, rounds=None):
        """Measures both by turns; returns two lists of seconds."""
        mine, theirs = [], []
        for _ in range(rounds or self.rounds):
            mine.append(ours())
            theirs.append(peer())
        return mine, theirs

    def report(self, line, against, mine, theirs, bar, at_most):
        """Tells ours beside a peer; at_most says whether the ratio ours/theirs is to stay below."""
        ours, peer = statistics.median(mine), statistics.median(theirs)
        ratio = ours / peer if at_most else peer / ours
        good = ratio <= bar if at_most else ratio >= bar
        self.tell(line, against, self.spread(mine, "s"), self.spread(theirs, "s"), f"{ratio:.2f}",
                  f"{'≤' if at_most else '≥'} {bar}", good)

    def limit(self, line, values, unit, most):
        """Tells ours beside a number that it may not pass."""
        value = statistics.median(values)
        self.tell(line, "a limit", self.spread(values, unit), f"{most} {unit}", f"{value / most:.2f}",
                  "≤ 1", value <= most)

    def tell(self, line, against, ours, peer, ratio, bar, good):
        row = [line, ours, against, peer, ratio, bar, "ok" if good else "short"]
        self.results.append(row)
        print("{:<36} {:>22}   {:<34} {:>22}   {:>6} {:>7}  {}".format(*row), flush=True)

    @staticmethod
    def spread(values, unit):
        digits = 0 if unit == "/s" or unit == "ms" and min(values) > 100 else 1 if unit != "s" else 2
        digits = 3 if unit == "s" and max(values) < 1 else digits
        low, middle, high = min(values), statistics.median(values), max(values)
        if len(values) == 1:
            return f"{middle:.{digits}f} {unit}"
        return f"{middle:.{digits}f} ({low:.{digits}f}–{high:.{digits}f}) {unit}"

    # What lines stand on -----------------------------------------------------------------------

    def note(self, text):
        print(f"-- {text}", file=sys.stderr, flush=True)

    def have(self, what):
        """Makes a part of the database once."""
        if what in self.ready:
            return
        self.ready.add(what)
        begin = time.perf_counter()
        getattr(self, f"make_{what}")()
        self.note(f"{what} made in {time.perf_counter() - begin:.0f} s")

    def make_database(self):
        self.sql(f'CREATE DATABASE {self.database}', database="postgres")
        quiet(self.reeve("upgrade", "--first-admin", ADMIN), self.environment("postgres"))
        self.sql("UPDATE reeve.cron SET next_at = 'infinity'")

    def make_sample(self):
        """A market whose last month is over: all that waits in it is stale."""
        self.have("database")
        day = self.sql("SELECT (now() - interval '40 days')::date")
        quiet(self.reeve("sample", "load", "randevoo", "--scale", str(self.scale), "--seed", "1",
                         "--as-of", day), self.environment("postgres"))
        self.sql("UPDATE reeve.cron SET next_at = 'infinity'")

    def make_rows(self):
        self.have("database")
        with open(os.path.join(HERE, "rows", "schema.sql"), encoding="utf-8") as file:
            self.sql(f"SET bench.scale = {self.scale};\n" + file.read())
        quiet(self.reeve("catalog", "apply", os.path.join(HERE, "rows", "catalog.yaml")),
              self.environment("postgres"))

    # Lines -------------------------------------------------------------------------------------

    def line_oneshot(self):
        """One command of a shell script."""
        self.have("sample")
        query = "SELECT field, value, type FROM reeve.subject_show('randevoo', 'user', '42')"
        memory = []

        def ours():
            seconds, peak = self.run(self.reeve("-c", "show randevoo/user:42"))
            memory.append(peak)
            return seconds

        ours()
        mine, theirs = self.rounds_of(
            ours, lambda: self.run(self.psql("-c", query))[0], 20)
        self.report("one-shot show", "psql, the same query", mine, theirs, 2, True)
        self.limit("one-shot show, memory", memory, "MiB", 32)

    def line_prompt(self):
        """From the shell to the prompt below what waits, and to where psql's prompt is."""
        self.have("sample")
        self.sql("""SELECT reeve.report_put(c.collection_id, u.id::text, 'fraud', NULL, NULL, NULL, NULL)
            FROM reeve.collection c, (SELECT id FROM randevoo.users ORDER BY id LIMIT 1000) u
            WHERE c.app = 'randevoo' AND c.name = 'user'""")
        self.sql("SELECT * FROM reeve.case_queue(NULL)", ADMIN)

        def wait(argv, prompt):
            begin = time.perf_counter()
            pid, terminal = pty.fork()
            if pid == 0:
                os.execve(argv[0], argv, self.environment(ADMIN))
            seen = b""
            while prompt not in seen:
                if not select.select([terminal], [], [], 10)[0]:
                    raise SystemExit(f"no prompt from {argv[0]}: {seen!r}")
                seen += os.read(terminal, 4096)
            seconds = time.perf_counter() - begin
            os.write(terminal, b"\x04")
            try:
                while os.read(terminal, 4096):
                    pass
            except OSError:
                pass
            os.close(terminal)
            os.waitpid(pid, 0)
            return seconds

        mine, theirs = self.rounds_of(
            lambda: wait(self.reeve(), "▸".encode()),
            lambda: wait(self.psql(), b"=> "), 20)
        self.limit("first prompt with what waits", [1000 * s for s in mine], "ms", 60)
        self.tell("  psql's", "", "", self.spread([1000 * s for s in theirs], "ms"), "", "", True)

    def line_top(self):
        """What the board takes of a core, the console's process and the server's together."""
        self.have("sample")
        pid, terminal = pty.fork()
        if pid == 0:
            argv = self.reeve("-c", "top")
            os.execve(argv[0], argv, {**self.environment(ADMIN), "TERM": "xterm"})

        def read_until(end, wanted=None):
            seen = b""
            while time.monotonic() < end and (wanted is None or wanted not in seen):
                if select.select([terminal], [], [], 0.1)[0]:
                    seen += os.read(terminal, 65536)
            return wanted is None or wanted in seen

        if not read_until(time.monotonic() + 30, b"CASES UP TO"):
            raise SystemExit("no board from top")
        server = self.sql(f"""SELECT pid FROM pg_stat_activity
            WHERE usename = '{ADMIN}' AND application_name = 'reeve'""").splitlines()

        def spent():
            ticks = 0
            for process in [pid, *server]:
                with open(f"/proc/{process}/stat", encoding="ascii") as file:
                    fields = file.read().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
            return ticks / os.sysconf("SC_CLK_TCK")

        before, begin = spent(), time.monotonic()
        read_until(begin + 20)
        share = 100 * (spent() - before) / (time.monotonic() - begin)
        os.write(terminal, b"q")
        os.waitpid(pid, 0)
        os.close(terminal)
        self.limit("top, of a core", [share], "%", 1)

    def line_rows(self):
        """A long listing of five columns."""
        self.have("rows")
        query = "SELECT * FROM rows.view_lines('1')"
        for name, output, peer, bar in (
            ("csv", "csv", ["--csv"], 1.5), ("table", "table", [], 1)):
            memory = []

            def ours():
                seconds, peak = self.run(
                    self.reeve("-c", f"lines rows/sheet:1 --output {output}"))
                memory.append(peak)
                return seconds

            mine, theirs = self.rounds_of(
                ours, lambda: self.run(self.psql(*peer, "-c", query), "postgres")[0])
            self.report(f"rows × 5 as {name}", f"psql {' '.join(peer) or 'aligned'}, the same query", mine, theirs,
                        bar, True)
            self.limit(f"rows × 5 as {name}, memory", memory, "MiB", 40)

    def line_expiry(self):
        """What has gone stale is ended and both sides are told, by a worker, in small batches."""
        self.have("sample")
        slices = self.rounds
        longest = []
        self.sql("UPDATE reeve.queue SET paused_at = NULL")

        def stale(part):
            # An outage let them all wait: nobody was there to end them.
            self.sql(f"""
                SET session_replication_role = replica;
                TRUNCATE reeve.effect, reeve.notice_read, reeve.outbox;
                UPDATE randevoo.reservations SET state = 'expired', held_until = NULL,
                  scanned_at = NULL WHERE state IN ('pending', 'approved', 'held');
                UPDATE randevoo.reservations SET state = 'pending', scanned_at = NULL
                WHERE id % {slices} = {part};
                VACUUM ANALYZE randevoo.reservations;
                CHECKPOINT;""")

        def ours(part):
            stale(part)
            job = self.sql("""
                DELETE FROM reeve.job_timer; DELETE FROM reeve.job_ready;
                SELECT reeve.enqueue('collection.expire', '{"collection": "reservation"}',
                  app => 'randevoo')""", "postgres")
            worker = subprocess.Popen(
                self.reeve("--dsn", "", "--concurrency", "1", "--sink", self.sink(),
                           program="reeve-worker"),
                env=self.environment("reeve_worker"), stderr=subprocess.DEVNULL)
            try:
                ended = f"SELECT outcome FROM reeve.job_end WHERE job_id = {job}"
                while (outcome := self.sql(ended)) == "":
                    time.sleep(0.5)
                assert outcome == "completed", outcome
            finally:
                worker.terminate()
                worker.wait()
            left = self.sql("SELECT count(*) FROM randevoo.reservations WHERE state = 'pending'")
            assert left == "0", left
            longest.append(float(self.sql(f"""
                SELECT 1000 * extract(epoch FROM max(a.gap)) FROM (
                  SELECT lead(performed_at, 1, e.finished_at) OVER (ORDER BY performed_at)
                    - performed_at AS gap
                  FROM reeve.action, reeve.job_end e
                  WHERE e.job_id = {job} AND verb = 'expire' AND performed_at >= e.claimed_at) a""")))
            return float(self.sql(f"""SELECT extract(epoch FROM finished_at - claimed_at)
                FROM reeve.job_end WHERE job_id = {job}"""))

        def peer(part):
            # What somebody would write by hand who knows the tables: the same rows, nothing asked.
            stale(part)
            return self.timed("""
                SET ROLE reeve_writer_randevoo;
                CREATE TEMPORARY TABLE ended AS
                WITH u AS (
                  UPDATE randevoo.reservations SET state = 'expired'
                  WHERE state = 'pending' AND answer_by <= now()
                  RETURNING id, customer_id, store_id, slot_start)
                SELECT * FROM u;
                RESET ROLE;
                INSERT INTO reeve.effect
                  (action_id, collection_id, key, rule_id, before, after, is_reversible)
                SELECT a.action_id, a.collection_id, e.id::text, r.rule_id,
                  '{"state": "pending"}', '{"state": "expired"}', FALSE
                FROM ended e, (SELECT * FROM reeve.action WHERE verb = 'expire' LIMIT 1) a,
                  (SELECT rule_id FROM reeve.rule WHERE name = 'unanswered' AND is_live) r;
                INSERT INTO reeve.outbox
                  (action_id, collection_id, key, about, template, locale, zone, arguments, due_at)
                SELECT a.action_id, c.collection_id, u.id::text, 'reservation:' || e.id,
                  CASE side WHEN 1 THEN 'reservation-unanswered' ELSE 'store-unanswered' END,
                  u.locale, u.time_zone, jsonb_build_object('label', 'reservation of '
                    || to_char(e.slot_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC',
                    'until', NULL, 'policy', NULL, 'reservation', e.id, 'store', s.name,
                    'slot', e.slot_start), clock_timestamp() + interval '60 seconds'
                FROM ended e
                  JOIN randevoo.stores s ON s.id = e.store_id
                  CROSS JOIN generate_series(1, 2) side
                  JOIN randevoo.users u ON u.id = CASE side WHEN 1 THEN e.customer_id ELSE s.owner_id END,
                  (SELECT * FROM reeve.action WHERE verb = 'expire' LIMIT 1) a,
                  (SELECT * FROM reeve.collection WHERE app = 'randevoo' AND name = 'user') c;""")

        mine, theirs = [], []
        for part in range(slices):
            mine.append(ours(part))
            theirs.append(peer(part))
        self.report("expiry with notices", "bare statements, the same rows", mine, theirs, 0.6, False)
        self.limit("expiry, the longest batch", longest, "ms", 200)

    def sink(self):
        path = os.path.join(self.folder, "sink")
        os.makedirs(path, exist_ok=True)
        return path

    def line_ban(self):
        """A ban of an owner of a tenth of the products and a hundredth of reservations that wait."""
        self.have("sample")
        self.sql("DELETE FROM reeve.approval_rule")  # What is measured is the ban, not who approves it.
        args = '{"policy": "fraud", "forever": true, "why": "sold counterfeits for years"}'
        self.sql(f"""
            SET session_replication_role = replica;
            UPDATE randevoo.reservations SET state = 'pending', scanned_at = NULL WHERE id IN (
              SELECT r.id FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
              WHERE s.owner_id = 1 ORDER BY r.id LIMIT {self.scale // 100});
            CREATE TABLE IF NOT EXISTS bench_state AS
            SELECT r.id, r.state, r.state_at, r.state_reason, r.held_until
            FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
            WHERE s.owner_id = 1 OR r.customer_id = 1;
            CREATE TABLE IF NOT EXISTS bench_hidden AS
            SELECT p.id, p.hidden_until
            FROM randevoo.products p JOIN randevoo.stores s ON s.id = p.store_id
            WHERE s.owner_id = 1;""")

        def reset():
            self.sql("""
                SET session_replication_role = replica;
                TRUNCATE reeve.effect, reeve.notice_read, reeve.outbox, reeve.subject, reeve.label,
                  reeve.outside;
                UPDATE randevoo.users SET blocked_until = NULL WHERE id = 1;
                UPDATE randevoo.stores SET hidden_until = NULL WHERE owner_id = 1;
                UPDATE randevoo.products p SET hidden_until = b.hidden_until
                FROM bench_hidden b WHERE b.id = p.id;
                UPDATE randevoo.reservations r SET state = b.state, state_at = b.state_at,
                  state_reason = b.state_reason, held_until = b.held_until
                FROM bench_state b WHERE b.id = r.id;
                VACUUM ANALYZE randevoo.products, randevoo.reservations;
                CHECKPOINT;""")

        def ours():
            reset()
            seconds = self.timed(f"""
                SELECT reeve.action_perform('ban', 'randevoo', 'user', '1', '{args}', NULL)""", ADMIN)
            rows = int(self.sql("SELECT count(*) FROM reeve.effect"))
            assert rows > 0.11 * self.scale, rows
            return seconds

        def peer():
            self.sql("""
                DROP TABLE IF EXISTS bench_effect, bench_outbox, bench_outside, bench_subject;
                CREATE TABLE bench_effect AS SELECT * FROM reeve.effect;
                CREATE TABLE bench_outbox AS SELECT * FROM reeve.outbox;
                CREATE TABLE bench_outside AS SELECT * FROM reeve.outside;
                CREATE TABLE bench_subject AS SELECT * FROM reeve.subject;
                VACUUM ANALYZE bench_effect, bench_outbox, bench_outside, bench_subject;""")
            reset()
            return self.timed("""
                BEGIN;
                SET LOCAL ROLE reeve_writer_randevoo;
                UPDATE randevoo.users SET blocked_until = 'infinity' WHERE id = 1;
                UPDATE randevoo.stores SET hidden_until = 'infinity' WHERE owner_id = 1;
                UPDATE randevoo.products SET hidden_until = 'infinity'
                WHERE store_id IN (SELECT id FROM randevoo.stores WHERE owner_id = 1);
                UPDATE randevoo.reservations SET state = 'cancelled', held_until = NULL
                WHERE customer_id = 1 AND state IN ('pending', 'held');
                UPDATE randevoo.reservations SET state = 'held', held_until = least(now(), slot_start)
                WHERE state = 'pending'
                  AND store_id IN (SELECT id FROM randevoo.stores WHERE owner_id = 1);
                RESET ROLE;
                INSERT INTO reeve.subject SELECT * FROM bench_subject;
                INSERT INTO reeve.effect SELECT * FROM bench_effect;
                INSERT INTO reeve.outbox OVERRIDING SYSTEM VALUE SELECT * FROM bench_outbox;
                INSERT INTO reeve.outside OVERRIDING SYSTEM VALUE SELECT * FROM bench_outside;
                COMMIT;""")

        mine, theirs = self.rounds_of(ours, peer)
        self.report("ban of an owner of a tenth", "bare statements, the same rows", mine, theirs, 0.5,
                    False)
        reset()
        whole = [self.run(self.reeve("--yes", "-c", "ban randevoo/user:1 --policy fraud --forever --why bench"))[0]]
        self.tell("  with plan and console", "", self.spread(whole, "s"), "", "", "", True)
        reset()

    def make_places(self):
        """An app's table to import into, and a CSV file of its rows."""
        self.have("database")
        quiet(self.reeve("sample", "load", "findspot", "--replace"), self.environment("postgres"))
        self.sql(f"""\\copy (SELECT n AS geonameid, 'Place ' || n AS name,
            'Lugar ' || n || ',地点 ' || n AS alternatenames, (n * 7919 % 180000) / 1000.0 - 90 AS latitude,
            (n * 104729 % 360000) / 1000.0 - 180 AS longitude, 'IT' AS countrycode, n AS population,
            'UTC' AS timezone, '01' AS admin1code FROM generate_series(1::bigint, {self.scale}) n)
            to '{self.file("places.csv")}' with (format csv, header)""".replace("\n", " "))
        # The peer is a table with its key; so the app's has no other index here, but its triggers.
        self.sql("""ALTER TABLE findspot.places DROP CONSTRAINT places_legacy_path_key;
            DO $$
            DECLARE
              index regclass;
            BEGIN
              FOR index IN SELECT indexrelid FROM pg_index
                WHERE indrelid = 'findspot.places'::regclass AND NOT indisprimary
              LOOP
                EXECUTE 'DROP INDEX ' || index;
              END LOOP;
            END
            $$""")

    def file(self, name):
        return os.path.join(self.folder, name)

    def places(self):
        """The rows of the CSV file."""
        with open(self.file("places.csv"), encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file)

    def beside_copy(self, line, source, mapping, bar):
        """An import of places beside \\copy of its rows and their key; returns its seconds."""
        columns = "id, legacy_key, name, description, city, latitude, longitude"
        memory = []

        def ours():
            self.sql("TRUNCATE findspot.places CASCADE; TRUNCATE reeve.import, reeve.import_key CASCADE; CHECKPOINT")
            seconds, peak = self.run(self.reeve("import", "run", source, "--mapping", mapping),
                                     "postgres")
            count = self.sql("SELECT count(*) FROM findspot.places")
            assert count == str(self.scale), count
            memory.append(peak)
            return seconds

        def peer():
            self.sql(f"""\\copy findspot.places ({columns}) to '{self.file("rows.copy")}'
                DROP TABLE IF EXISTS bench_places;
                CREATE TABLE bench_places (LIKE findspot.places INCLUDING DEFAULTS INCLUDING GENERATED
                  INCLUDING CONSTRAINTS INCLUDING IDENTITY);
                CHECKPOINT""".replace("\n                ", "\n"))
            return self.timed(f"\\copy bench_places ({columns}) from '{self.file('rows.copy')}'\n"
                              "ALTER TABLE bench_places ADD PRIMARY KEY (id);\n")

        mine, theirs = self.rounds_of(ours, peer)
        self.report(line, "\\copy of the rows, then the key", mine, theirs, bar, False)
        self.limit("  memory", memory, "MiB", 100)
        return mine

    def mapping(self, name, text):
        with open(self.file(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.file(name)

    def line_merge(self):
        """A merge of two accounts of whom one has a tenth of as many notifications as there are products."""
        self.have("sample")
        rows = self.scale // 10
        self.sql(f"""
            SET session_replication_role = replica;
            INSERT INTO randevoo.notifications(user_id, kind, notice_id, subject, body)
            SELECT u, 'notice', 1000000 + n, 'a subject', 'a body' FROM generate_series(1, {rows}) n,
              LATERAL (VALUES (2), (CASE WHEN n % 100 = 0 THEN 3 END)) x(u) WHERE u IS NOT NULL;""")
        args = '{"name": "3", "why": "signed up twice"}'

        def reset():
            self.sql("""
                SET session_replication_role = replica;
                UPDATE randevoo.notifications n SET user_id = (e.before ->> 'user_id')::bigint
                FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
                WHERE r.verb = 'merge' AND n.id = e.key::bigint AND e.before ? 'user_id';
                UPDATE randevoo.stores s SET owner_id = (e.before ->> 'owner_id')::bigint
                FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
                WHERE r.verb = 'merge' AND s.id = e.key::bigint AND e.before ? 'owner_id';
                UPDATE randevoo.reservations s SET customer_id = (e.before ->> 'customer_id')::bigint
                FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
                WHERE r.verb = 'merge' AND s.id = e.key::bigint AND e.before ? 'customer_id';
                UPDATE randevoo.users SET blocked_until = NULL WHERE id IN (2, 3);
                TRUNCATE reeve.effect, reeve.notice_read, reeve.outbox, reeve.subject, reeve.label, reeve.mark;
                VACUUM ANALYZE randevoo.notifications, randevoo.reservations, randevoo.stores;
                CHECKPOINT;""")

        def ours():
            reset()
            seconds = self.timed(f"""
                SELECT reeve.action_perform('merge', 'randevoo', 'user', '2', '{args}', NULL)""", ADMIN)
            moved = int(self.sql("SELECT count(*) FROM reeve.effect"))
            if moved < 0.98 * rows:
                raise SystemExit(f"{moved} of {rows} rows moved: " + self.sql(f"""
                    SELECT reeve.action_perform('merge', 'randevoo', 'user', '2', '{args}', NULL)""",
                    ADMIN))
            return seconds

        def peer():
            self.sql("""
                DROP TABLE IF EXISTS bench_effect;
                CREATE TABLE bench_effect AS SELECT * FROM reeve.effect;
                CREATE TABLE IF NOT EXISTS bench_moved AS SELECT e.key::bigint AS id, r.name
                FROM reeve.effect e JOIN reeve.rule r USING (rule_id);
                GRANT SELECT ON bench_moved TO reeve_writer_randevoo;
                VACUUM ANALYZE bench_effect, bench_moved;""")
            reset()
            return self.timed("""
                BEGIN;
                SET LOCAL ROLE reeve_writer_randevoo;
                UPDATE randevoo.users SET blocked_until = 'infinity' WHERE id = 2;
                UPDATE randevoo.stores SET owner_id = 3 WHERE owner_id = 2;
                UPDATE randevoo.notifications n SET user_id = 3 WHERE user_id = 2 AND NOT EXISTS (
                  SELECT FROM randevoo.notifications o WHERE o.user_id = 3 AND o.notice_id = n.notice_id);
                UPDATE randevoo.reservations SET customer_id = 3
                WHERE id IN (SELECT m.id FROM bench_moved m WHERE m.name = 'reservation.customer');
                RESET ROLE;
                INSERT INTO reeve.effect SELECT * FROM bench_effect;
                COMMIT;""")

        mine, theirs = self.rounds_of(ours, peer)
        self.report("merge of two accounts", "bare statements, the same rows", mine, theirs, 2, True)
        reset()

    def line_import(self):
        """A CSV file through a mapping into an app's table."""
        self.have("places")
        self.beside_copy(
            "import of a CSV file", self.file("places.csv"),
            os.path.join(os.environ["REEVE_SHARE"], "sql/apps/findspot/sources/cities.yaml"), 0.6)

    def line_tree(self):
        """One line of JSON, an export of the Realtime Database, into the same table."""
        self.have("places")
        export = self.file("places.json")
        with open(export, "w", encoding="utf-8") as tree:
            tree.write('{"places":{')
            for index, row in enumerate(self.places()):
                fields = {k: float(v) if k in ("latitude", "longitude") else v
                          for k, v in row.items() if k != "geonameid"}
                fields = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
                tree.write(f'{"," if index else ""}"{row["geonameid"]}":{fields}')
            tree.write("}}")
        self.beside_copy("import of a tree of JSON", export, self.mapping("tree.yaml", """
app: findspot
source: tree
format: rtdb
collections:
  - match: "places/{id}"
    table: places
    key: [id]
    columns:
      id: {from: "{id}", up: "$v::bigint"}
      legacy_key: {from: latitude, up: findspot.legacy_key($v::numeric)}
      name: {from: name}
      description: {from: alternatenames}
      city: {from: name}
      latitude: {from: latitude}
      longitude: {from: longitude}
    drop: [countrycode, population, timezone, admin1code]
"""), 0.5)
        os.remove(export)

    def line_sqlite(self):
        """A table of SQLite into the same table, beside pgloader, too."""
        self.have("places")
        path = self.file("places.sqlite")
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("""CREATE TABLE place(id INTEGER PRIMARY KEY, legacy_key TEXT, name TEXT,
                description TEXT, city TEXT, latitude REAL, longitude REAL)""")
            database.executemany("INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?)", (
                (int(row["geonameid"]), row["latitude"], row["name"], row["alternatenames"],
                 row["name"], float(row["latitude"]), float(row["longitude"]))
                for row in self.places()))
            database.commit()
        mine = self.beside_copy("import of a SQLite table", path, self.mapping("sqlite.yaml", """
app: findspot
source: sqlite
format: sqlite
collections:
  - match: place/{row}
    table: places
    key: [id]
    columns:
      id: {from: id}
      legacy_key: {from: legacy_key}
      name: {from: name}
      description: {from: description}
      city: {from: city}
      latitude: {from: latitude}
      longitude: {from: longitude}
"""), 0.5)
        loader = shutil.which("pgloader")
        load = self.mapping("places.load", f"""LOAD DATABASE FROM sqlite://{path}
            INTO postgresql://postgres@unix:{os.environ['PGHOST']}:{os.environ['PGPORT']}/{DATABASE}
            WITH data only
            SET search_path TO 'public';""")

        def peer():
            self.sql("""DROP TABLE IF EXISTS public.place;
                CREATE TABLE public.place (LIKE findspot.places INCLUDING ALL);
                CHECKPOINT""")
            seconds, _ = self.run([loader, "--root-dir", self.file("pgloader"), load], "postgres")
            assert self.sql("SELECT count(*) FROM public.place") == str(self.scale)
            return seconds

        theirs = [peer() for _ in range(self.rounds)]
        self.report("  the same", "pgloader", mine, theirs, 2, False)
        self.sql("DROP TABLE public.place")
        os.remove(path)

    def line_move(self):
        """A whole app from its former store, and a later export of it."""
        moving.moved(self)

    def line_firestore(self):
        """An export of Firestore: megabytes of it for each second of the program's processor time."""
        self.have("places")
        folder = self.file("firestore")
        os.makedirs(folder, exist_ok=True)
        firestore.write(os.path.join(folder, "output-0"), itertools.islice(self.places(), 200_000))
        size = os.path.getsize(os.path.join(folder, "output-0")) / 1e6
        mapping = self.mapping("firestore.yaml", """
app: findspot
source: firestore
format: firestore
collections:
  - match: places/{id}
    table: places
    key: [id]
    columns:
      id: {from: $id, up: "$v::bigint"}
      name: {from: name}
      description: {from: alternatenames}
      city: {from: name}
      latitude: {from: latitude}
      longitude: {from: longitude}
    drop: [countrycode, population, timezone, admin1code]
""")
        rates, whole = [], []
        for _ in range(self.rounds):
            self.sql("TRUNCATE findspot.places CASCADE; TRUNCATE reeve.import, reeve.import_key CASCADE; CHECKPOINT")
            before = os.times()
            seconds, _ = self.run(self.reeve("import", "run", folder, "--mapping", mapping), "postgres")
            after = os.times()
            spent = (after.children_user + after.children_system
                     - before.children_user - before.children_system)
            rates.append(size / spent)
            whole.append(size / seconds)
        self.tell("import of a Firestore export", "a core of the program",
                  self.spread(rates, "MB/s"), "", "", "", True)
        self.tell("  from begin to end", "", self.spread(whole, "MB/s"), "", "", "", True)
        shutil.rmtree(folder)

    def line_stores(self):
        """A folder of 10,000 small Core Data stores, a file a second time and again."""
        self.have("places")
        folder, first = self.file("stores"), self.file("first.sqlite")
        os.makedirs(folder, exist_ok=True)
        with contextlib.closing(sqlite3.connect(first)) as database:
            database.executescript("""
                CREATE TABLE Z_PRIMARYKEY(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
                  Z_MAX INTEGER);
                CREATE TABLE Z_METADATA(Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
                INSERT INTO Z_PRIMARYKEY VALUES (1, 'Place', 0, 20);
                CREATE TABLE ZPLACE(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
                  ZNUMBER INTEGER, ZNAME VARCHAR, ZLATITUDE FLOAT, ZLONGITUDE FLOAT);""")
        count = 10_000
        for number in range(count):
            path = os.path.join(folder, f"{number:05}.sqlite")
            shutil.copyfile(first, path)
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
                database.execute("PRAGMA synchronous = off")
                database.execute("BEGIN")
                database.execute("INSERT INTO Z_METADATA VALUES (1, ?, x'')", (str(number),))
                database.executemany("INSERT INTO ZPLACE VALUES (?, 1, 1, ?, ?, ?, ?)", (
                    (row, 20 * number + row, f"Place {row}", row / 7, number / 99)
                    for row in range(1, 21)))
                database.execute("COMMIT")
        mapping = self.mapping("stores.yaml", """
app: findspot
source: stores
format: sqlite
collections:
  - match: stores/{store}/Place/{row}
    table: places
    key: [id]
    columns:
      id: {from: number}
      name: {from: name}
      description: {from: name}
      city: {from: name}
      latitude: {from: latitude}
      longitude: {from: longitude}
    drop: [id]
""")
        rates = []
        for _ in range(self.rounds):
            self.sql("TRUNCATE findspot.places CASCADE; TRUNCATE reeve.import, reeve.import_key CASCADE; CHECKPOINT")
            seconds, _ = self.run(self.reeve("import", "run", folder, "--mapping", mapping), "postgres")
            assert self.sql("SELECT count(*) FROM findspot.places") == str(20 * count)
            rates.append(count / seconds)
        rate = statistics.median(rates)
        self.tell("import of 10,000 Core Data files", "a limit", self.spread(rates, "/s"), "50 /s",
                  f"{rate / 50:.2f}", "≥ 1", rate >= 50)
        shutil.rmtree(folder)

    def line_reindex(self):
        """A search index with dictionary, ledger and comparison, beside one made by bare statements."""
        self.have("sample")
        self.beside_bare_build("reindex of products", "randevoo/product")

    def beside_bare_build(self, line, subject):
        """A rebuild of a collection's index beside a table with the same vectors, its key and GIN."""
        app, name = subject.split("/")
        table = "reeve_index.bench_document"
        build = self.sql(f"""SELECT format('CREATE TABLE {table} AS SELECT d.key, d.popularity,
              %s AS tsv, %s AS digest, d.range
              FROM (%s) d;
              CREATE UNIQUE INDEX ON {table}(key);
              CREATE INDEX ON {table} USING gin (tsv);
              CREATE INDEX ON {table}(popularity DESC, key)', reeve.search_vector(c.search),
            reeve.search_digest(), replace(replace(reeve.search_extract(c), '($7)[1]', quote_literal('[]') || '::jsonb'),
              '($7)[2]', quote_literal('{{}}') || '::jsonb'))
          FROM reeve.collection c WHERE c.app = '{app}' AND c.name = '{name}'""")

        def ours():
            self.sql("CHECKPOINT")
            seconds, _ = self.run(self.reeve("search", "reindex", subject), "postgres")
            return seconds

        def peer():
            self.sql(f"DROP TABLE IF EXISTS {table}; CHECKPOINT")
            return self.timed(f"SET maintenance_work_mem = '512MB';\n{build};\n")

        mine, theirs = self.rounds_of(ours, peer)
        self.report(line, "CREATE TABLE AS, its key and GIN", mine, theirs, 0.7, False)
        self.sql(f"DROP TABLE {table}")

    def line_search(self):
        """What is found, beside what else there is, and what it costs."""
        search.Search(self).run()

    def line_person(self):
        """What somebody owns who owns a tenth of the products."""
        person.person(self)

    def line_written(self):
        """What people wrote, a million times."""
        written.written(self)

    def line_migrate(self):
        """A collection copied to another form while its app may write, and the swap."""
        self.have("database")
        quiet(self.reeve("sample", "load", "findspot", "--replace"), self.environment("postgres"))
        copies = os.path.join(os.environ["REEVE_SHARE"], "sql/apps/findspot/copies/places")
        columns = """title, about, city, latitude_e6, longitude_e6, author_id, is_author_guessed,
            hidden_until, legacy_key"""
        self.sql(f"""TRUNCATE findspot.places CASCADE;
            INSERT INTO findspot.places(id, legacy_key, name, description, city, latitude, longitude)
            SELECT n, n::text, 'Place ' || n, 'Lugar ' || n || ', 地点 ' || n, 'City ' || n % 1000,
              (n * 7919 % 180000) / 1000.0 - 90, (n * 104729 % 360000) / 1000.0 - 180
            FROM generate_series(1::bigint, {self.scale}) n;
            VACUUM ANALYZE findspot.places""")
        with open(f"{copies}.sql", encoding="utf-8") as file:
            self.sql("SET ROLE findspot_owner;\n" + file.read())
        self.sql("CREATE TABLE bench_spots (LIKE findspot_v2.spots INCLUDING ALL)")

        def migrate(verb, *options):
            return self.run(self.reeve("migrate", verb, f"{copies}.yaml", *options), "postgres")[0]

        def ours(processes=1):
            if self.sql("SELECT 1 FROM reeve.live_copy WHERE ended_at IS NULL"):
                migrate("finish", "--abandon")
            self.sql("CHECKPOINT")
            seconds = migrate("start", "--parallel", str(processes))
            assert self.sql("SELECT count(*) FROM findspot_v2.spots") == str(self.scale)
            return seconds

        def peer():
            self.sql("TRUNCATE bench_spots; CHECKPOINT")
            return self.timed(f"""
                INSERT INTO bench_spots(id, {columns})
                SELECT id, name, description, city, (latitude * 1000000)::int,
                  (longitude * 1000000)::int, author_id, is_author_guessed, hidden_until, legacy_key
                FROM findspot.places""")

        mine, theirs = self.rounds_of(ours, peer)
        self.report("live copy to another form", "INSERT … SELECT, the same indexes", mine, theirs, 0.7,
                    False)
        mine, theirs = self.rounds_of(lambda: ours(2), peer)
        self.report("  with two processes", "INSERT … SELECT, the same indexes", mine, theirs, 1.2, False)
        path = os.path.join(self.folder, "writes.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"\\set id random(1, {self.scale})\n"
                       "UPDATE findspot.places SET description = description || '.' WHERE id = :id;\n")

        def writes():
            bench = os.path.join(os.path.dirname(self.psql_path), "pgbench")
            seconds, _ = self.run([bench, "-n", "-c", "2", "-t", "10000", "-f", path], "postgres")
            return seconds

        self.sql("ALTER DATABASE reeve_bench SET synchronous_commit = off")
        captured = [writes() for _ in range(self.rounds)]
        locks = []
        with self.writer(path) as stalls:
            for verb in ("cutover", "rollback") * self.rounds:
                if verb == "cutover":
                    migrate("verify")
                begin = time.perf_counter()
                done = subprocess.run(self.reeve("migrate", verb, f"{copies}.yaml"),
                                      env=self.environment("postgres"), text=True, check=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                self.note(f"{verb} in {time.perf_counter() - begin:.1f} s: {done.stdout.strip()}")
                locks += [float(ms) for ms in re.findall(r"held for (\d+) ms", done.stdout)]
        migrate("finish", "--abandon")
        bare = [writes() for _ in range(self.rounds)]
        self.sql("ALTER DATABASE reeve_bench RESET synchronous_commit")
        self.report("  writers, CPU-bound, while it follows", "the same without", captured, bare, 1.43,
                    True)
        self.limit("  cutover and rollback under 300 writes a second hold locks", locks, "ms", 50)
        self.tell("  the longest that one of these writes took", "", f"{max(stalls):.0f} ms", "", "", "", True)

    @contextlib.contextmanager
    def writer(self, script):
        """Writes meanwhile, 300 times a second; fills a list with how many ms each took."""
        bench = os.path.join(os.path.dirname(self.psql_path), "pgbench")
        stalls = []
        with subprocess.Popen([bench, "-n", "-c", "4", "-R", "300", "-T", "3600", "-l", "--log-prefix=stall",
                               "-f", script], env=self.environment("postgres"), cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            try:
                yield stalls
                assert running.poll() is None, "the writer failed"
            finally:
                running.kill()
        for name in os.listdir(self.folder):
            if name.startswith("stall."):
                with open(self.file(name), encoding="utf-8") as log:
                    # The last line may be cut off.
                    stalls += [int(line.split()[2]) / 1000 for line in log if line.count(" ") >= 6]
                os.remove(self.file(name))

    def line_jobs(self):
        """The job runner beside plain SQL of the same shape and its peers."""
        jobs.Jobs(self).run()

    def line_desk(self):
        """What moderators wait for, with a fifth as many reports as products."""
        moderation.Desk(self).run()

    def line_show(self):
        """A look at one product."""
        self.have("sample")
        key = self.scale // 2
        moderation.looked(self, "show of a product", f"show randevoo/product:{key}",
                          f"SELECT * FROM reeve.subject_show('randevoo', 'product', '{key}')")

    def line_neighbours(self):
        """From a row to its neighbours: the server's time in one session, beside the bare query."""
        self.have("sample")
        store, owner = self.sql("""SELECT s.id, s.owner_id FROM randevoo.stores s
            JOIN randevoo.products p ON p.store_id = s.id GROUP BY s.id
            ORDER BY count(*) DESC, s.id LIMIT 1""").split("|")
        customer = self.sql("""SELECT customer_id FROM randevoo.reservations GROUP BY 1
            ORDER BY count(*) DESC, 1 LIMIT 1""")
        self.sql("DELETE FROM reeve.approval_rule")
        self.sql(f"""SELECT reeve.action_perform('ban', 'randevoo', 'user', '{owner}',
            '{{"policy": "fraud", "for": "7d"}}', NULL)""", ADMIN)
        # Of the sample all is over; what is left to decide is ahead.
        self.sql(f"""SET session_replication_role = replica;
            UPDATE randevoo.reservations r SET slot_start = r.slot_start + interval '1 year',
              slot_end = r.slot_end + interval '1 year'
            FROM randevoo.stores s
            WHERE s.id = r.store_id AND s.owner_id = {owner} AND r.state = 'approved' AND r.id % 2 = 0;
            VACUUM ANALYZE randevoo.reservations""")
        dear = """'[{"field": "price", "op": ">", "value": "100"}]'"""
        approved = """'[{"field": "state", "op": "=", "value": "approved"}]'"""
        for name, ours, bare in (
            ("relations of a store",
             f"SELECT * FROM reeve.subject_relations('randevoo', 'store', '{store}')",
             "SELECT u.id" + "".join(
                 f", (SELECT count(*) FROM (SELECT FROM randevoo.{table} WHERE store_id = {store}"
                 " LIMIT 10001) r)" for table in ("products", "reservations", "groups"))
             + f" FROM randevoo.users u WHERE u.id = {owner}"),
            ("list of a store's products",
             f"""SELECT * FROM reeve.subject_list('randevoo', 'product', '', 'store', '{store}', NULL,
               {dear}, 'price', TRUE, '{{price}}', NULL, 21)""",
             f"""SELECT id, name, price FROM randevoo.products WHERE store_id = {store} AND price > 100
               ORDER BY price DESC, id DESC LIMIT 21"""),
            ("list of a customer's bookings",
             f"""SELECT * FROM reeve.subject_list('randevoo', 'reservation', '', 'user', '{customer}', NULL,
               {approved}, 'slot_start', FALSE, '{{slot_start}}', NULL, 21)""",
             f"""SELECT id, slot_start FROM randevoo.reservations WHERE customer_id = {customer}
               AND state = 'approved' ORDER BY slot_start, id LIMIT 21"""),
            ("what a ban left", "SELECT * FROM reeve.left_list(NULL, NULL, 21)",
             f"""SELECT r.id, r.slot_start FROM randevoo.reservations r JOIN randevoo.stores s
               ON s.id = r.store_id WHERE s.owner_id = {owner} AND r.state = 'approved'
               ORDER BY r.slot_start LIMIT 21"""),
        ):
            mine, theirs = self.server_times(ours, ADMIN), self.server_times(bare, "postgres")
            self.report(name, "the bare query", mine, theirs, 2, True)
            self.limit(f"  {name}, p99", [1000 * sorted(mine)[98 * len(mine) // 100]], "ms", 20)

    def line_near(self):
        """The nearest of a tenth of all places, which lie within a kilometre."""
        self.have("rows")
        far = """12742017.6 * asin(sqrt(least(1, sin(radians(latitude - 60.17) / 2) ^ 2
            + cos(radians(60.17)) * cos(radians(latitude)) * sin(radians(longitude - 24.94) / 2) ^ 2)))"""
        bare = f"""SELECT id, name, {far} FROM rows.spot WHERE latitude BETWEEN 60.161 AND 60.179
            AND longitude BETWEEN 24.9219 AND 24.9581 AND {far} <= 1000 ORDER BY {far}, id LIMIT 21"""
        ours = "SELECT * FROM reeve.subject_near('rows', 'spot', 60.17, 24.94, 1000, NULL, 21)"
        within = int(self.sql(f"SELECT count(*) FROM rows.spot WHERE {far} <= 1000"))
        assert within > 0.09 * self.scale, within
        mine, theirs = self.server_times(ours, ADMIN), self.server_times(bare, "postgres")
        self.report("near, a tenth within a kilometre", "the bare query of that box", mine, theirs, 2, True)
        self.limit("  near, p99", [1000 * sorted(mine)[98 * len(mine) // 100]], "ms", 20)

    def make_votes(self):
        """As many people and activities as the scale says, with ten votes each."""
        self.have("database")
        quiet(self.reeve("sample", "load", "buckit", "--replace", "--scale", str(self.scale),
                         "--seed", "1"),
              self.environment("postgres"))
        self.sql("UPDATE reeve.cron SET next_at = 'infinity'")

    def line_numbers(self):
        """Counts of a profile, and a rank by votes that decay."""
        votes.numbers(self)

    def server_times(self, query, user):
        """Seconds of each of a hundred runs in one session, after one that warms up."""
        script = "\\timing on\n" + (" ".join(query.split()) + ";\n") * 101
        done = subprocess.run(
            self.psql("-f", "-", "-o", "/dev/null"), input=script, env=self.environment(user), text=True,
            stdout=subprocess.PIPE, check=True)
        return [float(ms) / 1000 for ms in re.findall(r"Time: ([\d.]+) ms", done.stdout)][1:]

    def make_trips(self):
        self.have("database")
        quiet(self.reeve("sample", "load", "sotravel", "--replace", "--scale", str(self.scale),
                         "--seed", "1"),
              self.environment("postgres"))
        self.sql("UPDATE reeve.cron SET next_at = 'infinity'")

    def line_members(self):
        """Who is on a large trip, and where."""
        trips.members(self)

    def line_promises(self):
        """What apps promise their people in time."""
        promises.promises(self)

    def line_retain(self):
        """Rows that were kept long enough."""
        trips.retain(self)

    def line_hands(self):
        """Many moderators at once."""
        moderation.Hands(self).run()

    def line_bulk(self):
        """A wave that one moderator hides at once."""
        moderation.Hands(self).bulk()

    def line_intake(self):
        """Reports that an app files."""
        moderation.Hands(self).intake()

    def line_report(self):
        """The page of figures, after a month with as many actions and reports as products."""
        self.have("sample")
        self.sql(f"""SET session_replication_role = replica;
            INSERT INTO reeve.action(verb, collection_id, key, actor, policy, performed_at, until)
            SELECT (ARRAY['hide', 'delete'])[1 + i % 2], c.collection_id, i::text, 'past',
              'counterfeit', now() - i % 29 * interval '1 day', 'infinity'
            FROM generate_series(1, {self.scale}) i
            JOIN reeve.collection c ON c.app = 'randevoo' AND c.name = 'product';
            INSERT INTO reeve.report(at, collection_id, key, policy, filed_by)
            SELECT now() - i % 29 * interval '1 day', c.collection_id, i::text, 'counterfeit', 'past'
            FROM generate_series(1, {self.scale}) i
            JOIN reeve.collection c ON c.app = 'randevoo' AND c.name = 'product';
            ANALYZE reeve.action, reeve.report""")
        page = os.path.join(self.folder, "report.html")
        mine = [self.run(self.reeve("report", "--html", page))[0] for _ in range(self.rounds)]
        self.limit("page of figures", mine, "s", 5)
        stats = [self.run(self.reeve("-c", "stats randevoo/product"))[0]
                 for _ in range(self.rounds)]
        self.tell("  stats of the products", "", self.spread(stats, "s"), "", "", "", True)

    def line_costs(self):
        """What each thing that people and programs do takes of a core."""
        costs.costs(self)

    def all_lines(self):
        return [name[5:] for name in vars(Bench) if name.startswith("line_")]


def quiet(argv, environment):
    """Runs a program that is not measured; tells what it said if it failed."""
    done = subprocess.run(argv, env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\nfailed: {' '.join(argv)}")


def main():
    programs, scale, rounds, folder, psql, *only = sys.argv[1:]
    bench = Bench(programs, int(scale), int(rounds), folder, psql)
    known = bench.all_lines()
    unknown = [line for line in only if line not in known]
    if unknown:
        raise SystemExit(f"no line {', '.join(unknown)}; there are {', '.join(known)}")
    settings = bench.sql("""SELECT version() || E'\\n' || string_agg(name || ' = ' || setting, ', '
        ORDER BY name) FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit',
        'full_page_writes', 'shared_buffers', 'max_wal_size', 'jit')""", database="postgres")
    for line in [*settings.splitlines(), f"scale {scale}, {rounds} rounds, {os.cpu_count()} cores"]:
        bench.note(line)
    failed = []
    for line in only or known:
        try:
            getattr(bench, f"line_{line}")()
        except (Exception, SystemExit) as failure:
            failed.append(line)
            bench.note(f"{line} failed: {failure!r}")
    with open(os.path.join(folder, "bench.tsv"), "w", encoding="utf-8") as file:
        file.write("line\tours\tagainst\tpeer\tratio\tbar\tverdict\n")
        file.writelines("\t".join(row) + "\n" for row in bench.results)
    short = [row[0] for row in bench.results if row[-1] == "short"]
    bench.note(f"short: {', '.join(short)}" if short else "every line reaches its bar")
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
