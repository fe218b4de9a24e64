"""Rows to search, and readers beside writers: search.py rows SEED ROWS | play SEED DSN SECONDS READERS.

What every answer of an app's login obeys, by the table as the same snapshot has it: each row is there, listed
and not hidden; it meets the filter; its texts have a word of the query, in some form, or of the correction; its
label is the title, its marks are of its texts; a list has no row twice; rows not written within the last two
minutes are in order. An admin's answer has only rows that are there, and those that no change waits for in the index
meet the filter and have a word.
"""
import ctypes
import itertools
import json
import os
import random
import re
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs"))
sys.dont_write_bytecode = True
from feed import Feed, Refused, pq  # noqa: E402

way, seed = sys.argv[1:3]
chance = random.Random(seed)
parts = [c + v for c in "bcdfghklmnprstvz" for v in "aeiou"]
words = list(dict.fromkeys("".join(chance.choices(parts, k=chance.choice([2, 3, 3, 4]))) for _ in range(9000)))
likely = list(itertools.accumulate(1 / (place + 5) for place in range(len(words))))


def row(draw, key):
    title, about = (" ".join(draw.choices(words, cum_weights=likely, k=k)) for k in (6, 20))
    return (key, title, about, f"cat{draw.randrange(20)}", f"brand{draw.randrange(200)}",
            draw.randrange(100, 100000) / 100, int(draw.paretovariate(1.2) * 10) % 100000, draw.random() > .1)


if way == "rows":
    for key in range(int(sys.argv[3])):
        print(*row(chance, key), sep="\t")
    sys.exit()

dsn, seconds, readers = sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
end = time.monotonic() + seconds
lock = threading.Lock()
times, errors, wrong, answers, lags = {}, {}, [], 0, []
key_next = 10_000_000


class Session(Feed):
    """A connection that follows no feed."""

    def __init__(self, login):
        self.connection = ctypes.c_void_p(pq.PQconnectdb(f"{dsn} user={login}".encode()))
        if pq.PQstatus(self.connection):
            raise Refused(pq.PQerrorMessage(self.connection).decode())


def near(a, b, most):
    """Whether two words differ by at most so many slips."""
    if abs(len(a) - len(b)) > most:
        return False
    before, line = None, list(range(len(b) + 1))
    for i, x in enumerate(a):
        older, before, line = before, line, [i + 1]
        for j, y in enumerate(b):
            line.append(min(before[j] + (x != y), before[j + 1] + 1, line[j] + 1))
            if i and j and x == b[j - 1] and a[i - 1] == y:
                line[-1] = min(line[-1], older[j - 1] + 1)
    return line[-1] <= most


def has(texts, sought):
    """Whether texts have one of these words, as it is, begun, within another, in parts, misspelt or without umlauts."""
    tokens = texts.lower().split()
    sought = sought + [re.sub("(?<=[aou])e", "", s) for s in sought]
    return any(t == s or t.startswith(s) or s in t or t in s or near(t, s, 2)
               or any(near(t[:len(s) + more], s, 1) for more in (-1, 0, 1)) for s in sought for t in tokens)


def fail(kind, query, what):
    with lock:
        wrong.append(f"{kind} {query!r}: {what}")
        if len(wrong) <= 20:
            print("WRONG", wrong[-1][:600], flush=True)


def refuse(who, error, allowed):
    """Counts an error; those that nobody documents are wrong."""
    code = str(error)[:5]
    with lock:
        errors[who, code] = errors.get((who, code), 0) + 1
    if code not in allowed:
        fail(who, code, str(error)[:300])


def misspell(draw, word):
    place = draw.randrange(1, len(word) - 1)
    return word[:place] + word[place + 1:] if len(word) > 5 else word[:place] + word[place] + word[place:]


