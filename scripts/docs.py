"""Runs the console blocks of the documents and compares their output; --write corrects them instead.

docs.py [--write] PAGE… [PICTURE.svg] [SCREENS.txt…]

In a fenced `console` block a line `$ …` is a shell command (`> …` continues it) and a line `anna@randevoo ▸ …` is a
command that this login types into the console in this database; the lines below are what they print. Consecutive
console commands of a block are one session. Each page has a database of its own, a copy of `reeve_docs`, and a folder
of its own. scripts/docs.sh makes the template and starts this.

How printed and documented lines are compared:
- runs of blanks count as one; any date matches any date, any time of day any other
- `…` matches any text; a line that is only `…` matches any number of lines
- `<!-- varies: 72, bob -->` before a block: each of these words matches any word; `numbers`: any number any other
"""
import difflib
import html
import os
import pty
import re
import select
import subprocess
import sys
import tempfile

import screens

DATE = re.compile(r"((Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d{4}-\d\d-\d\dT?")
PROMPT = re.compile(r"^(\w+)@(\w+) ▸ (.*)$")
RELATIVE = re.compile(r"just now|\d+ (min|h|days?) ago|in \d+ (min|h|days?)\b")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REEVE = os.environ["REEVE"]


class Block:
    """One fenced block: where its lines stand in the page, and what varies in it."""

    def __init__(self, first, lines, varies):
        self.first, self.lines, self.varies = first, lines, varies

    def steps(self):
        """Shell commands, and runs of console commands: (login or None, database, commands)."""
        steps, takes_output = [], False
        for line in self.lines:
            prompt = PROMPT.match(line)
            if prompt:
                login, database, command = prompt.groups()
                if not steps or steps[-1][:2] != (login, database):
                    steps.append((login, database, []))
                steps[-1][2].append(command)
            elif line.startswith("$ "):
                steps.append((None, None, [line[2:]]))
            elif line.startswith("> ") and steps and steps[-1][0] is None and not takes_output:
                steps[-1][2].append(line[2:])
                continue
            elif not steps:
                raise ValueError(f"a block begins with output: {line}")
            takes_output = not line.startswith("$ ")
        return steps


def blocks(path):
    """The console blocks of a page."""
    found, fence, varies = [], None, []
    with open(path, encoding="utf-8") as page:
        lines = page.read().split("\n")
    for number, line in enumerate(lines):
        comment = re.match(r"<!-- varies: (.*) -->$", line)
        if comment:
            varies = [word.strip() for word in comment[1].split(",")]
        elif line.startswith("```") and fence is None:
            fence = (line[3:].strip(), number + 1)
        elif line.startswith("```"):
            if fence[0] == "console":
                found.append(Block(fence[1], lines[fence[1]:number], varies))
            fence, varies = None, []
    if fence:
        raise ValueError(f"{path}: a fence is open to the end")
    return lines, found


def run(step, folder):
    """Runs a step; the lines as they look in a document."""
    login, database, commands = step
    environment = {**os.environ, "PATH": os.path.dirname(REEVE) + ":" + os.environ["PATH"], "TERM": "dumb",
                   "LC_ALL": "C.UTF-8"}
    if login is None:
        environment.update(PGDATABASE="randevoo", PGUSER="postgres")
        shown = ["$ " + commands[0]] + ["> " + more for more in commands[1:]]
        return shown + output(["bash", "-c", "\n".join(commands)], environment, folder)[0]
    environment.update(PGUSER=login, PGDATABASE=database)
    shown = []
    while commands:
        # A script ends where a command fails; the rest is another one.
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as script:
            script.write("\n".join(commands) + "\n")
            script.flush()
            lines, status = output([REEVE, "--yes", "--echo", "-f", script.name], environment, folder)
        # Before the first command has connected the prompt knows no names yet.
        lines = [re.sub(r"^reeve ▸ ", f"{login}@{database} ▸ ", line) for line in lines]
        lines = [re.sub(rf"^{re.escape(script.name)}:\d+:(\d+:)? ", "", line) for line in lines]
        ran = sum(1 for line in lines if PROMPT.match(line))
        shown += lines
        if status == 0 or ran == 0:
            break
        commands = commands[ran:]
    return shown


