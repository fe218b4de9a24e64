"""The line `numbers` of make bench: counts of profiles, ranks of votes, and what their people wait for."""

import re
import subprocess

ADMIN = "bench_admin"


def times_of(bench, statements, user="postgres"):
    """Milliseconds that all of these take together in one session, for each list of statements."""
    script = "\n".join("\\timing on\n" + "\n".join(some) + "\n\\timing off\n\\echo end" for some in statements)
    argv = [word for word in bench.psql("-f", "-") if word not in ("-v", "ON_ERROR_STOP=1")]
    done = subprocess.run(argv, input=script, env=bench.environment(user), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    found = [sum(map(float, re.findall(r"Time: ([\d.]+) ms", part))) for part in done.stdout.split("\nend")]
    return found[:len(statements)]


def advance(bench):
    """Brings all ranks up to date; returns the seconds that takes."""
    return bench.timed("""SELECT reeve.rank_drain(20000);
        SELECT reeve.rank_advance(r.rank_id, 20000) FROM reeve.rank_rule r WHERE r.is_live""")


def numbers(bench):
    """Counts of a profile, a rank by votes that decay, and the actions of people of the app."""
    bench.have("votes")
    known = bench.sql("SELECT followed_id FROM buckit.follows GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1")
    mine = bench.server_times(f"SELECT * FROM reeve.subject_counts('buckit', 'user', '{known}')", ADMIN)
    bench.limit("profile with counts", [1000 * t for t in mine], "ms", 20)

    scale = bench.scale / 1_000_000
    bench.limit("rank of all, ten votes each", [advance(bench)], "s", 60 * scale)
    bare = bench.timed("""CREATE TEMP TABLE plain AS SELECT activity_id, sum(value
        * power(0.5, extract(epoch FROM now() - voted_at)::float8 / 1209600)) AS score
        FROM buckit.votes GROUP BY 1; CREATE INDEX ON plain(score);""")
    bench.tell("  the same by bare SQL", "", f"{bare:.2f} s", "", "", "", True)
    times = []
    for part in range(bench.rounds):
        bench.sql(f"""SET ROLE buckit_owner; INSERT INTO buckit.votes(user_id, activity_id, value)
            SELECT u.id, 1 + (u.id * 104729 + {part}) % {bench.scale}, 1 FROM buckit.users u
            WHERE u.activated_at IS NOT NULL AND u.id > {part} * {bench.scale} / 10 LIMIT 10000
            ON CONFLICT DO NOTHING""")
        times.append(advance(bench))
    bench.limit("  10,000 new votes", times, "s", 1)

    top = "SELECT key, score FROM reeve.subject_trending('buckit', 'activity', {}, NULL, 10)"
    for name, place in (("everywhere", "NULL, NULL, NULL"), ("within a kilometre", "60.17, 24.94, 1000"),
                        ("within 50 km", "60.17, 24.94, 50000")):
        bench.limit(f"  trending {name}",
                    [1000 * t for t in bench.server_times(top.format(place), ADMIN)], "ms", 100)

    people(bench, top.format("NULL, NULL, NULL"))


def people(bench, top):
    """What somebody waits for who votes, changes a list or does what is refused; statements in a row."""
    app, admin = "SET ROLE buckit_app;", f"RESET ROLE; SET SESSION AUTHORIZATION {ADMIN};"
    back = "RESET SESSION AUTHORIZATION;"
    voters = bench.sql("""SELECT u.id FROM buckit.users u WHERE u.activated_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM buckit.votes v WHERE v.user_id = u.id AND v.activity_id = 1)
        ORDER BY 1 LIMIT 100""").split()
    seen = times_of(bench, [[
        app, f"SELECT buckit.vote_cast({user}, 1, 1, now());", admin,
        "SELECT * FROM reeve.subject_counts('buckit', 'activity', '1');", top + ";", back]
        for user in voters])
    bench.limit("a vote visible in count and rank", seen[1:], "ms", 100)
    refused = times_of(bench, [[app, f"SELECT buckit.vote_cast({user}, 1, 1, now());"] for user in voters])
    bench.limit("  a vote that is refused", refused[1:], "ms", 100)
    lists = bench.sql("""SELECT b.owner_id || ', ' || b.id FROM buckit.buckets b JOIN buckit.users u
        ON u.id = b.owner_id WHERE u.blocked_until IS NULL AND u.activated_at IS NOT NULL
        AND b.hidden_until IS NULL ORDER BY b.id LIMIT 100""").split("\n")
    changed = times_of(bench, [[
        app, f"SELECT buckit.item_add({one}, 1 + {nr}, now());", f"SELECT * FROM buckit.bucket_view({one}, now());"]
        for nr, one in enumerate(lists)])
    bench.limit("  a list changed and shown, p99", [sorted(changed[1:])[98 * len(changed[1:]) // 100]], "ms", 100)
