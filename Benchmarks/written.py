"""The line `written` of make bench: the search of what people wrote, beside limits."""

import random
import statistics

import search

ADMIN = "bench_admin"
# Milliseconds that half of the queries and the slowest of a kind may take.
HALF, MOST = 20, 100
WORDS = [a + b + c for a in ["", *search.SYLLABLES] for b in ["", *search.SYLLABLES] for c in search.SYLLABLES
         if b or not a][:50_000]


def make(bench):
    """As many reports as the scale says, and 0.3 times as many notes and reasons: 10 to 40 words of a
    skewed frequency each, three of them in every text, over two years."""
    bench.have("sample")
    order = random.Random(1).sample(WORDS[75:], len(WORDS) - 75)
    words = "{" + ",".join([*WORDS[:75], *order]) + "}"
    indexes = bench.sql("""SELECT pg_get_indexdef(indexrelid) || ';' FROM pg_index
        WHERE indrelid = ANY ('{reeve.report,reeve.action}'::regclass[])
          AND pg_get_indexdef(indexrelid) ~ 'written_marks'""")
    bench.sql(f"""SET session_replication_role = replica;
        SELECT setseed(0.1);
        CREATE FUNCTION pg_temp.reeve_text(words text[], n int) RETURNS text LANGUAGE sql AS $$
          SELECT 'this account ' || string_agg(
            words[least(cardinality(words), exp(random() * ln(cardinality(words)))::int)], ' ')
            || CASE n % 2 WHEN 0 THEN ' please even' ELSE ' please odd' END
          FROM generate_series(1, 7 + n % 31)
        $$;
        SELECT format('DROP INDEX %s', indexrelid::regclass) FROM pg_index
        WHERE indrelid = ANY ('{{reeve.report,reeve.action}}'::regclass[])
          AND pg_get_indexdef(indexrelid) ~ 'written_marks' \\gexec
        INSERT INTO reeve.report(at, collection_id, key, words, filed_by)
        SELECT now() - (1 - i / {bench.scale}::float8) * interval '2 years', c.collection_id, i,
          pg_temp.reeve_text('{words}', i), 'past'
        FROM generate_series(1, {bench.scale}) i
        JOIN reeve.collection c ON c.app = 'randevoo'
          AND c.name = CASE WHEN i % 997 = 0 THEN 'store' WHEN i % 3 = 0 THEN 'user' ELSE 'product' END;
        INSERT INTO reeve.action(performed_at, verb, collection_id, key, actor, reason)
        SELECT now() - (1 - i / {bench.scale}::float8) * interval '2 years',
          (ARRAY['note', 'hide'])[1 + i % 2], c.collection_id, i, 'past',
          pg_temp.reeve_text('{words}', i / 2)
        FROM generate_series(1, 6 * {bench.scale} / 10) i
        JOIN reeve.collection c ON c.app = 'randevoo' AND c.name = 'product';
        {indexes}
        VACUUM ANALYZE reeve.report; VACUUM ANALYZE reeve.action;""")
    return [*WORDS[:75], *order]


def queries(words):
    """Queries by their kind."""
    dice = random.Random(2)

    def some(first, last, count):
        return " ".join(dice.choice(words[first:last]) for _ in range(count))

    def typed():
        return words[int(len(words) ** dice.random()) - 1]

    return {
        "1 to 3 words": [" ".join(typed() for _ in range(1 + i % 3)) for i in range(60)],
        "words of every row": ["account", "please", "this account", "please this account"] * 3,
        "common words together": [some(0, 300, 2 + i % 3) for i in range(30)] + ["odd even"] * 3,
        "beginnings": [words[dice.randrange(100, 5000)][:3] for _ in range(20)]
        + [some(0, 75, 1 + i % 3) for i in range(20)],
        "phrases": ['"this account"', '"account please"', *(f'"{some(0, 50, 2)}"' for _ in range(20))],
        "a minus": [f"account -{typed()}" for _ in range(20)] + ["odd -please", "please -odd"],
    }


def written(bench):
    """How long searches of reports take, and of everything."""
    words = make(bench)
    asked = search.Search(bench)
    for kind, texts in queries(words).items():
        for among in "reports", None:
            mine = asked.times([f"""SELECT * FROM reeve.written_search('randevoo', '{text}',
                {f"'{among}'" if among else "NULL"}, NULL, 20)""" for text in texts], ADMIN)
            line = f"written, {kind}" if among else "  in everything"
            bench.limit(f"{line}, p50", [statistics.median(mine)], "ms", HALF)
            bench.limit("  the slowest", [max(mine)], "ms", MOST)
    rare = asked.times(["""SELECT * FROM reeve.written_search('randevoo', 'account', NULL, 'store',
        20)"""] * 10, ADMIN)
    bench.limit("written, about a rare collection", [max(rare)], "ms", MOST)
