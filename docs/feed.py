"""Follows an app's feed of changes, with libpq alone: feed.py 'host=… dbname=… user=…' randevoo 42"""
import ctypes
import select
import sys

pq = ctypes.CDLL("libpq.so.5")
for name, kind in dict(PQconnectdb=ctypes.c_void_p, PQexecParams=ctypes.c_void_p, PQnotifies=ctypes.c_void_p,
                       PQresultErrorField=ctypes.c_char_p, PQgetvalue=ctypes.c_char_p, PQerrorMessage=ctypes.c_char_p).items():
    getattr(pq, name).restype = kind


class Refused(Exception):
    """The server's message, after its SQLSTATE: RV011 means to read everything anew."""


class Feed:
    def __init__(self, dsn, app, who=None):
        self.app, self.who = app, who
        self.connection = ctypes.c_void_p(pq.PQconnectdb(dsn.encode()))
        if pq.PQstatus(self.connection):
            raise Refused(pq.PQerrorMessage(self.connection).decode())
        self.query(f'LISTEN "reeve_feed_{app}"')
        self.cursor = self.query(f'SELECT cursor FROM "{app}".changes()')[0][0]

    def query(self, statement, *values):
        texts = (ctypes.c_char_p * len(values))(*(None if v is None else str(v).encode() for v in values))
        result = ctypes.c_void_p(pq.PQexecParams(
            self.connection, statement.encode(), len(values), None, texts, None, None, 0))
        try:
            if pq.PQresultStatus(result) not in (1, 2):
                raise Refused(((pq.PQresultErrorField(result, ord("C")) or b"") + b" " + pq.PQerrorMessage(self.connection)).decode())
            return [[None if pq.PQgetisnull(result, row, column) else pq.PQgetvalue(result, row, column).decode()
                     for column in range(pq.PQnfields(result))] for row in range(pq.PQntuples(result))]
        finally:
            pq.PQclear(result)

    def changes(self, page=500):
        """What has changed since the last call: (collection, key, version, kind), and whether to ask again soon."""
        found, kind = [], "more"
        while kind == "more":
            *rows, last = self.query(f'SELECT collection, key, version, kind, cursor FROM "{self.app}".changes($1, $2, $3)',
                                     self.cursor, page, self.who)
            found += [tuple(row[:4]) for row in rows]
            kind, self.cursor = last[3:]  # keep the cursor only once the rows are dealt with
        return found, kind == "wait"

    def wait(self, seconds):  # until a notification comes, or for so long
        select.select([pq.PQsocket(self.connection)], [], [], seconds)
        pq.PQconsumeInput(self.connection)
        while notification := pq.PQnotifies(self.connection):
            pq.PQfreemem(ctypes.c_void_p(notification))


if __name__ == "__main__":
    feed, soon = Feed(*sys.argv[1:]), True
    while True:
        feed.wait(0.2 if soon else 60)
        rows, soon = feed.changes()
        for row in rows:
            print(*row, flush=True)
