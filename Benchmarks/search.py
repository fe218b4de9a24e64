"""The line `search` of make bench: what is found on judged sets beside AND ts_rank, SQLite's FTS5 and
tantivy, and what it costs on as many documents as the scale says.

What is quoted is of the half `test` of each set; `tune` is for whoever changes weights.
"""

import contextlib
import json
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import time

import judged

ADMIN = "bench_admin"
WORDS = 50_000
SYLLABLES = [c + v for c in "bcdfghklmnprstvz" for v in "aeiou"]
# Milliseconds of the median and of the 99th percentile that queries of a kind may take.
BARS = {"1 to 4 words": (5, 40), "one typo": (5, 40), "2-letter prefixes": (5, 40), "the commonest word": (20, 20),
        "30 words": (100, 100)}


class Search:
    """What is measured, on the bench's server."""

    def __init__(self, bench):
        self.bench = bench

    def run(self):
        self.bench.have("database")
        self.quality()
        self.make_titles()
        self.latency()
        self.size()
        self.freshness()
        self.bench.beside_bare_build("  rebuild of those", "titles/title")

    # Quality -----------------------------------------------------------------------------------

    def quality(self):
        bench = self.bench
        folder = bench.file("judged")
        os.makedirs(folder, exist_ok=True)
        sets = judged.write(folder)
        bench.script(f"{folder}/schema.sql")
        bench.reeve_quietly("catalog", "apply", f"{folder}/catalog.yaml")
        bench.reeve_quietly("search", "reindex", "--app", "judged")
        self.tantivy = self.peer_python()
        for one in sets:
            ids = one.test
            for spelling, texts in ("clean", one.queries), ("typo", one.misspelt):
                asked = {query: texts[query] for query in ids}
                mine = judged.score(one, ids, self.ours(one, asked))
                peers = {"AND ts_rank": self.ts_rank(one, asked), "FTS5": self.fts5(one, asked)}
                if self.tantivy:
                    peers["tantivy"] = self.ask_tantivy(one, asked)
                found = judged.mean(mine)
                bench.tell(f"{one.name}, {len(mine)} queries, {spelling}",
                           "recall@100 {:.3f}, MRR {:.3f}".format(*found[1:]),
                           f"nDCG@10 {found[0]:.3f}", "", "", "", True)
                for name, answers in peers.items():
                    theirs = judged.score(one, ids, answers)
                    gap, low, high = judged.difference(mine, theirs)
                    bench.tell(f"  beside {name}", f"95% in {low:+.3f} … {high:+.3f}", "",
                               f"nDCG@10 {judged.mean(theirs)[0]:.3f}", f"{gap:+.3f}", "≥ 0", high >= 0)
            bench.sql(f"DROP TABLE judged_{one.name}")

    def ours(self, one, asked):
        # Each call in a statement of its own, as a rank wants it.
        script = "".join(
            f"\\echo @{key}\nSELECT key FROM reeve.search('judged', {quoted(text)}, '{one.name}', max => 100);\n"
            for key, text in asked.items())
        said = subprocess.run(
            self.bench.psql("-At", "-f", "-"), input=script, env=self.bench.environment(ADMIN), text=True,
            stdout=subprocess.PIPE, check=True).stdout
        answers = {}
        for line in said.splitlines():
            if line.startswith("@"):
                found = answers.setdefault(line[1:], [])
            elif line:
                found.append(line)
        return answers

    def ts_rank(self, one, asked):
        """What people write first: every word, the built-in rank."""
        config = one.language or "simple"
        if self.bench.sql(f"SELECT to_regclass('judged_{one.name}') IS NULL") == "t":
            vector = " || ".join(f"setweight(to_tsvector('{config}', coalesce({column}, '')), '{weight}')"
                                 for column, weight in zip(("title", "kind", "summary", "attributes"), "ABCD"))
            self.bench.sql(f"""CREATE TABLE judged_{one.name} AS SELECT key, {vector} AS tsv FROM judged.{one.name};
                CREATE INDEX ON judged_{one.name} USING gin (tsv); ANALYZE judged_{one.name}""")
        return by_query(self.bench.sql(f"""SELECT q.key, f.key FROM jsonb_each_text({literal(asked)}) q
            CROSS JOIN LATERAL (
              SELECT p.key, row_number() OVER (ORDER BY ts_rank(p.tsv, t) DESC, p.key) AS place
              FROM judged_{one.name} p, plainto_tsquery('{config}', q.value) t WHERE p.tsv @@ t
              ORDER BY 2 LIMIT 100) f ORDER BY q.key, f.place"""))

    def fts5(self, one, asked):
        tokenizer = "porter unicode61" if one.language else "unicode61"
        with contextlib.closing(sqlite3.connect(":memory:")) as database:
            database.execute(f"CREATE VIRTUAL TABLE t USING fts5(key UNINDEXED, a, b, c, d, tokenize = '{tokenizer}')")
            database.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", one.documents)
            answers = {}
            for query, text in asked.items():
                words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", text))
                answers[query] = words and [key for key, in database.execute(
                    "SELECT key FROM t WHERE t MATCH ? ORDER BY bm25(t, 0, 10, 4, 2, 1) LIMIT 100", [words])]
            return answers

    def peer_python(self):
        """The interpreter of an environment that has tantivy; None where pip cannot install it."""
        environment = self.bench.file("tantivy")
        python = os.path.join(environment, "bin", "python")
        for argv in ([sys.executable, "-m", "venv", environment],
                     [python, "-m", "pip", "install", "-q", "tantivy==0.27.0"]):
            done = subprocess.run(argv, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if done.returncode != 0:
                self.bench.note("tantivy is not measured: pip cannot install it here")
                return None
        return python

    def ask_tantivy(self, one, asked):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tantivy_peer.py")
        given = {"language": one.language, "documents": one.documents, "queries": asked}
        done = subprocess.run([self.tantivy, script], input=json.dumps(given), text=True, check=True,
                              stdout=subprocess.PIPE)
        return json.loads(done.stdout)["answers"]

    # Cost --------------------------------------------------------------------------------------

    def make_titles(self):
        """Documents of words as in a language: the nth most common is in 1/n as many places."""
        bench = self.bench
        draw = random.Random("titles")
        words = list(dict.fromkeys("".join(draw.choices(SYLLABLES, k=draw.choice([2, 2, 3, 3, 4])))
                                   for _ in range(2 * WORDS)))[:WORDS]
        sums = []
        total = 0
        for rank in range(1, len(words) + 1):
            total += 1 / rank
            sums.append(total)
        self.words, self.titles = words, []
        path = bench.file("titles.csv")
        with open(path, "w", encoding="utf-8") as file:
            for number in range(bench.scale):
                texts = draw.choices(words, cum_weights=sums, k=44)
                title = " ".join(texts[:6])
                file.write(f"{number},{title},{' '.join(texts[6:8])},{' '.join(texts[8:])},{number * 7919 % 1000}\n")
                if number % max(1, bench.scale // 1000) == 0:
                    self.titles.append(texts)
        bench.sql(f"""CREATE ROLE titles_owner NOLOGIN;
            CREATE SCHEMA titles AUTHORIZATION titles_owner;
            COMMENT ON SCHEMA titles IS 'Documents of random words.';
            SET ROLE titles_owner;
            CREATE TABLE titles.title(id bigint CONSTRAINT title_pkey PRIMARY KEY, title text NOT NULL,
              kind text NOT NULL, summary text NOT NULL, popularity int NOT NULL);
            COMMENT ON TABLE titles.title IS 'What is searched.';
            RESET ROLE;
            \\copy titles.title from '{path}' (format csv)
            ANALYZE titles.title;
            CREATE TABLE bench_titles AS SELECT id, popularity, setweight(to_tsvector('simple', title), 'A')
              || setweight(to_tsvector('simple', kind), 'B') || setweight(to_tsvector('simple', summary), 'C') AS tsv
              FROM titles.title;
            SET maintenance_work_mem = '512MB';
            CREATE INDEX ON bench_titles USING gin (tsv);
            VACUUM ANALYZE bench_titles""".replace("\n            ", "\n"))
        os.remove(path)
        catalog = bench.file("titles.yaml")
        with open(catalog, "w", encoding="utf-8") as file:
            file.write("""app: titles
schema: titles
owner: titles_owner
title: Documents of random words

collections:
  title:
    table: title
    key: [id]
    label: t.title
    show: [id, title]
    enforcement: none
    search: {a: [title], b: [kind], c: [summary], language: simple, popularity: popularity}
""")
        bench.reeve_quietly("catalog", "apply", catalog)
        bench.reeve_quietly("search", "reindex", "titles/title")

    def queries(self):
        """A hundred queries of each kind, from the titles of documents."""
        draw = random.Random("queries")
        some = [draw.sample(texts[:6], draw.randrange(1, 5)) for texts in draw.sample(self.titles, 100)]
        return {
            "1 to 4 words": [" ".join(words) for words in some],
            "one typo": [judged.misspell(" ".join(words), number) for number, words in enumerate(some)],
            "2-letter prefixes": [words[0][:2] for words in some],
            "the commonest word": [self.words[0]] * 20,
            "30 words": [" ".join(draw.sample(texts, 30)) for texts in draw.sample(self.titles, 100)],
        }

    def latency(self):
        bench = self.bench
        # Else the first queries write to disk what the builds have changed.
        bench.sql("CHECKPOINT")
        for kind, texts in self.queries().items():
            half, most = BARS[kind]
            mine = self.times([f"SELECT key FROM reeve.search('titles', '{text}', 'title', max => 20)"
                               for text in texts], ADMIN)
            theirs = self.times([f"""SELECT id, ts_rank(tsv, q)
                FROM bench_titles, plainto_tsquery('simple', '{text}') q WHERE tsv @@ q
                ORDER BY 2 DESC, popularity DESC, id LIMIT 20""" for text in texts], "postgres")
            bench.limit(f"search, {kind}, p50", [statistics.median(mine)], "ms", half)
            bench.limit("  p99", [sorted(mine)[99 * len(mine) // 100]], "ms", most)
            ratio = statistics.median(mine) / statistics.median(theirs)
            # A typo is nowhere, and 2 letters are no word: AND finds nothing, at once.
            is_alike = kind in ("1 to 4 words", "the commonest word")
            bench.tell("  beside", "AND ts_rank", f"{statistics.median(mine):.1f} ms",
                       f"{statistics.median(theirs):.1f} ms", f"{ratio:.2f}", "≤ 3" if is_alike else "",
                       not is_alike or ratio <= 3)
        planes = [" ".join(chr(plane * 65536 + 160 + 653 * n) for n in range(70)) for plane in range(17)]
        hostile = ["", "& | ! <-> ( ) * : -", "x" * 100_000, f"{self.words[0]} " * 20_000, "( " * 50_000, "- " * 50_000,
                   " ".join(self.words[:10_000]), " OR ".join(self.words[:10_000]), "絹の袋" * 3000, *planes]
        times = self.times([f"SELECT key FROM reeve.search('titles', '{text}', 'title', max => 20)"
                            for text in hostile], ADMIN)
        bench.limit("search, the slowest of hostile queries", [max(times)], "ms", 200)

    def times(self, statements, user):
        """Milliseconds of each statement in one session, after one that warms up."""
        lines = ["\\timing on", *(" ".join(one.split()) + ";" for one in [statements[0], *statements])]
        done = subprocess.run(
            self.bench.psql("-f", "-", "-o", "/dev/null"), input="\n".join(lines) + "\n", text=True,
            env=self.bench.environment(user), stdout=subprocess.PIPE, check=True)
        return [float(ms) for ms in re.findall(r"Time: ([\d.]+) ms", done.stdout)][1:]

    def size(self):
        """Everything that the live generation keeps, beside the texts that it is of."""
        index, text = map(int, self.bench.sql("""SELECT
              (SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c
                WHERE c.relnamespace = 'reeve_index'::regnamespace AND c.relkind IN ('r', 'm')
                  AND c.relname ~ ('_' || n.generation_id || '$')),
              (SELECT sum(octet_length(title) + octet_length(kind) + octet_length(summary)) FROM titles.title)
            FROM reeve.search_generation n JOIN reeve.collection c USING (collection_id)
            WHERE c.app = 'titles' AND n.state = 'live'""").split("|"))
        self.bench.tell("search, index beside its text", "the text", f"{index / 1e6:.0f} MB",
                        f"{text / 1e6:.0f} MB", f"{index / text:.2f}", "≤ 1.2", index / text <= 1.2)
        peer = int(self.bench.sql("SELECT pg_total_relation_size('bench_titles')"))
        self.bench.tell("  beside AND ts_rank", "its vectors and GIN", f"{index / 1e6:.0f} MB",
                        f"{peer / 1e6:.0f} MB", f"{index / peer:.2f}", "", True)

    def freshness(self, probes=100):
        """From a commit until the row is found, at 500 writes a second and with a worker."""
        bench = self.bench
        bench.sql("UPDATE reeve.cron SET next_at = clock_timestamp() WHERE app = 'titles' AND name = 'search'")
        bench.sql("UPDATE reeve.queue SET paused_at = NULL")
        path = bench.file("writes.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"\\set id random(0, {bench.scale - 1})\n\\set word random(1, 1000)\n"
                       "UPDATE titles.title SET kind = 'kind' || :word WHERE id = :id;\n")
        seconds = 40
        program = os.path.join(os.path.dirname(bench.psql_path), "pgbench")
        worker = subprocess.Popen(
            bench.reeve("--dsn", "", "--sink", bench.sink(), program="reeve-worker"),
            env=bench.environment("reeve_worker"), stderr=subprocess.DEVNULL)
        writer = subprocess.Popen([program, "-n", "-c", "4", "-R", "500", "-T", str(seconds), "-f", path],
                                  env=bench.environment("postgres"), stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        try:
            # A word of its own for each probe; one that takes longer than the writes ends them all.
            rows = bench.sql(f"""CREATE TEMP TABLE probe(ms float8);
                DO $do$
                DECLARE
                  begun timestamptz := clock_timestamp();
                  at timestamptz;
                  is_found boolean;
                  -- A rank counts in a call that stands alone; here the index is asked itself.
                  ask text := (SELECT format('SELECT EXISTS (SELECT FROM reeve_index.%I WHERE key = $1)',
                      g.table_name)
                    FROM reeve.search_pointer p JOIN reeve.search_generation g USING (generation_id)
                    JOIN reeve.collection c ON c.collection_id = p.collection_id WHERE c.app = 'titles');
                BEGIN
                  FOR n IN 1..{probes} LOOP
                    EXIT WHEN clock_timestamp() > begun + interval '{seconds - 5} seconds';
                    INSERT INTO titles.title VALUES (-n, 'probe' || md5(n::text), '', '', 0);
                    COMMIT;
                    at := clock_timestamp();
                    LOOP
                      EXECUTE ask INTO is_found USING (-n)::text;
                      EXIT WHEN is_found OR clock_timestamp() > at + interval '{seconds} seconds';
                      COMMIT;
                      PERFORM pg_sleep(0.005);
                    END LOOP;
                    INSERT INTO probe VALUES (1000 * extract(epoch FROM clock_timestamp() - at));
                    COMMIT;
                    PERFORM pg_sleep(random() * 0.2);
                  END LOOP;
                END
                $do$;
                SELECT ms FROM probe ORDER BY ms""")
            said = writer.communicate()[0]
        finally:
            writer.kill()
            worker.terminate()
            worker.wait()
        waits = [float(ms) for ms in rows.split()]
        rate = re.search(r"tps = ([\d.]+)", said)
        bench.note(f"{len(waits)} probes beside {rate[1] if rate else '?'} writes a second")
        bench.limit("commit → found, p50", [statistics.median(waits)], "ms", 500)
        bench.limit("  p99", [waits[99 * len(waits) // 100]], "ms", 1000)


def quoted(text):
    return "'" + text.replace("\\", " ").replace("'", "''") + "'"


def literal(asked):
    return "'" + json.dumps(asked, ensure_ascii=False).replace("'", "''") + "'::jsonb"


def by_query(rows):
    answers = {}
    for row in rows.splitlines():
        query, key = row.split("|", 1)
        answers.setdefault(query, []).append(key)
    return answers
