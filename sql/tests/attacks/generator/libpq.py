"""Connections through libpq, of which a test needs each statement's own answer and SQLSTATE."""

import ctypes

_pq = ctypes.CDLL("libpq.so.5")
_pq.PQconnectdbParams.restype = ctypes.c_void_p
for _name in ("PQexec", "PQexecParams", "PQgetResult"):
    getattr(_pq, _name).restype = ctypes.c_void_p
for _name in ("PQgetvalue", "PQresultErrorField", "PQerrorMessage", "PQresultErrorMessage"):
    getattr(_pq, _name).restype = ctypes.c_char_p
_RECEIVER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_COPY_OUT, _NONFATAL, _FATAL = 3, 6, 7
_FIELDS = {"state": "C", "message": "M", "detail": "D", "hint": "H", "context": "W", "query": "q", "routine": "R"}


def _text(data):
    return (data or b"").decode("utf-8", "replace")


def _fields(result):
    return {key: _text(_pq.PQresultErrorField(ctypes.c_void_p(result), ord(code)))
            for key, code in _FIELDS.items()}


class Answer:
    """What a statement returned: `rows` of texts and None, or `error`, the fields of an error; `notices`."""

    def __init__(self, rows, error, notices):
        self.rows, self.error, self.notices = rows, error, notices

    @property
    def state(self):
        return self.error["state"] if self.error else None

    def words(self):
        """Everything that whoever asked was told."""
        told = [str(value) for row in self.rows for value in row if value is not None]
        for fields in [self.error or {}, *self.notices]:
            told += [value for key, value in fields.items() if key not in ("query", "routine")]
        return "\n".join(told)


class Lost(Exception):
    """The connection is gone."""


class Connection:
    """A session of `user` in the database `name`; everything else is the environment's."""

    def __init__(self, name, user):
        keys = (ctypes.c_char_p * 4)(b"dbname", b"user", b"client_encoding", None)
        values = (ctypes.c_char_p * 4)(name.encode(), user.encode(), b"UTF8", None)
        self._raw = ctypes.c_void_p(_pq.PQconnectdbParams(keys, values, 0))
        if _pq.PQstatus(self._raw):
            raise SystemExit(_text(_pq.PQerrorMessage(self._raw)))
        self._notices = []
        self._receiver = _RECEIVER(lambda _, result: self._notices.append(_fields(result)))
        _pq.PQsetNoticeReceiver(self._raw, self._receiver, None)

    def run(self, statement, values=None):
        """The answer to a statement. `values` are its parameters, as texts or None, which makes it a
        statement of the extended protocol. Raises Lost."""
        self._notices.clear()
        text = statement.encode("utf-8", "replace")
        if values is None:
            result = _pq.PQexec(self._raw, text)
        else:
            given = (ctypes.c_char_p * len(values))(
                *[None if v is None else v.encode("utf-8", "replace") for v in values])
            result = _pq.PQexecParams(self._raw, text, len(values), None, given, None, None, 0)
        raw, rows, error = ctypes.c_void_p(result), [], None
        status = _pq.PQresultStatus(raw)
        if status == _COPY_OUT:
            self._drain(rows)
        elif status == _FATAL or not result:
            error = _fields(result)
            if not error["state"]:
                error["message"] = _text(_pq.PQresultErrorMessage(raw)) or self._said()
        else:
            rows = [[None if _pq.PQgetisnull(raw, r, c) else _text(_pq.PQgetvalue(raw, r, c))
                     for c in range(_pq.PQnfields(raw))] for r in range(_pq.PQntuples(raw))]
        _pq.PQclear(raw)
        if _pq.PQstatus(self._raw):
            raise Lost((error or {}).get("message") or self._said())
        return Answer(rows, error, list(self._notices))

    def rows(self, statement):
        """The rows of a statement that must not fail."""
        answer = self.run(statement)
        if answer.error:
            raise SystemExit(f"{statement[:200]}: {answer.error}")
        return answer.rows

    def _said(self):
        return _text(_pq.PQerrorMessage(self._raw))

    def _drain(self, rows):
        line = ctypes.c_void_p()
        while (size := _pq.PQgetCopyData(self._raw, ctypes.byref(line), 0)) > 0:
            rows.append([_text(ctypes.string_at(line, size))])
            _pq.PQfreemem(line)
        while result := _pq.PQgetResult(self._raw):
            _pq.PQclear(ctypes.c_void_p(result))

    def close(self):
        if self._raw:
            _pq.PQfinish(self._raw)
            self._raw = None
