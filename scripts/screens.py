"""Plays the screens of Tests/ConsoleTests/Screens on a real terminal; scripts/docs.py runs and compares them.

The first line of a file says how: size, then the environment, such as `# 80x24 TERM=xterm LC_ALL=C.UTF-8`. A
line `anna@randevoo ▸ …` is typed, `# 40x20` between them changes the size, and a question is answered with yes.
A command that takes the whole screen is followed by its picture; a line `# keys j` presses keys there, and what they
leave on the screen follows.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios

PROMPT = re.compile(r"(?:^|\n)\w+@\w+ (?:C\d+ \d+m )?(?:▸|<U\+25B8>|\?+|>) $")
LIMIT = 300  # seconds of silence after which nothing more is expected


def plain(text):
    """What a terminal shows of a text: no colours, no modes of the terminal."""
    text = re.sub(r"\x1b\][^\x07]*\x07|\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>()][0-9AB]?|[\x07\x0e\x0f]", "", text)
    return text.replace("\r\n", "\n").replace("\r", "")


def picture(text):
    """The last whole screen that was drawn; nothing where it is not complete."""
    drawn = text.rpartition("\x1b[?1049l")[2].rpartition("\x1b[H")[2]
    lines = [line.rstrip() for line in plain(drawn.partition("\x1b[J")[0]).strip("\n").split("\n")]
    return lines if re.search(r"\bq quits$", lines[-1]) else []


class Terminal:
    """A console on a pseudo-terminal."""

    def __init__(self, program, size, environment):
        self.process, self.end = pty.fork()
        if self.process == 0:
            os.execve(program, [program], environment)
        self.resize(size)
        self.raw = ""

    def resize(self, size):
        columns, rows = map(int, size.split("x"))
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.process, signal.SIGWINCH)

    def read(self, is_over):
        """Reads until what was printed is all."""
        said = b""
        while not is_over(said.decode("utf-8", "replace")):
            if not select.select([self.end], [], [], LIMIT)[0]:
                raise RuntimeError(f"nothing more after {said!r}")
            try:
                part = os.read(self.end, 65536)
            except OSError:  # The end of a terminal.
                part = b""
            if not part:
                break
            said += part
        text = said.decode("utf-8", "replace")
        self.raw += text
        self.picture = picture(text)
        return plain(text)

    def type(self, line):
        os.write(self.end, line.encode() + b"\r")


def play(lines, program, environment):
    """The lines of a screen file as the console prints them now."""
    size, *settings = lines[0].removeprefix("# ").split(" ")
    settings = dict(setting.split("=", 1) for setting in settings)
    terminal = Terminal(program, size, {**environment, "REEVE_PAGER": "cat", **settings})
    asked = re.compile(r"\[y/N\] $")
    shown = [lines[0]]

    def take(text):
        """Adds what came before the prompt."""
        shown.extend(line.rstrip() for line in PROMPT.sub("", text).strip("\n").split("\n") if text.strip("\n"))

    def prompted(text):
        return "\n" in text and PROMPT.search(plain(text))

    take(terminal.read(lambda text: PROMPT.search(plain(text))))
    for line in lines[1:]:
        if re.fullmatch(r"# \d+x\d+", line):
            shown.append(line)
            terminal.resize(line[2:])
        elif keys := re.match(r"# keys (.*)", line):
            shown.append(line)
            os.write(terminal.end, keys[1].encode())
            terminal.read(lambda text: PROMPT.search(plain(text)) or picture(text))
            shown.extend(terminal.picture)
        elif typed := re.match(r"anna@randevoo ▸ (.*)", line):
            terminal.type(typed[1])
            text = terminal.read(lambda text: prompted(text) or asked.search(plain(text)) or picture(text))
            while asked.search(text):
                terminal.type("y")
                text += terminal.read(lambda more: prompted(more) or asked.search(plain(more)))
            shown.append(line)
            if not prompted(text):
                shown.extend(terminal.picture)
                continue
            # Before the first end of a line stands what was typed, as readline shows it.
            take(text.partition("\n")[2])
    os.write(terminal.end, b"\x04")
    terminal.read(lambda text: False)
    os.close(terminal.end)
    if os.waitpid(terminal.process, 0)[1] != 0:
        shown.append("the console failed")
    is_coloured = "\x1b[1m" in terminal.raw or "\x1b[3" in terminal.raw
    if is_coloured != ("NO_COLOR" not in settings and settings["TERM"] != "dumb"):
        shown.append("there are colours" if is_coloured else "there are no colours")
    return shown
