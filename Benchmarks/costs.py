"""The line `costs` of make bench: what each thing that people and programs do takes of a core.

Processor time of the server's process of one session, as the kernel counts it, after a first tenth
that is not counted. What a core carries is its inverse: commits wait for the disk, which takes none.
"""

import os
import statistics
import subprocess

# The name, who calls, how many calls, and the call of number :n.
CALLS = (
    ("find of a person", "admin", 1000, "reeve.subject_find('randevoo', 'user', 'amelia', FALSE, 20)"),
    ("show of a product", "admin", 1000, "reeve.subject_show('randevoo', 'product', ':n')"),
    ("plan of a hide", "admin", 500,
     "reeve.action_plan('hide', 'randevoo', 'product', ':n', '{\"policy\": \"spam\"}')"),
    ("hide of a product", "admin", 500,
     "reeve.case_act(NULL, 'hide', 'randevoo', 'product', ':n', '{\"policy\": \"spam\"}', NULL)"),
    ("warning", "admin", 500,
     "reeve.case_act(NULL, 'warn', 'randevoo', 'user', ':n', '{\"policy\": \"spam\"}', NULL)"),
    ("ban", "admin", 500, "reeve.case_act(NULL, 'ban', 'randevoo', 'user', ':n', "
     "'{\"policy\": \"fraud\", \"for\": \"7d\"}', NULL)"),
    ("note", "admin", 500,
     "reeve.case_act(NULL, 'note', 'randevoo', 'user', ':n', '{\"why\": \"seen before\"}', NULL)"),
    ("report", "app", 1000, "reeve.report_file('randevoo', 'product', ':n', 'a copy', 'counterfeit', "
     "'user::n')"),
    ("search", "admin", 1000, "reeve.search('randevoo', 'silk bag')"),
    ("job, asked for alone", "postgres", 2000, "reeve.enqueue('worker.probe', '{}')"),
)


class Session:
    """A session of psql, whose server process is watched."""

    def __init__(self, bench, user):
        self.psql = subprocess.Popen(
            bench.psql("-At", "-o", os.devnull), env=bench.environment(user), text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.pid = int(self.told("\\o\nSELECT pg_backend_pid();\n\\o " + os.devnull))

    def told(self, text):
        """Runs statements; returns what they print where \\o sends nothing elsewhere."""
        self.psql.stdin.write(text + "\n\\echo the end\n")
        self.psql.stdin.flush()
        lines = []
        while (line := self.psql.stdout.readline().rstrip("\n")) != "the end":
            if not line and self.psql.poll() is not None:
                raise SystemExit("failed: " + text[-200:])
            lines.append(line)
        return "\n".join(lines)

    def seconds(self):
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.psql.stdin.close()
        self.psql.wait()


def costs(bench):
    bench.have("sample")
    bench.sql("""DELETE FROM reeve.approval_rule;
        CREATE ROLE bench_app LOGIN IN ROLE reeve_app, randevoo_app""")
    bench.reeve_quietly("search", "reindex", "randevoo/product")
    people = {"admin": "bench_admin", "app": "bench_app", "postgres": "postgres"}
    first = 1
    for name, who, count, call in CALLS:
        taken = []
        for _ in range(bench.rounds):
            session = Session(bench, people[who])

            def run(start, end, session=session, call=call):
                session.told("\n".join(
                    f"SELECT * FROM {call.replace(':n', str(n))};" for n in range(start, end)))

            run(first, first + count // 10)
            before = session.seconds()
            run(first + count // 10, first + count)
            taken.append(1000 * (session.seconds() - before) / (count - count // 10))
            session.close()
            first += count
        middle = statistics.median(taken)
        bench.tell(name, "a core carries", f"{middle:.2f} ms", f"{1000 / middle:.0f}/s", "", "", True)
