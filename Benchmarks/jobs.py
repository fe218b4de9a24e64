"""The line `jobs` of make bench: the job runner beside plain SQL of the same shape, and its peers."""

import os
import statistics
import subprocess
import sys
import time

PEERS = {"procrastinate": ("procrastinate==3.10.0", 20), "pgqueuer": ("pgqueuer[asyncpg]==1.6.0", 4)}

# The best that plain SQL does with tables of the same shape: 1000 at a time, beyond those claimed
# before, what is to be done read; then recorded. A worker needs no less.
CLAIM = """
WITH took AS (
  DELETE FROM bench_ready r
  WHERE r.ctid = ANY (ARRAY(
    SELECT c.ctid FROM bench_ready c WHERE c.queue_id = 1 AND c.priority = 0 AND c.seq > :mark
    ORDER BY c.seq LIMIT 1000 FOR UPDATE SKIP LOCKED))
  RETURNING r.*
), run AS (
  INSERT INTO bench_run(job_id, day, lease, attempt, losses, queue_id, priority, worker_id)
  SELECT job_id, day, lease + 1, attempt + 1, losses, queue_id, priority, :client_id::int FROM took
)
SELECT array_agg(t.job_id) AS ids, max(t.seq) AS mark, array_agg(j.args) AS args
FROM took t JOIN bench_job j ON j.job_id = t.job_id AND j.day = t.day \\gset
WITH gone AS (
  DELETE FROM bench_run WHERE job_id = ANY (:ids::bigint[]) RETURNING *
)
INSERT INTO bench_end(job_id, lease, day, attempt, outcome, worker_id, claimed_at)
SELECT job_id, lease, day, attempt, 'completed', worker_id, claimed_at FROM gone;
"""
PLAIN = ("-c jit=off -c plan_cache_mode=force_generic_plan -c enable_seqscan=off "
         "-c enable_hashjoin=off -c enable_mergejoin=off")


