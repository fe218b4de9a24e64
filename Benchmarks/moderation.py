"""The lines `desk`, `hands`, `bulk` and `intake` of make bench: what moderators wait for, how many can work at
once, how fast a selection is hidden, and how many reports an app can file."""

import os
import re
import statistics
import subprocess
import sys

# What one hiding writes, of t by its action a and the command of d: no plan, no rights, no seal.
CAPTURED = "e.evidence_id = a.evidence_id AND e.captured_at >= a.performed_at"
ROWS = {
    **dict.fromkeys(("action", "effect", "strike", "outside", "outbox"), "t.action_id = a.action_id"),
    **dict.fromkeys(("subject", "label"), "(t.collection_id, t.key) = (a.collection_id, a.key)"),
    **dict.fromkeys(("command", "chain"), "t.command_id = d.command_id"),
    # Only what that action captured: what was known before is not written again.
    "evidence": f"t.evidence_id IN (SELECT e.evidence_id FROM reeve.evidence e WHERE {CAPTURED})",
    "evidence_part": f"t.evidence_id IN (SELECT e.evidence_id FROM reeve.evidence e WHERE {CAPTURED})",
    "evidence_bytes": "t.bytes_id IN (SELECT p.bytes_id FROM reeve.evidence_part p "
                      f"JOIN reeve.evidence e USING (evidence_id) WHERE {CAPTURED})",
    "outbox_seal": "t.outbox_id IN (SELECT o.outbox_id FROM reeve.outbox o WHERE o.action_id = a.action_id)"}
HIDE = """
\\set key 1 + :hand * :share + random(0, :share - 1)
SELECT reeve.action_perform('hide', 'randevoo', 'product', :key::pg_catalog.text,
  '{"policy": "spam", "why": "one of a wave", "for": "30 days"}', NULL);
"""
REPORT = """
\\set key random(1, :subjects)
SELECT reeve.report_file('randevoo', 'product', :key::pg_catalog.text, 'It is a copy of a better one.',
  'counterfeit', 'user:' || 1 + :key % 1000);
"""
BARE_REPORT = """
\\set key random(1, :subjects)
INSERT INTO bare_report(report_id, at, collection_id, key, policy, reporter_id, reporter_key, words, filed_by,
  source, weight, is_muted, evidence_id)
VALUES (nextval('bench_report'), clock_timestamp(), :collection, :key, 'counterfeit', :collection, 1 + :key % 1000,
  'It is a copy of a better one.', 'bench', :collection || ':' || 1 + :key % 1000, 0, FALSE, 1);
"""
DJANGO = ("django==5.2.8", "django-simple-history==3.13.0", "psycopg[binary]==3.3.9")


def looked(bench, name, command, query):
    """How long a reading command takes from its start to its end, beside psql with the query of it."""
    argv = bench.reeve("-c", command)
    bench.run(argv)
    if query:
        mine, theirs = bench.rounds_of(
            lambda: bench.run(argv)[0],
            lambda: bench.run(bench.psql("-c", query))[0], 20)
        bench.report(name, "psql, its query", mine, theirs, 2, True)
    else:
        mine = [bench.run(argv)[0] for _ in range(20)]
    bench.limit(f"  {name}", [1000 * s for s in mine], "ms", 100)


class Desk:
    """A market with a fifth as many reports as it has products."""

    def __init__(self, bench):
        self.bench = bench

    def run(self):
        bench = self.bench
        bench.have("sample")
        reports = bench.scale // 5
        # Some products have many reports, most have one: n % 10 narrows the choice.
        seconds = bench.timed(f"""
            SELECT count(reeve.report_file('randevoo', 'product',
              (1 + n * 7919::bigint % ({bench.scale} / (1 + n % 10 * 1000) + 1))::text,
              'It is a copy of a better one.', (ARRAY['counterfeit', 'fraud', 'spam'])[1 + n % 3],
              'user:' || 1 + n * 104729::bigint % {bench.scale}))
            FROM generate_series(1, {reports}) n""")
        filed, seconds = seconds, bench.timed("SELECT reeve.case_intake()")
        cases = bench.sql("VACUUM ANALYZE reeve.report, reeve.case; "
                          "SELECT count(*) FROM reeve.case WHERE closed_at IS NULL")
        # The tables were empty before, and the planner knows no better.
        bench.tell(f"{reports} reports into {cases} cases", "filing them", f"{reports / seconds:.0f}/s",
                   f"{reports / filed:.0f}/s", f"{filed / seconds:.2f}", "≥ 1", seconds <= filed)
        number, key = bench.sql("""SELECT case_id, key FROM reeve.case
            ORDER BY report_count DESC LIMIT 1""").split("|")
        for name, command, query in (
            ("page of the queue", "queue",
             "SELECT * FROM reeve.case_queue(NULL, max_rows => 21)"),
            ("show of a reported product", f"show randevoo/product:{key}",
             f"SELECT * FROM reeve.subject_show('randevoo', 'product', '{key}')"),
            (f"case of {bench.sql(f'SELECT report_count FROM reeve.case WHERE case_id = {number}')}"
             " reports", f"case C{number}", None),
            ("next", "next", None)):
            looked(bench, name, command, query)


