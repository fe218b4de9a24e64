"""A client of an app's chats, as its servers are: chat.py DSN APP FILE|- VERB ARGUMENT…; values go apart from statements.

FILE has the keys; - writes and reads texts as they are.
"""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../docs"))
from feed import Refused, ctypes, pq  # noqa: E402
from texts import Texts  # noqa: E402

dsn, app, file, verb, *arguments = sys.argv[1:]
texts = Texts(file, app) if file != "-" else None
connection = ctypes.c_void_p(pq.PQconnectdb(dsn.encode()))


def query(statement, *values):
    given = (ctypes.c_char_p * len(values))(*(str(v).encode() for v in values))
    result = ctypes.c_void_p(pq.PQexecParams(connection, statement.encode(), len(values), None, given, None, None, 0))
    if pq.PQresultStatus(result) not in (1, 2):
        raise Refused((pq.PQresultErrorField(result, ord("C")) or b"?").decode())
    return [[None if pq.PQgetisnull(result, row, column) else pq.PQgetvalue(result, row, column).decode()
             for column in range(pq.PQnfields(result))] for row in range(pq.PQntuples(result))]


def place(chat, author):
    return f"{app}/message/body/{chat}/{author}"


def shown(text, chat, author):
    return texts.open(text, place(chat, author)) if texts else text


def send(who, chat, text):
    body = texts.seal(text, place(chat, who)) if texts else text
    return query(f"SELECT {app}.message_send($1, $2, $3, now())", who, chat, body)[0][0]


def page(who, chat, size=50):
    statement = {"randevoo": "randevoo.message_list($1, $2, now(), NULL, $3)",
                 "sotravel": "sotravel.message_list($1, $2, NULL, $3, now())"}[app]
    return [shown(body, chat, author)
            for author, body in query(f"SELECT author, body FROM {statement}", who, chat, size)]


try:
    if verb == "send":
        print(send(*arguments))
    elif verb == "list":
        print(*page(*arguments), sep="\n")
    elif verb == "chats":
        print(*(shown(body, chat, author) for chat, author, body in query(
            f"SELECT chat, last_by, last_body FROM {app}.chat_list($1, now())", *arguments)), sep="\n")
    else:  # time: how long a message, and a page of 50, takes at most in 99 of 100
        who, chat, rounds = arguments
        for name, call in (("send", lambda: send(who, chat, "A text of ordinary length, as people write it.")),
                           ("page", lambda: page(who, chat))):
            took = []
            for _ in range(int(rounds)):
                begin = time.perf_counter()
                call()
                took.append((time.perf_counter() - begin) * 1000)
            print(f"{name} {sorted(took)[len(took) // 2]:.2f} {sorted(took)[len(took) * 99 // 100]:.2f}")
except (Refused, KeyError, ValueError) as error:
    sys.exit(f"refused {error}")