def output(arguments, environment, folder):
    done = subprocess.run(arguments, env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    text = done.stdout.decode("utf-8", "replace")
    return [line.rstrip() for line in text.removesuffix("\n").split("\n")] if text else [], done.returncode


def plain(line):
    line = re.sub(r"\b[\d:]+…", "…", re.sub(DATE, "DATE ", line.rstrip()))
    return re.sub(r"\s+", " ", re.sub(r"\b\d\d:\d\d(:\d\d(\.\d+)?)?\b", "TIME", line))


def matches(expected, actual, varies):
    """Whether the printed lines are the documented ones."""
    pattern = ""
    if "numbers" in varies:
        # Where the number of rows varies, so do the rows that a list begins with before it is cut.
        expected = [re.sub(r"(?<=\S  )(?:(?!  ).)*…$", "…", line) for line in expected]
        expected, actual = ([re.sub(r"\d+", "0", line) for line in map(plain, lines)] for lines in (expected, actual))
    for line in expected:
        if line == "…":
            pattern += r"(?:[^\n]*\n)*?"
            continue
        words = [r"\S+" if word.strip(",.:;()") in varies
                 else re.escape(word).replace("…", "[^\n]*?") for word in plain(line).split(" ")]
        pattern += " ".join(words) + "\n"
    return re.fullmatch(pattern, "".join(plain(line) + "\n" for line in actual)) is not None


def check(path, is_writing):
    """Runs a page in its own database and folder; the number of its blocks, and of those that differ."""
    lines, found = blocks(path)
    if not found:
        return 0, 0
    subprocess.run([os.path.join(ROOT, "scripts/docs.sh"), "database"], check=True)
    differing, replaced = 0, []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for name in ("sql", "jobs", "docs", "scripts"):
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
        for block in found:
            actual = [line.replace(folder, "/srv/shop") for step in block.steps() for line in run(step, folder)]
            if matches(block.lines, actual, block.varies):
                continue
            differing += 1
            replaced.append((block, actual))
            if not is_writing:
                print(f"{os.path.relpath(path, ROOT)}:{block.first + 1}: the output differs:")
                print("\n".join(difflib.unified_diff(block.lines, actual, "documented", "printed", lineterm="", n=1)))
    if is_writing and replaced:
        for block, actual in reversed(replaced):
            lines[block.first:block.first + len(block.lines)] = actual
        with open(path, "w", encoding="utf-8") as page:
            page.write("\n".join(lines))
    return len(found), differing


def screen(commands, folder):
    """What the console prints on a terminal, with its colours."""
    script = os.path.join(folder, "picture.reeve")
    with open(script, "w", encoding="utf-8") as file:
        file.write("\n".join(commands) + "\n")
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "110", "PGUSER": "anna", "PGDATABASE": "randevoo"}
    process, terminal = pty.fork()
    if process == 0:
        os.execve(REEVE, [REEVE, "--yes", "--echo", "-f", script], environment)
    text = b""
    while True:
        select.select([terminal], [], [])
        try:
            part = os.read(terminal, 65536)
        except OSError:  # The end of a terminal.
            break
        if not part:
            break
        text += part
    if os.waitpid(process, 0)[1] != 0:
        raise RuntimeError("a command of scripts/picture.reeve failed:\n" + text.decode())
    lines = text.decode("utf-8", "replace").replace("\r", "").rstrip("\n").split("\n")
    return [re.sub(r"^reeve ▸ ", "anna@randevoo ▸ ", line.rstrip()) for line in lines]


COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff", "36": "#76e3ea"}


def picture(lines):
    """An SVG of a terminal."""
    width, height = 880, 44 + 19 * len(lines)
    rows = []
    for number, line in enumerate(lines):
        spans, style = [], {}
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b["):
                for code in part[2:-1].split(";") or ["0"]:
                    if code in ("", "0"):
                        style = {}
                    elif code == "1":
                        style["font-weight"] = "bold"
                    elif code == "2":
                        style["fill"] = "#8b949e"
                    elif code in COLOURS:
                        style["fill"] = COLOURS[code]
                    elif code == "22":
                        style.pop("font-weight", None)
                        style.pop("fill", None)
                    elif code == "39":
                        style.pop("fill", None)
            elif part:
                attributes = "".join(f' {key}="{value}"' for key, value in style.items())
                spans.append(f"<tspan{attributes}>{html.escape(part)}</tspan>")
        rows.append(f'<text x="16" y="{36 + 19 * number}" xml:space="preserve">{"".join(spans)}</text>')
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<!-- Made by `make docs` of what the console prints. -->",
        f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>',
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3">',
        *rows, "</g>", "</svg>", ""])