def question(draw):
    """A kind of query, its text, its words, its filters and its order."""
    some = draw.choices(words, cum_weights=likely, k=4)
    kind = draw.choice(["one", "two", "four", "common", "typo", "begun", "filter", "price", "sort", "facets", "minus", "none",
                        "suggest", "pages"])
    filters, order = {}, "relevance"
    sought = {"one": some[:1], "four": some, "common": words[:2], "typo": [misspell(draw, some[0])],
              "none": []}.get(kind, some[:2])
    text = " ".join(sought)
    if kind == "begun":
        sought = [sought[0], sought[1][:4]]
        text = " ".join(sought)
    elif kind == "minus":
        text += " -" + some[2]
    elif kind in ("filter", "facets"):
        filters = {"category": f"cat{draw.randrange(20)}"}
    elif kind == "price":
        low = draw.randrange(900)
        filters = {"price": {"min": low, "max": low + 100}}
    elif kind in ("sort", "none"):
        order = draw.choice(["price", "-price"])
    elif kind == "suggest":
        text = sought[0] if len(sought[0]) < 5 else sought[0][:5]
        sought = [text]
    return kind, text, sought, filters, order, some[2]


def judge(kind, text, sought, filters, order, less, found, rows, corrected, is_public):
    """Compares an answer, (key, label, marked, snippet), with the rows of the table by key."""
    global answers
    answers += 1
    kind = ("app " if is_public else "admin ") + kind
    if len({f[0] for f in found}) < len(found):
        fail(kind, text, "a row comes twice")
    if corrected:
        sought = sought + corrected.lower().split()
    prices = []
    for key, label, marked, snippet in found:
        r = rows.get(key)
        if r is None:
            fail(kind, text, f"row {key} is not there")
            continue
        title, about, category, price, listed, is_hidden, is_old = r
        if is_public and not (listed and not is_hidden):
            fail(kind, text, f"row {key} is not to be seen: listed {listed}, hidden {is_hidden}")
        if not is_public and not is_old:
            continue
        if label != title or marked is not None and "".join(marked) != title:
            fail(kind, text, f"row {key} is {title!r}, told {label!r} and {marked}")
        if snippet and "".join(snippet).strip("… ") not in about and "".join(snippet).strip("… ") not in title:
            fail(kind, text, f"row {key} has not the text {snippet}")
        if sought and not has(f"{title} {about}", sought):
            fail(kind, text, f"row {key} has no word: {title} / {about}, corrected {corrected}")
        if kind.endswith("minus") and less in f"{title} {about}".split():
            fail(kind, text, f"row {key} has {less}")
        if "category" in filters and category != filters["category"]:
            fail(kind, text, f"row {key} is of {category}, not {filters}")
        if "price" in filters and not filters["price"]["min"] <= price <= filters["price"]["max"]:
            fail(kind, text, f"row {key} costs {price}, not {filters}")
        if is_old:
            prices.append(price)
    if is_public and order != "relevance" and prices != sorted(prices, reverse=order[0] == "-"):
        fail(kind, text, f"prices are not in order: {prices}")


def table(session, keys, is_public):
    followed = "written_at < clock_timestamp() - interval '2 min'" if is_public else (
        "NOT EXISTS (SELECT FROM reeve.search_pointer g CROSS JOIN LATERAL reeve.search_pending(g.generation_id) p"
        " WHERE p.are_all OR product.id::text = ANY (p.keys))")
    return {r[0]: (r[1], r[2], r[3], float(r[4]), r[5] == "t", r[6] == "t", r[7] == "t") for r in session.query(
        "SELECT id, title, about, category, price, listed, coalesce(hidden_until > clock_timestamp(), FALSE),"
        f" {followed} FROM chaos.product WHERE id = ANY ($1::bigint[])",
        "{" + ",".join(keys) + "}")}