class Hands:
    """Moderators who each hide one product after the other, beside sessions that write those rows."""

    def __init__(self, bench):
        self.bench = bench

    def rate(self, clients, length, script, role, **variables):
        """Runs a script in as many sessions of a login each; returns transactions a second."""
        path = os.path.join(self.bench.folder, "hands.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        program = os.path.join(os.path.dirname(self.bench.psql_path), "pgbench")
        settings = [f"-D{name}={value}" for name, value in variables.items()]
        running = [
            subprocess.Popen(
                [program, "-n", "-f", path, length, f"-Dhand={hand}", *settings],
                env=self.bench.environment(role.format(hand)), text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            for hand in range(clients)]
        total, self.processed = 0.0, 0
        for process in running:
            said = process.communicate()[0]
            rates = [line.split()[2] for line in said.splitlines() if line.startswith("tps = ")]
            if process.returncode != 0 or not rates:
                raise SystemExit(said)
            total += float(rates[0])
            self.processed += int(re.search(r"actually processed: (\d+)", said)[1])
        return total

    def intake(self):
        """Users of an app who report one subject, and many, beside the INSERT of one row each."""
        bench = self.bench
        bench.have("sample")
        collection = bench.sql("""
            CREATE ROLE bench_reports LOGIN IN ROLE reeve_app, randevoo_app;
            CREATE SEQUENCE bench_report;
            CREATE TABLE bare_report (LIKE reeve.report INCLUDING INDEXES);
            SELECT collection_id FROM reeve.collection WHERE app = 'randevoo' AND name = 'product'""")
        for clients, subjects in ((1, bench.scale), (8, bench.scale), (8, 1)):
            ours, bare = [], []
            for _ in range(bench.rounds):
                before = int(bench.sql("CHECKPOINT; SELECT count(*) FROM reeve.report"))
                ours.append(self.rate(clients, "-T5", REPORT, "bench_reports", subjects=subjects))
                filed = int(bench.sql("SELECT count(*) FROM reeve.report")) - before
                assert filed == self.processed, (filed, self.processed)
                bare.append(self.rate(clients, "-T5", BARE_REPORT, "postgres", subjects=subjects,
                                      collection=collection))
            ratio = statistics.median(ours) / statistics.median(bare)
            bench.tell(f"reports of {subjects}, {clients} at once", "an INSERT of a row each",
                       bench.spread(ours, "/s"), bench.spread(bare, "/s"), f"{ratio:.2f}", "≥ 0.5", ratio >= .5)

    def bulk(self):
        """A selection that a worker hides in steps of 500, beside statements that write those rows by 500."""
        bench = self.bench
        bench.have("sample")
        count = min(10_000, bench.scale // 10)
        bench.sql("DELETE FROM reeve.approval_rule; DELETE FROM reeve.job_timer; DELETE FROM reeve.job_ready;"
                  + "".join(f"CREATE TABLE IF NOT EXISTS bare_{name} (LIKE reeve.{name} INCLUDING INDEXES);"
                            for name in ROWS))
        step = bench.scale // count
        keys = ",".join(str(1 + n * step) for n in range(count))
        ours, undone, bare = [], [], []
        for _ in range(bench.rounds):
            self.clear()
            batch = bench.sql(f"""
                SELECT code FROM reeve.selection_make('wave', 'randevoo', 'product', '{{{keys}}}', NULL, FALSE);
                SELECT message FROM reeve.batch_perform('hide', 'wave',
                  '{{"policy": "spam", "why": "one of a wave", "for": "30 days"}}', NULL)""",
                bench.admin).splitlines()[-1][1:]
            ours.append(self.batch(batch, count))
            bench.sql(f"""
                CREATE TABLE bench_done AS
                SELECT row_number() OVER (ORDER BY a.action_id) AS nr, a.key, a.action_id,
                  CASE row_number() OVER (ORDER BY a.action_id) % 500 WHEN 0 THEN c.command_id END AS command_id
                FROM reeve.action a
                JOIN reeve.command c ON c.batch_id = a.batch_id AND a.action_id BETWEEN
                  (c.detail #>> '{{actions,0}}')::bigint AND (c.detail #>> '{{actions,1}}')::bigint
                WHERE a.batch_id = {batch};
                ANALYZE bench_done;
                {self.copies()}""")
            again = bench.sql(f"SELECT message FROM reeve.batch_undo({batch}, 'bench')", bench.admin)[1:]
            undone.append(self.batch(again, count))
            bench.sql("SELECT code FROM reeve.selection_drop('wave')", bench.admin)
            bench.sql("VACUUM ANALYZE randevoo.products; CHECKPOINT")
            bare.append(bench.timed("".join(f"""
                BEGIN;
                UPDATE randevoo.products SET hidden_until = '2100-01-01'
                WHERE id IN (SELECT key::bigint FROM bench_done WHERE nr BETWEEN {nr} AND {nr + 499});
                {self.bare_rows(f'BETWEEN {nr} AND {nr + 499}')}COMMIT;
                """ for nr in range(1, count, 500))))
        bench.report(f"{count} hidden as a batch", "bare statements, the same rows", ours, bare, .5, False)
        for name, taken in (("hidden", ours), ("undone", undone)):
            rate = count / statistics.median(taken)
            bench.tell(f"  subjects {name}", "", f"{rate:.0f}/s", "", "", "≥ 10000", rate >= 10_000)

    def batch(self, batch, count):
        """Seconds that a worker takes for a batch, from its claim to its end."""
        bench = self.bench
        job = bench.sql(f"SELECT job_id FROM reeve.batch WHERE batch_id = {batch}")
        argv = bench.reeve("--dsn", "", "--sink", bench.sink(), "--once", program="reeve-worker")
        subprocess.run(argv, env=bench.environment("reeve_worker"), check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        changed, seconds = bench.sql(f"""
            SELECT b.changed, extract(epoch FROM e.finished_at - e.claimed_at)
            FROM reeve.batch b JOIN reeve.job_end e USING (job_id) WHERE b.job_id = {job}""").split("|")
        assert int(changed) == count, (changed, count)
        return float(seconds)

    def run(self):
        bench = self.bench
        bench.have("sample")
        bench.sql("DELETE FROM reeve.approval_rule")  # What is measured is the work, not who approves.
        for hand in range(32):
            bench.sql(f"""
                CREATE ROLE bench_hand_{hand} LOGIN IN ROLE reeve_moderator;
                INSERT INTO reeve.member VALUES ('bench_hand_{hand}', 'moderator', 'bench')""")
        bench.sql("CREATE SEQUENCE bench_next;" + "".join(
            f"CREATE TABLE bare_{name} (LIKE reeve.{name} INCLUDING INDEXES);" for name in ROWS))
        for clients in (1, 8, 32):
            ours, bare = [], []
            for _ in range(bench.rounds):
                self.clear()
                since = bench.sql("SELECT coalesce(max(action_id), 0) FROM reeve.action")
                ours.append(self.rate(clients, "-T5", HIDE, "bench_hand_{}", share=bench.scale // 32))
                done, commands = bench.sql(f"""
                    CREATE TABLE bench_done AS
                    SELECT row_number() OVER (ORDER BY a.action_id) AS nr, a.key, a.action_id,
                      c.command_id
                    FROM reeve.action a JOIN reeve.command c USING (action_id)
                    WHERE a.action_id > {since};
                    CREATE UNIQUE INDEX ON bench_done(nr);
                    ANALYZE bench_done;
                    {self.copies()}
                    UPDATE randevoo.products SET hidden_until = NULL
                    WHERE id IN (SELECT key::bigint FROM bench_done);
                    CHECKPOINT;
                    SELECT max(nr), count(DISTINCT command_id) FROM bench_done""").split("|")
                assert done == commands, (done, commands)
                each = int(done) // clients
                bare.append(self.rate(clients, f"-t{each}", self.bare(), "postgres", done=done))
            ratio, bar = statistics.median(ours) / statistics.median(bare), .35 if clients == 1 else .25
            bench.tell(f"actions, {clients} at once", "bare statements, the same rows",
                       bench.spread(ours, "/s"), bench.spread(bare, "/s"), f"{ratio:.2f}", f"≥ {bar}",
                       ratio >= bar)
            if clients == 1:
                self.django(ours)

    @staticmethod
    def copies():
        """Statements that put the rows of each act where one look at an index finds them."""
        return "".join(f"""
            CREATE TABLE done_{name} AS SELECT d.nr, t.*
            FROM bench_done d JOIN reeve.action a USING (action_id)
            CROSS JOIN LATERAL (SELECT t.* FROM reeve.{name} t WHERE {condition} OFFSET 0) t;
            CREATE INDEX ON done_{name}(nr);
            ANALYZE done_{name};""" for name, condition in ROWS.items())

    def bare(self):
        """The script that writes the rows of one act."""
        return """
            SELECT nr, key FROM bench_done
            WHERE nr = (SELECT 1 + nextval('bench_next') % :done) \\gset
            BEGIN;
            UPDATE randevoo.products SET hidden_until = '2100-01-01' WHERE id = :key;
            """ + self.bare_rows("= :nr") + "COMMIT;\n"

    def bare_rows(self, numbers):
        """Statements that write the rows of the acts with these numbers."""
        columns = dict(line.split("|") for line in self.bench.sql("""
            SELECT c.relname, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE c.relname ~ '^bare_' AND c.relkind = 'r' GROUP BY 1""").splitlines())
        return "".join(f"""INSERT INTO bare_{name} SELECT {columns['bare_' + name]} FROM done_{name}
            WHERE nr {numbers} ON CONFLICT DO NOTHING;
            """ for name in ROWS)

    def django(self, ours):
        """Django's admin, which does the same in one process."""
        bench = self.bench
        environment = os.path.join(bench.folder, "django")
        python = os.path.join(environment, "bin", "python")
        for argv in ([sys.executable, "-m", "venv", environment],
                     [python, "-m", "pip", "install", "-q", *DJANGO]):
            if subprocess.run(argv, check=False, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode != 0:
                bench.note("Django is not measured: pip cannot install it here")
                return
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "django_peer.py")
        theirs, name = [], "bench_django"
        for _ in range(bench.rounds):
            bench.sql(f"DROP DATABASE IF EXISTS {name}; CREATE DATABASE {name}", database="postgres")
            theirs.append(float(subprocess.run(
                [python, script, os.environ["PGHOST"], os.environ["PGPORT"], name, "5"], check=True,
                text=True, stdout=subprocess.PIPE).stdout))
        bench.sql(f"DROP DATABASE {name}", database="postgres")
        ratio = statistics.median(ours) / statistics.median(theirs)
        bench.tell("actions of one", "Django's admin, an action", bench.spread(ours, "/s"),
                   bench.spread(theirs, "/s"), f"{ratio:.2f}", "≥ 2", ratio >= 2)

    def clear(self):
        """Takes the last round away, but for the log: what it hid is shown again."""
        self.bench.sql(f"""
            SET session_replication_role = replica;
            UPDATE randevoo.products SET hidden_until = NULL WHERE id IN (
              SELECT key::bigint FROM reeve.subject JOIN reeve.collection USING (collection_id)
              WHERE name = 'product' AND hidden_by <> '{{}}');
            TRUNCATE reeve.effect, reeve.outbox, reeve.notice_read, reeve.subject, reeve.label,
              {', '.join('bare_' + name for name in ROWS)};
            DROP TABLE IF EXISTS bench_done, {', '.join('done_' + name for name in ROWS)};
            VACUUM ANALYZE randevoo.products;
            CHECKPOINT;""")
