"""Interrupts the console and operations at random moments, and compares what they say with the tables.

interrupt.py PROGRAM DSN COUNT SEED [KIND…]: DSN is a superuser's, of a database with randevoo's rows. Each
kind of act and of operation (operations.py) is interrupted COUNT times, by Ctrl-C of a terminal, SIGTERM, the
end of the server's process or kill -9 of the program, which the next console must explain.
"""

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time

from operations import operations

program, dsn, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
kinds = sys.argv[5:] or ["note", "hide", "ban", "several", "undo", "tag", "reveal", "batch", "approve", *operations]
login = os.environ.get("REEVE_LOGIN", "anna")
other = os.environ.get("REEVE_OTHER", "boris")
# Where consoles connect, such as a pooler; the tables are read by DSN.
console = os.environ.get("REEVE_CONSOLE_DSN", dsn)
# Operations are run without a pooler.
kinds = [kind for kind in kinds if console == dsn or kind not in operations]
state = os.environ["XDG_STATE_HOME"]
chance = random.Random(seed)
ways = os.environ.get("REEVE_WAYS", "ctrl-c " * 5 + "term backend kill").split()


def sql(text):
    run = subprocess.run(["psql", "-XqAtd", dsn, "-v", "ON_ERROR_STOP=1", "-c", text],
                         capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return run.stdout.strip()


def commands():
    """What was done since, by its names in the record; without one: ''."""
    return sql(f"""SELECT coalesce('A' || action_id, 'B' || batch_id,
        'P' || (detail ->> 'approval'), '-') FROM reeve.command
      WHERE actor = '{login}' AND (outcome = 'done' OR code = 'approval')
        AND command_id > {before}""").split()


def run_quietly(who, line):
    run = subprocess.run([program, "--dsn", f"{console} user={who}", "--yes", "-c", line],
                         stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return run.stdout + run.stderr


def line_of(kind, number):
    user = number % 300 + 1
    if kind == "note":
        return f'note user:{user} "seen {number}"'
    if kind == "hide":
        return f"hide product:{number % 300 + 1} --policy spam --for 1h"
    if kind == "ban":
        return f"ban user:{user} --policy fraud --for 1h"
    if kind == "tag":
        return f"tag user:{user} t{number}"
    if kind == "several":
        return f"hide product:{user} product:{user + 1} product:{user + 2} --policy spam --for 1h"
    if kind == "reveal":
        return f'reveal user:{user} email --why "complaint {number}"'
    if kind == "batch":
        return "hide @few --policy spam --for 1h"
    if kind in ("undo", "approve"):
        made = re.search(r"\b([AP]\d+)\b", run_quietly(login if kind == "undo" else other, line_of(
            "hide" if kind == "undo" else "long", number)))
        return f"{kind} {made.group(1)}" if made else line_of("note", number)
    if kind == "long":
        return f"ban user:{user} --policy fraud --forever"
    sys.exit(f"no kind {kind}")


def run_operation(arguments):
    run = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return run.stdout + run.stderr, run.returncode


def start(environment, arguments):
    """Runs the program at a terminal that shows its words alone, and all of them: no ^C falls into them, nor
    drops any."""
    child, terminal = pty.fork()
    if child == 0:
        modes = termios.tcgetattr(0)
        modes[3] = modes[3] & ~termios.ECHO | termios.NOFLSH
        termios.tcsetattr(0, termios.TCSANOW, modes)
        os.execve(program, [program, *arguments], {**os.environ, **environment})
    return child, terminal


def read(terminal, until):
    """What the terminal shows until its other end is closed or a moment has come."""
    text = b""
    while True:
        left = until - time.monotonic() if until else None
        if left is not None and left <= 0:
            return text, False
        if not select.select([terminal], [], [], left)[0]:
            return text, False
        try:
            more = os.read(terminal, 65536)
        except OSError:
            more = b""
        if not more:
            return text, True
        text += more


def interrupt(arguments, length, sessions):
    """Runs the program, whose sessions SQL tells, and breaks it off; returns how, what was said and the exit
    status."""
    way = chance.choice(ways)
    child, terminal = start({}, arguments)
    said, over = read(terminal, time.monotonic() + chance.random() * length)
    if not over:
        if way == "ctrl-c":
            os.write(terminal, b"\x03")
        elif way == "term":
            os.kill(child, signal.SIGTERM)
        elif way == "kill":
            os.kill(child, signal.SIGKILL)
        else:
            sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {sessions}")
        more, _ = read(terminal, None)
        said += more
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    return way if not over else "none", said.decode(errors="replace"), status


def explain():
    """What the next console at a prompt says of the acts that one left which died."""
    child, terminal = start({"TERM": "dumb"}, ["--dsn", f"{console} user={login}"])
    text = b""
    while "▸".encode() not in text:
        more, ended = read(terminal, time.monotonic() + 0.1)
        text += more
        if ended:
            break
    os.write(terminal, b"\x04")
    read(terminal, None)
    os.waitpid(child, 0)
    os.close(terminal)
    return "\n" + text.decode(errors="replace")


class Act:
    """An act of the console, by its kind."""

    sessions = f"usename = '{login}'"

    def __init__(self, kind):
        self.kind = kind

    def prepare(self, number):
        global before
        self.line = line_of(self.kind, number)
        before = int(sql("SELECT coalesce(max(command_id), 0) FROM reeve.command"))
        return ["--dsn", f"{console} user={login}", "--yes", "-c", self.line]

    def made(self):
        return commands()

    def judge(self, way, said, status):
        if status == -signal.SIGKILL:
            said += explain()
        return judge(way, said, status)


def judge(way, said, status):
    """What is wrong with what was said; None where words and record agree."""
    text = re.sub(r"\s+", " ", said)
    made = commands()
    if "CancellationError" in text or re.search(r"statement changed nothing|may have run", text):
        return "words that are not true of every interruption"
    if "nknown" in text:
        return "unknown, although the server answers"
    told = set(re.findall(r"(?:done|Committed as|,) ([ABP]\d+)|(P\d+) needs|proposal (P\d+)", text))
    told = {name for names in told for name in names if name}
    if told != set(made) - {"-"}:
        return f"told {sorted(told)}, made {made}"
    if "-" in made and not re.search(r"Committed|@|email +–", text):
        return "silent about what it did"
    if not made and re.search(r"Committed(?! as a refusal)", text):
        return "said committed"
    if "Not committed" not in text and not made and way not in ("none", "kill") and "cancelled" in text:
        # Nothing was sent yet.
        return None if status in (130, 143) else f"status {status}"
    if way == "ctrl-c" and "cancelled" in text and status != 130:
        return f"status {status}"
    return None


before = 0
bad = 0
# Nobody acts as often as this.
sql("""DELETE FROM reeve.approval_rule WHERE name = 'quota';
  UPDATE reeve.app SET manifest = jsonb_set(manifest, '{reveals}',
    coalesce(manifest -> 'reveals', '{}') || '{"quota": 1000000}');""")
run_quietly(login, "select @few product:1 product:2 product:3")
folder = tempfile.TemporaryDirectory()
for kind in kinds:
    subject = operations[kind](program, dsn, sql, run_operation, chance, folder.name) \
        if kind in operations else Act(kind)
    number = chance.randrange(1000)
    # How long it takes, by its verb.
    lengths = {}
    sums = {"committed": 0, "not": 0}
    for turn in range(count):
        while True:
            number += 1
            arguments = subject.prepare(number)
            if arguments[1] in lengths:
                break
            begin = time.monotonic()
            run_operation(arguments)
            lengths[arguments[1]] = (time.monotonic() - begin) * 1.1
        way, said, status = interrupt(arguments, lengths[arguments[1]], subject.sessions)
        said = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)
        wrong = subject.judge(way, said, status)
        sums["committed" if subject.made() else "not"] += 1
        if wrong:
            bad += 1
            print(f"not ok - {kind} {turn} ({way}, {status}): {wrong}\n  {arguments}\n  {said!r}", flush=True)
    print(f"{'ok' if not bad else 'not ok'} - {kind}: {count} interruptions, "
          f"{sums['committed']} committed, {sums['not']} not", flush=True)
sys.exit(1 if bad else 0)