def read(draw, is_public):
    session = Session("chaos_web" if is_public else "postgres")
    while time.monotonic() < end:
        kind, text, sought, filters, order, less = question(draw)
        if not is_public and kind in ("suggest", "facets"):
            kind = "filter"
        given = json.dumps(filters)
        place = None
        seen = []
        try:
            # A list page by page, while rows change; other kinds are one page.
            for _ in range(draw.randrange(2, 8) if kind == "pages" else 1):
                session.query("BEGIN ISOLATION LEVEL REPEATABLE READ")
                session.query("SELECT 1")
                begun, corrected = time.monotonic(), None
                if not is_public:
                    got = session.query(
                        "SELECT key, label, corrected, place FROM reeve.search('chaos'::pg_catalog.text, $1::pg_catalog.text,"
                        " 'product'::pg_catalog.text, $2::pg_catalog.jsonb, $3::pg_catalog.text, 20, $4::pg_catalog.jsonb)",
                        text, given, order, place)
                    got = [(r[0], r[1], None, None, *r[2:]) for r in got]
                    place = got[-1][5] if got else None
                elif kind == "suggest":
                    answer = json.loads(session.query("SELECT chaos.complete_product($1, '{\"counts\": true}')", text)[0][0])
                    got = [(s["key"], s["text"], None, None, None) for s in answer["suggestions"]]
                elif draw.random() < .3 and kind != "pages":
                    got = session.query(
                        "SELECT key, label, to_jsonb(marked), to_jsonb(snippet), corrected FROM"
                        " chaos.search_product($1, $2::jsonb, $3, 20)", text, given, order)
                else:
                    options = dict(filters=filters, sort=order, max=20) | ({"after": place} if place else {}) \
                        | ({"facets": True} if kind == "facets" else {})
                    rows = session.query("SELECT chaos.find_product($1, $2::jsonb)", text, json.dumps(options))
                    answer = json.loads(rows[0][0])
                    got = [(r["key"], r["label"], json.dumps(r["marked"]), json.dumps(r["snippet"]), answer["corrected"])
                           for r in answer["results"]]
                    place = answer["next"]
                    if kind == "facets" and answer["total"]["exact"] and any(
                            v["value"] != filters["category"] for v in answer["facets"]["category"]):
                        fail(kind, text, f"facets of {filters}: {answer['facets']['category']}")
                took = time.monotonic() - begun
                rows = table(session, [g[0] for g in got], is_public)
                session.query("COMMIT")
                found = [(g[0], g[1], g[2] and json.loads(g[2]), g[3] and json.loads(g[3])) for g in got]
                judge(kind, text, sought, filters, order, less, found, rows, got[0][4] if got else None, is_public)
                with lock:
                    times.setdefault(("app " if is_public else "admin ") + kind, []).append(took)
                seen += [g[0] for g in got] if is_public else []
                if place is None:
                    break
            if len(set(seen)) < len(seen):
                fail(kind, text, "a row comes on two pages")
        except Refused as error:
            refuse("app" if is_public else "admin", error, ())
            session.query("ROLLBACK")


