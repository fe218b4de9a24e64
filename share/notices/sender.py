"""What the examples beside this file share: a sender takes the notices that Reeve's webhook posts, keeps them in a file
until they are passed on or refused for good, and reports what became of each by reeve.notice_result.

It needs Python, libpq and a login of the app that is a member of reeve_app.
"""
import argparse
import ctypes
import hashlib
import hmac
import http.server
import json
import re
import sqlite3
import sys
import threading
import time
import unicodedata


class Temporary(Exception):
    """It may be taken later."""


class Bounced(Exception):
    """There is nobody at that address."""


class Failed(Exception):
    """It is refused for good, for another reason."""


class Refused(Exception):
    """The database's message; state is its SQLSTATE, empty where the connection is lost."""

    def __init__(self, state, message):
        super().__init__(message)
        self.state = state


def plain(text, lines=False):
    """A text without what could begin another header or turn the direction of a line: control and format characters."""
    text = (text or "").encode("utf-8", "replace").decode()
    text = "".join(c if c in "\u200c\u200d" or lines and c in "\n\t" else " " if c in "\r\n\t\u2028\u2029\x85"
                   else "" if unicodedata.category(c) in ("Cc", "Cf") else c for c in text.replace("\r\n", "\n"))
    return text if lines else " ".join(text.split())[:200]


class Database:
    def __init__(self, dsn):
        self.pq = pq = ctypes.CDLL("libpq.so.5")
        for name, kind in dict(PQconnectdb=ctypes.c_void_p, PQexecParams=ctypes.c_void_p, PQgetvalue=ctypes.c_char_p,
                               PQresultErrorField=ctypes.c_char_p, PQerrorMessage=ctypes.c_char_p).items():
            getattr(pq, name).restype = kind
        self.connection = ctypes.c_void_p(pq.PQconnectdb(dsn.encode()))

    def query(self, statement, *values):
        if self.pq.PQstatus(self.connection):
            self.pq.PQreset(self.connection)
        texts = (ctypes.c_char_p * len(values))(*(None if v is None else str(v).encode() for v in values))
        result = ctypes.c_void_p(self.pq.PQexecParams(
            self.connection, statement.encode(), len(values), None, texts, None, None, 0))
        try:
            if self.pq.PQresultStatus(result) not in (1, 2):
                raise Refused((self.pq.PQresultErrorField(result, ord("C")) or b"").decode(),
                              self.pq.PQerrorMessage(self.connection).decode())
            return [[None if self.pq.PQgetisnull(result, r, c) else self.pq.PQgetvalue(result, r, c).decode()
                     for c in range(self.pq.PQnfields(result))] for r in range(self.pq.PQntuples(result))]
        finally:
            self.pq.PQclear(result)


class Spool:
    """Notices by their key, in a file: `new` to be sent, `told` to be reported, `done`."""

    def __init__(self, path):
        self.lock, self.arrived = threading.Lock(), threading.Event()
        self.file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.file.execute("PRAGMA synchronous = FULL")
        self.file.execute("""CREATE TABLE IF NOT EXISTS notice(place INTEGER PRIMARY KEY, key TEXT UNIQUE, recipient TEXT,
            body TEXT, state TEXT DEFAULT 'new', result TEXT, detail TEXT, tries INT DEFAULT 0, due REAL DEFAULT 0)""")

    def run(self, statement, *values):
        with self.lock:
            return self.file.execute(statement, values).fetchall()

    def keep(self, key, notice):
        self.run("INSERT OR IGNORE INTO notice(key, recipient, body) VALUES (?, ?, ?)",
                 key, str(notice.get("recipient")), json.dumps(notice))
        self.arrived.set()

    def next(self):
        # Each person's in order: the second waits until the first is passed on.
        return self.run("""SELECT n.key, n.body, n.state, n.result, n.detail, n.tries FROM notice n
            WHERE n.state <> 'done' AND n.due <= ? AND NOT EXISTS (SELECT 1 FROM notice e WHERE e.recipient = n.recipient
                AND e.place < n.place AND e.state = 'new') ORDER BY n.place LIMIT 1""", time.time())

    def put(self, key, **changes):
        names = ", ".join(f"{name} = ?" for name in changes)
        self.run(f"UPDATE notice SET {names} WHERE key = ?", *changes.values(), key)