class Jobs:
    """What is measured, on the bench's server; counts follow its scale, of which a fifth are jobs."""

    def __init__(self, bench):
        self.bench = bench
        self.count = max(4000, bench.scale // 5 // 4000 * 4000)
        with open(os.path.join(os.environ["PGHOST"], "data", "postmaster.pid"),
                  encoding="utf-8") as file:
            self.postmaster = int(file.readline())

    def run(self):
        bench = self.bench
        bench.have("database")
        bench.sql("""
            CREATE TABLE bench_ready (LIKE reeve.job_ready INCLUDING ALL);
            CREATE TABLE bench_run (LIKE reeve.job_run INCLUDING ALL);
            CREATE TABLE bench_job (LIKE reeve.job INCLUDING ALL);
            CREATE TABLE bench_end (LIKE reeve.job_end INCLUDING ALL);
            SELECT reeve.job_partition_keep()""")
        rates = self.burn_down()
        self.enqueue()
        self.latency()
        self.held_snapshot()
        self.peers(rates)

    # Measures ----------------------------------------------------------------------------------

    def server_cpu(self):
        """Seconds of processor time of the server and all that it ever started."""
        ticks = 0
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                    stat = file.read().rsplit(") ", 1)[1].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if entry == str(self.postmaster):
                ticks += sum(map(int, stat[11:15]))
            elif stat[1] == str(self.postmaster):
                ticks += sum(map(int, stat[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def counters(self):
        lsn, commits = self.bench.sql("""
            SELECT pg_current_wal_insert_lsn() - '0/0', sum(xact_commit)
            FROM pg_stat_database WHERE datname IS NOT NULL""").split("|")
        return int(lsn), int(commits), self.server_cpu()

    def start(self, argv, user, **more):
        return subprocess.Popen(
            argv, env={**self.bench.environment(user), **more}, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)

    def end(self, processes):
        """Waits for processes; their seconds of processor time."""
        used = 0
        for process in processes:
            said = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if status != 0:
                raise SystemExit(f"{said.decode()}\nfailed: {' '.join(process.args)}")
            used += usage.ru_utime + usage.ru_stime
        return used

    def worker(self, *options):
        return self.start(
            self.bench.reeve("--dsn", "", "--sink", self.bench.sink(), *options,
                             program="reeve-worker"), "reeve_worker")

    def pgbench(self, script, clients, transactions, name="script.sql", options=""):
        path = os.path.join(self.bench.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        program = os.path.join(os.path.dirname(self.bench.psql_path), "pgbench")
        return self.start(
            [program, "-n", "-M", "prepared", "-c", str(clients), "-j", str(min(clients, 2)),
             "-t", str(transactions), "-D", "mark=0", "-f", path], "postgres", PGOPTIONS=options)

    # Tables ------------------------------------------------------------------------------------

    def clear(self):
        self.bench.sql("""
            TRUNCATE reeve.job, reeve.job_ready, reeve.job_run, reeve.job_end, reeve.job_timer,
              reeve.job_dead, reeve.job_key, reeve.job_delta, reeve.worker, bench_ready, bench_run,
              bench_job, bench_end;
            -- No schedule's job among those that are counted.
            UPDATE reeve.cron SET next_at = 'infinity'""")

    FILL = """SELECT count(*) FROM (
        SELECT reeve.enqueue(ARRAY(SELECT '{{"kind": "worker.probe"}}'::jsonb
          FROM generate_series(1, {chunk})))
        FROM generate_series(1, {count} / {chunk})) e"""

    def fill(self, count):
        self.bench.sql(self.FILL.format(count=count, chunk=4000))

    def settle(self):
        self.bench.sql("""
            VACUUM ANALYZE reeve.job_ready, reeve.job_run, reeve.job, reeve.job_end, reeve.job_delta,
              bench_ready, bench_run, bench_job, bench_end;
            CHECKPOINT""")

    COPY = """
        INSERT INTO bench_job SELECT * FROM reeve.job;
        INSERT INTO bench_ready SELECT * FROM reeve.job_ready;
        TRUNCATE reeve.job_ready, reeve.job"""

    # Lines -------------------------------------------------------------------------------------

    def burn_down(self):
        """Trivial jobs by the batch; returns the rates of one process."""
        bench, rates = self.bench, []
        for processes in (1, 4):
            cpu, wal, commits = [], [], []

            def ours():
                self.clear()
                self.fill(self.count)
                self.settle()
                before = self.counters()
                begin = time.perf_counter()
                used = self.end([self.worker("--once") for _ in range(processes)])
                seconds = time.perf_counter() - begin
                while bench.sql("""SELECT pid FROM pg_stat_activity
                        WHERE application_name LIKE 'reeve worker%'"""):
                    time.sleep(0.05)
                after = self.counters()
                # Jobs of the apps that earlier lines made may have run, too.
                self.expect("""reeve.job_end e JOIN reeve.job j USING (job_id)
                    JOIN reeve.job_kind k USING (kind_id)
                    WHERE e.outcome = 'completed' AND k.name = 'worker.probe'""", self.count)
                wal.append((after[0] - before[0]) / self.count)
                commits.append((after[1] - before[1]) / self.count)
                cpu.append(1e6 * (after[2] - before[2] + used) / self.count)
                if processes == 1:
                    rates.append(self.count / seconds)
                return seconds

            def limit():
                self.clear()
                self.fill(self.count)
                bench.sql(self.COPY)
                self.settle()
                begin = time.perf_counter()
                self.end([self.pgbench(CLAIM, processes, self.count // 1000 // processes,
                                       options=PLAIN)])
                seconds = time.perf_counter() - begin
                self.expect("bench_end", self.count)
                return seconds

            mine, theirs = bench.rounds_of(ours, limit)
            bench.report(f"{self.count} jobs, {processes} process{'es'[:processes - 1]}",
                         f"plain SQL by 1000, {processes} client{'s'[:processes - 1]}", mine, theirs,
                         0.6, False)
            if processes == 1:
                bench.limit("  CPU a job, worker and server", cpu, "µs", 20)
                bench.limit("  WAL a job", wal, "B", 700)
                bench.tell("  commits a job", "", f"{statistics.median(commits):.4f}", "", "", "",
                           True)
        return rates

    def expect(self, table, count):
        found = self.bench.sql(f"SELECT count(*) FROM {table}")
        if found != str(count):
            raise SystemExit(f"{found} of {count} in {table}")

    def enqueue(self):
        """Jobs asked for one by one and all at once."""
        bench = self.bench
        for clients in (1, 16, 64):
            each = max(200, self.count // 100) // (1 if clients == 1 else clients // 8)

            def one(script):
                self.clear()
                self.settle()
                begin = time.perf_counter()
                self.end([self.pgbench(script, clients, each)])
                return (time.perf_counter() - begin) / each / clients

            mine, theirs = bench.rounds_of(
                lambda: one("SELECT reeve.enqueue('worker.probe', '{}');"),
                lambda: one("""WITH body AS (
                    INSERT INTO bench_job(queue_id, kind_id, max_attempts, args, principal)
                    VALUES (1, 1, 12, '{}', session_user) RETURNING job_id, day)
                  INSERT INTO bench_ready(queue_id, priority, job_id, day)
                  SELECT 1, 0, job_id, day FROM body;"""))
            self.tell(f"enqueue one, {clients} client{'s'[:clients - 1]}", "INSERT of the same rows",
                      mine, theirs)
        self.clear()
        self.fill(self.count)
        copies = []
        for table in ("job", "job_ready"):
            path = os.path.join(bench.folder, f"{table}.copy")
            bench.sql(f"\\copy (SELECT * FROM reeve.{table}) to '{path}'")
            copies.append(f"\\copy bench_{table.removeprefix('job_')} from '{path}'\n")

        def a_job(script):
            self.clear()
            self.settle()
            return bench.timed(script) / self.count

        mine, theirs = bench.rounds_of(
            lambda: a_job(self.FILL.format(count=self.count, chunk=4000)),
            lambda: a_job(f"BEGIN;\n{''.join(copies)}COMMIT;\n"))
        self.tell("enqueue(jsonb[]), 4000 a call", "COPY of the same rows", mine, theirs)

    def tell(self, line, against, mine, theirs):
        """Tells a rate, given the seconds a job, beside that of a peer; no bar was set."""
        mine, theirs = (1 / statistics.median(seconds) for seconds in (mine, theirs))
        self.bench.tell(line, against, f"{mine:.0f} jobs/s", f"{theirs:.0f} jobs/s",
                        f"{mine / theirs:.2f}", "", True)

    def latency(self):
        """From the call that enqueues to the claim, and to the end, on an idle server, one by one.

        Both moments are the server's: when the claim took the job, and when its end was recorded. The
        handler starts in between.
        """
        bench = self.bench
        samples = max(100, min(1000, self.count // 100))
        self.clear()
        self.settle()
        bench.sql("""
            DROP TABLE IF EXISTS bench_asked;
            CREATE TABLE bench_asked(job_id bigint, at timestamptz);
            CREATE OR REPLACE PROCEDURE bench_ask(samples int) LANGUAGE plpgsql AS $$
            DECLARE
              begun timestamptz[];
              asked bigint[];
            BEGIN
              FOR i IN 1..samples LOOP
                begun := begun || clock_timestamp();
                asked := asked || reeve.enqueue('worker.probe', '{}');
                COMMIT;
                LOOP
                  PERFORM pg_sleep(0.01 + 0.02 * random());
                  EXIT WHEN EXISTS (SELECT FROM reeve.job_end e WHERE e.job_id = asked[i]);
                END LOOP;
                COMMIT;
              END LOOP;
              INSERT INTO bench_asked SELECT * FROM unnest(asked, begun);
            END $$""")
        worker = self.worker()
        time.sleep(2)
        bench.sql(f"CALL bench_ask({samples})")
        worker.terminate()
        self.end([worker])
        for moment, title, bars in (
                ("e.claimed_at", "enqueue → claimed", (2, 5, None)),
                ("e.finished_at", "  enqueue → done and recorded", (None, None, None))):
            p50, p99, most = map(float, bench.sql(f"""
                SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms),
                  percentile_cont(0.99) WITHIN GROUP (ORDER BY ms), max(ms)
                FROM (SELECT 1000 * extract(epoch FROM {moment} - a.at)::float8 AS ms
                  FROM bench_asked a JOIN reeve.job_end e USING (job_id)) s""").split("|"))
            for name, value, bar in zip(("p50", "p99", "max"), (p50, p99, most), bars):
                if bar:
                    bench.limit(f"{title}, {name}", [value], "ms", bar)
                else:
                    bench.tell(f"{title}, {name}", "", f"{value:.1f} ms", "", "", "", True)

    def held_snapshot(self):
        """The rate while somebody's snapshot keeps every dead row, and without one."""
        bench = self.bench
        hold = float(os.environ.get("HOLD", 600 * min(1, bench.scale / 1_000_000)))
        rounds, count = 12, self.count // 2 // 4000 * 4000 or 4000
        self.clear()
        self.settle()
        worker = self.worker()

        def fill():
            """Jobs that come all at once: the number of the first."""
            first = int(bench.sql("SELECT last_value + 1 FROM reeve.job_id_seq"))
            self.fill(count)
            return first

        def ended(first, since):
            """Seconds from `since` to the last outcome."""
            last = first + count - 1
            while bench.sql(f"SELECT EXISTS (SELECT FROM reeve.job_end WHERE job_id = {last})") != "t":
                time.sleep(0.2)
            found = seconds = 0
            while int(found) < count:
                time.sleep(0.2)
                found, seconds = bench.sql(f"""
                    SELECT count(*), extract(epoch FROM max(finished_at) - {since})
                    FROM reeve.job_end WHERE job_id BETWEEN {first} AND {last}""").split("|")
            return float(seconds)

        def burn():
            """Seconds from the first claim to the last outcome."""
            bench.sql("VACUUM reeve.job_ready, reeve.job_run, reeve.job_delta")
            return ended(fill(), "min(claimed_at)")

        def cold():
            """Seconds from the start of a new worker to the last outcome."""
            nonlocal worker
            worker.terminate()
            self.end([worker])
            first = fill()
            worker = self.worker()
            return ended(first, "(SELECT max(started_at) FROM reeve.worker)")

        burn()
        free = [burn() for _ in range(bench.rounds)]
        free_cold = [cold() for _ in range(bench.rounds)]
        holder = subprocess.Popen(
            bench.psql("-f", "-"), env=bench.environment("postgres"), stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, text=True)
        holder.stdin.write("BEGIN ISOLATION LEVEL REPEATABLE READ;\nSELECT count(*) FROM pg_class;\n")
        holder.stdin.flush()
        begin, held = time.perf_counter(), []
        for n in range(rounds):
            held.append(burn())
            time.sleep(max(0, begin + hold * (n + 1) / rounds - time.perf_counter()))
        seconds = time.perf_counter() - begin
        dead = bench.sql("""SELECT sum(n_dead_tup) FROM pg_stat_user_tables
            WHERE relname IN ('job_ready', 'job_run')""")
        late_cold = [cold() for _ in range(bench.rounds)]
        holder.stdin.close()
        holder.wait()
        free += [burn() for _ in range(bench.rounds)]
        worker.terminate()
        self.end([worker])
        bench.note(f"the snapshot was held for {seconds:.0f} s, {dead} dead rows at its end")
        late = held[-2 * bench.rounds:]
        bench.report(f"{count} jobs at the end of a snapshot", "the same without one", late, free, 0.95,
                     False)
        bench.report("  the same by a new worker", "the same without one", late_cold, free_cold, 0.95,
                     False)

    def peers(self, rates):
        """Other queues, each with the settings that make it fastest, one process each."""
        bench = self.bench
        environment = os.path.join(bench.folder, "peers")
        self.python = python = os.path.join(environment, "bin", "python")
        made = subprocess.run([sys.executable, "-m", "venv", environment], check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if made.returncode == 0:
            made = subprocess.run(
                [python, "-m", "pip", "install", "-q", "psycopg[binary,pool]", "uvloop",
                 *(package for package, _ in PEERS.values())], check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if made.returncode != 0:
            bench.note("procrastinate and pgqueuer are not measured: pip cannot install them here")
            return
        found = {name: [] for name in PEERS}
        for _ in range(bench.rounds):
            for name, (_, part) in PEERS.items():
                found[name].append(self.drain(name, max(1000, self.count // part)))
        for name in PEERS:
            waits = self.peer_database(name)[0]("latency", str(max(50, self.count // 400))).split()
            bench.tell(f"  {name}'s enqueue → start", "", "",
                       "p50 {:.1f}, p99 {:.1f} ms".format(*map(float, waits)), "", "", True)
        for name, theirs in found.items():
            bench.tell(f"  {name}'s rate", "", "", f"{statistics.median(theirs):.0f} jobs/s", "", "",
                       True)
        best = max(found, key=lambda name: statistics.median(found[name]))
        ratio = statistics.median(rates) / statistics.median(found[best])
        bench.tell("rate of 1 process", f"the best peer, {best}", f"{statistics.median(rates):.0f} jobs/s",
                   f"{statistics.median(found[best]):.0f} jobs/s", f"{ratio:.2f}", "≥ 1.5", ratio >= 1.5)

    def peer_database(self, name):
        """A new database; how the peer is told to do something there."""
        bench, database = self.bench, f"bench_{name}"
        bench.sql(f"DROP DATABASE IF EXISTS {database}", database="postgres")
        bench.sql(f"CREATE DATABASE {database}", database="postgres")
        dsn = (f"host={os.environ['PGHOST']} port={os.environ['PGPORT']} user=postgres "
               f"dbname={database}")
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers.py")

        def act(*words):
            done = subprocess.run([self.python, script, name, *words, dsn], text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if done.returncode != 0:
                raise SystemExit(f"{done.stderr}\nfailed: {name} {' '.join(words)}")
            return done.stdout

        act("make")
        return act, database

    def drain(self, name, count):
        act, database = self.peer_database(name)
        act("fill", str(count))
        self.bench.sql("VACUUM ANALYZE;\nCHECKPOINT", database=database)
        return count / float(act("drain", str(count)).split()[0])