def write(draw):
    """Whatever an app and its admins do to rows; some of it meets that of others, and is tried again later."""
    global key_next
    session, senior = Session("postgres"), Session("chaos_senior")
    hidden = []
    while time.monotonic() < end:
        key = draw.randrange(100_000)
        act = draw.choice(["insert", "text", "text", "price", "listed", "hide", "hide", "undo", "app", "delete", "bulk", "many"])
        try:
            if act == "insert":
                with lock:
                    key_next += 1
                session.query("INSERT INTO chaos.product VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", *row(draw, key_next))
            elif act == "text":
                _, title, about, *_ = row(draw, key)
                session.query("UPDATE chaos.product SET title = $2, about = $3, written_at = clock_timestamp() WHERE id = $1",
                              key, title, about)
            elif act == "price":
                session.query("UPDATE chaos.product SET price = $2, likes = likes + 1, written_at = clock_timestamp()"
                              " WHERE id = $1", key, draw.randrange(100, 100000) / 100)
            elif act == "listed":
                session.query("UPDATE chaos.product SET listed = NOT listed, written_at = clock_timestamp() WHERE id = $1", key)
            elif act == "app":
                session.query("UPDATE chaos.product SET hidden_until = clock_timestamp() + random() * interval '20 s',"
                              " written_at = clock_timestamp() WHERE id = $1", key)
            elif act == "delete":
                session.query("DELETE FROM chaos.product WHERE id = $1", key)
            elif act == "hide":
                outcome, detail = senior.query(
                    "SELECT outcome, detail FROM reeve.action_perform('hide'::pg_catalog.text, 'chaos'::pg_catalog.text,"
                    " 'product'::pg_catalog.text, $1::pg_catalog.text,"
                    " '{\"policy\": \"fraud\", \"forever\": true}'::pg_catalog.jsonb, NULL::pg_catalog.jsonb)", key)[0]
                hidden += [json.loads(detail)["action_id"]] if outcome == "done" else []
                act += " " + outcome
            elif act == "undo" and hidden:
                act += " " + senior.query("SELECT outcome FROM reeve.undo_perform($1::pg_catalog.int8, 'wrong'::pg_catalog.text,"
                                          " NULL::pg_catalog.jsonb)", hidden.pop(draw.randrange(len(hidden))))[0][0]
            elif act == "bulk" and draw.random() < .03:
                session.query("UPDATE chaos.product SET price = price + 1, written_at = clock_timestamp()"
                              " WHERE id BETWEEN $1 AND $2", key, key + 2000)
            elif act == "many" and draw.random() < .1:
                session.query("UPDATE chaos.product SET title = title || ' ' || $3, written_at = clock_timestamp()"
                              " WHERE id BETWEEN $1 AND $2", key, key + 200, draw.choices(words, cum_weights=likely)[0])
        except Refused as error:
            # A deadlock, a conflict, a lock that is not had, and refusals of an act.
            refuse("writer " + act, error, ("40P01", "40001", "55P03", "RV002", "RV004", "RV005"))
        with lock:
            times.setdefault("write " + act, []).append(0)
        time.sleep(draw.random() * .05)


def probe(draw):
    """How soon a row is found by a word that only it has, once it is committed."""
    global key_next
    session, reader = Session("postgres"), Session("chaos_web")
    while time.monotonic() < end:
        with lock:
            key_next += 1
            key = key_next
        word = "fresh" + "".join(draw.choices("qxjw", k=12))
        session.query("INSERT INTO chaos.product VALUES ($1, $2, '', 'cat1', 'brand1', 1, 1, TRUE)", key, word)
        begun = time.monotonic()
        while not reader.query("SELECT key FROM chaos.search_product($1)", word):
            time.sleep(.01)
            if time.monotonic() - begun > 120:
                fail("fresh", word, "is not found")
                return
        lags.append(time.monotonic() - begun)
        session.query("DELETE FROM chaos.product WHERE id = $1", key)
        if reader.query("SELECT key FROM chaos.search_product($1)", word):
            fail("fresh", word, "is found though it is deleted")
        time.sleep(draw.random())


def told(list):
    list = sorted(list) or [0]
    return f"{len(list)} · p50 {list[len(list) // 2] * 1000:.1f} ms · p99 {list[int(len(list) * .99)] * 1000:.1f} ms" \
        f" · longest {list[-1] * 1000:.0f} ms"


def guarded(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:  # a session that ends is told
        fail(work.__name__, arguments[1:], f"{type(error).__name__}: {error}")


threads = [threading.Thread(target=guarded, args=(work, random.Random(f"{seed} {n}"), *more)) for n, (work, *more) in enumerate(
    [(read, True)] * readers + [(read, False)] * readers + [(write,)] * 2 + [(probe,)])]
load = []
for thread in threads:
    thread.start()
while any(thread.is_alive() for thread in threads):
    load.append(os.getloadavg()[0])
    time.sleep(5)
for kind in sorted(k for k in times if not k.startswith("write")):
    print(f"{kind:14} {told(times[kind])}")
for who in ("app", "admin"):
    print(f"{who:14} {told([t for k, v in times.items() if k.startswith(who + ' ') for t in v])}")
print(f"{'fresh':14} {told(lags)}")
print("writes", {k[6:]: len(v) for k, v in sorted(times.items()) if k.startswith("write")})
print("refused", {" ".join(k): n for k, n in sorted(errors.items())})
print(f"{answers} answers, {len(wrong)} wrong; load of the machine {min(load):.1f} to {max(load):.1f}")
sys.exit(bool(wrong))