def check_picture(path, is_writing):
    """Draws what scripts/picture.reeve prints; whether the picture shows other commands than that."""
    subprocess.run([os.path.join(ROOT, "scripts/docs.sh"), "database"], check=True)
    with open(os.path.join(ROOT, "scripts/picture.reeve"), encoding="utf-8") as file:
        commands = [line for line in file.read().split("\n") if line and not line.startswith("#")]
    with tempfile.TemporaryDirectory() as folder:
        made = picture(screen(commands, folder))
    try:
        with open(path, encoding="utf-8") as file:
            known = file.read()
    except FileNotFoundError:
        known = ""
    # How much a ban reaches depends on the hour at which the sample was made; what is typed does not.
    if re.findall("▸ .*", known) == re.findall("▸ .*", made):
        return False
    if is_writing:
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)
    else:
        print(f"{os.path.relpath(path, ROOT)} is not what the console prints:")
        print("\n".join(difflib.unified_diff(known.split("\n"), made.split("\n"), lineterm="", n=0)))
    return True


def too_wide(lines):
    """A line of a table that would leave out a column if a time of its were a longer one; None if there is none."""
    columns, longest = 0, len("in 30 days")
    for number, line in enumerate(lines):
        if size := re.match(r"# (\d+)x\d+", line):
            columns = int(size[1])
        # Only seconds pass between what is done and that it is shown; a text that is cut, which a terminal
        # without Unicode marks by a tilde, gives way.
        later = sum(longest - len(time[0]) for time in RELATIVE.finditer(line) if time[0] != "just now")
        if later and not re.search("[…~]", line) and len(line) + later > columns:
            return line
    return None


def check_screen(path, is_writing):
    """Plays a file of screens on a terminal of its own; whether they differ."""
    subprocess.run([os.path.join(ROOT, "scripts/docs.sh"), "database"], check=True)
    with open(path, encoding="utf-8") as file:
        known = file.read().rstrip("\n").split("\n")
    with tempfile.TemporaryDirectory() as folder:
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "INPUTRC": "/dev/null", "TZ": "UTC",
                       "REEVE_SHARE": ROOT, "PGHOST": os.environ["PGHOST"], "PGPORT": os.environ["PGPORT"],
                       "PGUSER": "anna", "PGDATABASE": "randevoo"}
        made = screens.play(known, REEVE, environment)
    crowded = too_wide(known)
    if crowded and not is_writing:
        print(f"{os.path.relpath(path, ROOT)}: how this table fits depends on the hour; let it show less:\n{crowded}")
        return True

    # On a busy machine a command takes long enough for the console to say how long.
    known, made = ([line for line in lines if not re.fullmatch(r"[\d.]+ s", line)] for lines in (known, made))

    # The sample is as of now: what is drawn of its numbers varies as they do, and where a text is cut.
    def settled(line):
        line = re.sub(RELATIVE, "in 0 days", re.sub("[▁-▏]+", "▁", line))
        return re.sub(r"\S*…", "…", line)

    known_now, made_now = (list(map(settled, lines)) for lines in (known, made))
    if matches(known_now, made_now, ["numbers"]):
        return False
    if is_writing:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(made) + "\n")
    else:
        print(f"{os.path.relpath(path, ROOT)}: the screens differ:")
        print("\n".join(difflib.unified_diff(known, made, "known", "shown", lineterm="", n=1)))
    return True


def main():
    arguments = sys.argv[1:]
    is_writing = "--write" in arguments
    pages = [page for page in arguments if page.endswith(".md")]
    total = wrong = 0
    for page in pages:
        count, differing = check(os.path.abspath(page), is_writing)
        total, wrong = total + count, wrong + differing
    for name in (name for name in arguments if name.endswith(".svg")):
        total, wrong = total + 1, wrong + check_picture(os.path.abspath(name), is_writing)
    for name in (name for name in arguments if name.endswith(".txt")):
        total, wrong = total + 1, wrong + check_screen(os.path.abspath(name), is_writing)
    print(f"Files={len(pages)}, Tests={total}, {wrong} {'written' if is_writing else 'differ'}")
    sys.exit(1 if wrong and not is_writing else 0)


main()
