"""The line `promises` of make bench: what apps promise their people in time, at 60,000 of them and 600,000 votes."""

import copy
import random
import subprocess
import threading

import trips
import votes

PEOPLE = 60_000


def promises(bench):
    """Times of the apps' functions as their servers call them, beside the promise: at most the 99th of a hundred."""
    small = copy.copy(bench)
    small.database, small.scale, small.ready = "reeve_bench_promises", PEOPLE, set()
    small.have("votes")
    small.sql("CREATE ROLE bench_servers LOGIN IN ROLE buckit_app")
    small.reeve_quietly("catalog", "apply", "sql/apps/buckit/catalog.yaml")
    small.reeve_quietly("search", "reindex", "buckit/activity")
    votes.advance(small)
    count = int(small.sql("SELECT count(*) FROM buckit.votes"))
    assert count > 590_000, count
    dice = random.Random(1)
    people = small.sql("""SELECT id FROM buckit.users WHERE activated_at IS NOT NULL AND blocked_until IS NULL
        ORDER BY id""").split()
    owners = [row.split("|") for row in small.sql("""SELECT b.owner_id, b.id FROM buckit.buckets b
        JOIN buckit.users u ON u.id = b.owner_id WHERE u.blocked_until IS NULL AND u.activated_at IS NOT NULL
        AND b.hidden_until IS NULL ORDER BY b.id LIMIT 300""").split("\n")]
    fresh = small.sql("""SELECT a.id FROM buckit.activities a WHERE a.deleted_at IS NULL
        AND (a.hidden_until > now()) IS NOT TRUE ORDER BY id DESC LIMIT 300""").split()

    def told(line, statements, most, rounds=300):
        made = [statements(turn) for turn in range(rounds)]
        times = sorted(votes.times_of(small, made, "bench_servers")[1:])
        small.limit(f"  {line}, p99", [times[len(times) * 99 // 100]], "ms", most)

    told("a profile", lambda _: [f"SELECT * FROM buckit.profile({dice.choice(people)}, now());"], 1000)
    told("an addition", lambda n: [f"SELECT buckit.item_add({', '.join(owners[n])}, {fresh[n]}, now());"], 1000)
    told("a deletion", lambda n: [f"SELECT buckit.item_remove({', '.join(owners[n])}, {fresh[n]}, now());"], 1000)
    told("a post", lambda n: [f"""SELECT buckit.activity_post({dice.choice(people)}, 'Rowing {n}', 'At dawn',
        'https://photos.example/r.jpg', 'Oulu', 65, 25.4, now() + interval '2 days', now());"""], 1000)
    told("a list changed and shown", lambda n: [
        f"SELECT buckit.item_add({', '.join(owners[n])}, {fresh[-n - 1]}, now());",
        f"SELECT * FROM buckit.bucket_view({', '.join(owners[n])}, now());"], 1000)
    for line, query in {
            "the list of all": "buckit.activity_listing(now())",
            "the list nearby": "buckit.activity_near(60.17, 24.94, 5000, now())",
            "the map": "buckit.activity_map(60, 24.5, 60.5, 25.5, now())",
            "trending": "buckit.trending_activity('{person}', 60.17, 24.94, 50000)",
            "a search": "buckit.search_activity('sauna')"}.items():
        told(line, lambda _, q=query: [f"SELECT * FROM {q.format(person=dice.choice(people))};"], 1000, 100)
    told("a vote, and seen", lambda n: [
        f"SELECT buckit.vote_cast({people[n]}, {fresh[n % 50]}, 1, now());",
        f"SELECT * FROM buckit.activity_page({fresh[n % 50]}, now());"], 800)
    told("an error", lambda n: [f"SELECT buckit.vote_cast({people[0]}, {fresh[0]}, 1, now());"], 3000, 100)
    small.limit("  an error behind a lock", locked(small, people, fresh), "ms", 3000)
    small.have("trips")
    trips.members(small)


def locked(bench, people, fresh):
    """Milliseconds until a caller is told that a lock is not to be had, by the timeouts of the catalog."""
    holder = subprocess.Popen(bench.psql("-At"), env=bench.environment("postgres"), text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    holder.stdin.write("BEGIN; LOCK TABLE buckit.users IN ACCESS EXCLUSIVE MODE; SELECT 'held';\n")
    holder.stdin.flush()
    assert holder.stdout.readline().strip() == "held"
    # Whatever becomes of the caller.
    late = threading.Timer(30, holder.kill)
    late.start()
    found = votes.times_of(bench, [[f"SELECT buckit.vote_cast({people[1]}, {fresh[1]}, 1, now());"]] * 3,
                           "bench_servers")
    late.cancel()
    holder.communicate("ROLLBACK;\n")
    return found
