"""The line `move` of make bench: a whole app moves in, beside \\copy of the same rows."""

import json
import os

APP = "buckit"
TABLES = ["users", "activities", "buckets", "bucket_items", "comments"]
PER_PERSON = 5  # documents: the person, two activities, a list with one of them, a tip


def write(bench, path, changed=False):
    """An export of the Realtime Database with as many documents as the scale says, a fifth of them
    people; with `changed`, a hundredth of the activities has another title."""
    people = bench.scale // PER_PERSON

    def nodes():
        for n in range(people):
            yield f"p{n:07}", {"uid": f"p{n:07}", "username": f"person_{n}", "name": f"Person {n}",
                               "email": f"p{n}@mail.example", "picture": f"https://photos.example/{n}.jpg"}

    def activities():
        for n in range(2 * people):
            title = f"Swim {n}{', again' if changed and n % 100 == 0 else ''}"
            yield f"a{n:07}", {"userID": f"p{n // 2:07}", "activityName": title, "activityID": f"a{n:07}",
                               "description": f"From the pier, at low tide, {n}", "latitude": n % 180 - 90,
                               "longitude": n % 360 - 180, "locationName": f"Pier {n % 1000}",
                               "startDate": "Apr 18, 2018 at 6:30 PM",
                               "Tips": {f"t{n // 2:07}": True} if n % 2 else {}}

    def lists():
        for n in range(people):
            yield f"l{n:07}", {"userID": f"p{n:07}", "title": f"Summer {n}", "buckitID": f"l{n:07}",
                               "Activities": {f"a{2 * n:07}": True}}

    def tips():
        for n in range(people):
            yield f"t{n:07}", {"tipID": f"t{n:07}", "userID": f"p{(n + 7) % people:07}",
                               "desc": f"Bring a towel, {n}"}

    with open(path, "w", encoding="utf-8") as tree:
        tree.write("{")
        for comma, name, records in (("", "users", nodes()), (",", "Activities", activities()),
                                     (",", "BuckIts", lists()), (",", "Tips", tips())):
            tree.write(f'{comma}"{name}":{{')
            for number, (key, fields) in enumerate(records):
                fields = json.dumps(fields, separators=(",", ":"))
                tree.write(f'{"," if number else ""}"{key}":{fields}')
            tree.write("}")
        tree.write("}")


def moved(bench):
    """A move, beside \\copy of its rows into tables with the same keys; then a later export, of which a
    hundredth differs, beside what reading it takes."""
    bench.have("database")
    first, later = bench.file("moved.json"), bench.file("later.json")
    write(bench, first)
    write(bench, later, changed=True)
    memory, whole, again, reading = [], [], [], []

    def move(path, *options):
        seconds, peak = bench.run(bench.reeve("move", APP, "--store", path, *options), "postgres")
        memory.append(peak)
        return seconds

    copied = []
    for _ in range(bench.rounds):
        bench.reeve_quietly("sample", "load", APP, "--schema-only", "--replace")
        bench.sql("TRUNCATE reeve.import, reeve.import_key CASCADE; CHECKPOINT")
        whole.append(move(first))
        assert bench.sql(f"SELECT count(*) FROM {APP}.activities") == str(2 * (bench.scale // PER_PERSON))
        copied.append(copy(bench))
        again.append(move(later))
        reading.append(bench.run(bench.reeve("import", "inspect", later), "postgres")[0])
        assert bench.sql(f"SELECT count(*) FROM {APP}.activities WHERE title LIKE '%, again'") == str(
            (2 * (bench.scale // PER_PERSON) + 99) // 100)
    bench.report("move of an app", "\\copy of the rows, with their keys", whole, copied, 0.6, False)
    bench.limit("  memory", memory, "MiB", 40)
    beyond = [max(0.001, a - r) for a, r in zip(again, reading)]
    bench.report("  a later export, beyond reading it", "the first", beyond, whole, 0.1, True)
    os.remove(first)
    os.remove(later)


def copy(bench):
    """Seconds that \\copy takes of the app's rows into tables with the same keys."""
    among = ",".join(f"{APP}.{table}" for table in TABLES)
    for table in TABLES:
        columns = columns_of(bench, table)
        keys = bench.sql(f"""SELECT string_agg(format('ALTER TABLE bench_{table} ADD %s;',
              replace(pg_get_constraintdef(oid), 'REFERENCES {APP}.', 'REFERENCES bench_')), ' '
              ORDER BY contype DESC)
            FROM pg_constraint
            WHERE conrelid = '{APP}.{table}'::regclass AND contype IN ('p', 'u', 'f')
              AND (confrelid = 0 OR confrelid = ANY ('{{{among}}}'::regclass[]))""")
        bench.sql(f"""DROP TABLE IF EXISTS bench_{table} CASCADE;
            \\copy {APP}.{table} ({columns}) to '{bench.file(table)}'
            CREATE TABLE bench_{table} (LIKE {APP}.{table} INCLUDING DEFAULTS INCLUDING GENERATED
              INCLUDING CONSTRAINTS INCLUDING IDENTITY);
            {keys}
            CHECKPOINT""")
    return bench.timed("".join(
        f"\\copy bench_{table} ({columns_of(bench, table)}) from '{bench.file(table)}'\n" for table in TABLES))


def columns_of(bench, table):
    return bench.sql(f"""SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = '{APP}.{table}'::regclass AND attnum > 0 AND NOT attisdropped
          AND attgenerated = ''""")
