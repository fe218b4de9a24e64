"""Interrupts the console at random moments, and compares what it says with the tables.

interrupt.py PROGRAM DSN COUNT SEED [KIND…]: DSN is a superuser's, of a database with randevoo's rows. Each
kind of act is interrupted COUNT times, by Ctrl-C of a terminal, SIGTERM, the end of the server's process or
kill -9 of the console, which the next console must explain.
"""

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
import time

program, dsn, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
kinds = sys.argv[5:] or ["note", "hide", "ban", "several", "undo", "tag", "reveal", "batch", "approve"]
login = os.environ.get("REEVE_LOGIN", "anna")
other = os.environ.get("REEVE_OTHER", "boris")
# Where consoles connect, such as a pooler; the tables are read by DSN.
console = os.environ.get("REEVE_CONSOLE_DSN", dsn)
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


def start(environment, arguments):
    """Runs the program at a terminal that shows its words alone: no ^C falls into them."""
    child, terminal = pty.fork()
    if child == 0:
        modes = termios.tcgetattr(0)
        modes[3] &= ~termios.ECHO
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


def interrupt(kind, number, length):
    """Runs one act and breaks it off; returns what was said and the exit status."""
    line = line_of(kind, number)
    global before
    before = int(sql("SELECT coalesce(max(command_id), 0) FROM reeve.command"))
    way = chance.choice(ways)
    child, terminal = start({}, ["--dsn", f"{console} user={login}", "--yes", "-c", line])
    said, over = read(terminal, time.monotonic() + chance.random() * length)
    if not over:
        if way == "ctrl-c":
            os.write(terminal, b"\x03")
        elif way == "term":
            os.kill(child, signal.SIGTERM)
        elif way == "kill":
            os.kill(child, signal.SIGKILL)
        else:
            sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{login}'")
        more, _ = read(terminal, None)
        said += more
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    said = said.decode(errors="replace")
    if status == -signal.SIGKILL:
        # What a console that died leaves, the next one at a prompt explains.
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
        said += "\n" + text.decode(errors="replace")
    return line, way if not over else "none", said, status


def judge(way, said, status):
    """What is wrong with what was said; None where words and record agree."""
    text = re.sub(r"\s+", " ", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said))
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
for kind in kinds:
    number = chance.randrange(1000)
    begin = time.monotonic()
    run_quietly(login, line_of(kind, number))
    length = (time.monotonic() - begin) * 1.1
    sums = {"committed": 0, "not": 0}
    for turn in range(count):
        number += 1
        line, way, said, status = interrupt(kind, number, length)
        wrong = judge(way, said, status)
        sums["committed" if commands() else "not"] += 1
        if wrong:
            bad += 1
            print(f"not ok - {kind} {turn} ({way}): {wrong}\n  {line}\n  {said!r}", flush=True)
    print(f"{'ok' if not bad else 'not ok'} - {kind}: {count} interruptions, "
          f"{sums['committed']} committed, {sums['not']} not", flush=True)
sys.exit(1 if bad else 0)