def receiver(spool, secret):
    class Handler(http.server.BaseHTTPRequestHandler):
        timeout = 10

        def answer(self, status):
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_POST(self):
            length, key = self.headers.get("Content-Length", ""), self.headers.get("Idempotency-Key", "")
            if not re.fullmatch("[0-9]{1,7}", length):
                return self.answer(413)
            body = self.rfile.read(int(length))
            signature = re.fullmatch("t=([0-9]{1,12}),v1=([0-9a-f]{64})", self.headers.get("Reeve-Signature", ""))
            if not signature or abs(time.time() - int(signature[1])) > 300 or not hmac.compare_digest(
                    hmac.new(secret, signature[1].encode() + b"." + body, hashlib.sha256).hexdigest(), signature[2]):
                return self.answer(401)
            if not re.fullmatch("[0-9]{1,19}(-[0-9]{1,5})?", key):
                return self.answer(400)
            spool.keep(key, json.loads(body))
            self.answer(204)  # It is on disk.

        def log_message(self, *_):
            pass

    return Handler


def run(deliver, arguments):
    """Listens, and passes each notice to deliver(notice, database), which returns or raises one of the above."""
    secret = open(arguments.secret_file, "rb").readline().rstrip(b"\r\n")
    if len(secret) < 16:
        raise SystemExit("the secret has less than 16 bytes")
    spool, database = Spool(arguments.spool), Database(arguments.dsn)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", arguments.port), receiver(spool, secret))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("listening on", server.server_port, flush=True)
    while True:
        rows = spool.next()
        if not rows:
            spool.run("DELETE FROM notice WHERE state = 'done' AND due < ?", time.time() - 172800)
            spool.arrived.wait(arguments.pause)
            spool.arrived.clear()
            continue
        key, body, state, result, detail, tries = rows[0]
        notice = json.loads(body)
        try:
            if state == "new":
                result, detail = "delivered", None
                try:
                    deliver(notice, database)
                except (Bounced, Failed) as error:
                    result, detail = "bounced" if isinstance(error, Bounced) else "failed", str(error)
                except (Temporary, Refused):
                    raise
                except Exception as error:  # One that cannot be sent must not keep the others.
                    print(f"notice {key}: {error!r}", file=sys.stderr, flush=True)
                    result, detail = "failed", type(error).__name__
                spool.put(key, state="told", result=result, detail=detail, tries=0)
            database.query("SELECT reeve.notice_result($1, $2, $3)", notice["outbox_id"], result, detail)
            spool.put(key, state="done", body="", detail=None, due=time.time())
        except (Temporary, Refused) as error:
            if state == "new" and tries + 1 >= arguments.tries:
                spool.put(key, state="told", result="failed", detail=str(error), tries=0)
            elif state == "told" and error.state and (error.state != "RV004" or tries >= 50):
                # It was withdrawn, or this login may not report it. RV004 also means that the worker has not committed
                # yet that it was sent.
                print(f"notice {key}: {error}".strip(), file=sys.stderr, flush=True)
                spool.put(key, state="done", body="", detail=None, due=time.time())
            else:
                spool.put(key, tries=tries + 1, due=time.time() + arguments.pause * min(2 ** tries, 600))


def options(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--dsn", required=True, help="the app's database, as its sender")
    parser.add_argument("--secret-file", required=True, help="the secret of the webhook")
    parser.add_argument("--spool", required=True, help="a file for notices that are not sent yet")
    parser.add_argument("--port", type=int, default=8025)
    parser.add_argument("--tries", type=int, default=12)
    parser.add_argument("--pause", type=float, default=1, help="seconds before the second try, then doubled")
    return parser
