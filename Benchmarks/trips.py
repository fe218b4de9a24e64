"""The lines `members` and `retain` of make bench: positions of a whole trip, and their purge."""

TRIP = 7
PURGE = 100_000
BATCH = 5000  # the most that a worker takes at a time


def members(bench):
    """A trip of 600 as its host sees it, with every position, beside a join without rules."""
    bench.have("trips")
    bench.sql(f"""INSERT INTO sotravel.locations
        SELECT m.user_id, t.id, 46 + m.user_id % 600 * 0.0001, 12, now(), t.ends_at
        FROM sotravel.trips t JOIN sotravel.trip_members m ON m.trip_id = t.id
        JOIN sotravel.users u ON u.id = m.user_id AND u.blocked_until IS NULL
        WHERE t.id = {TRIP}
        ON CONFLICT (user_id) DO UPDATE SET seen_at = excluded.seen_at + interval '1 hour';
        ANALYZE sotravel.locations""")
    host = bench.sql(f"""SELECT m.user_id FROM sotravel.trip_members m JOIN sotravel.users u
        ON u.id = m.user_id AND u.blocked_until IS NULL
        WHERE m.trip_id = {TRIP} AND m.role = 'host' LIMIT 1""")
    ours = f"SELECT * FROM sotravel.member_list({host}, {TRIP}, now())"
    bare = f"""SELECT m.user_id, u.name, u.photo_url, m.role, l.latitude, l.longitude, l.seen_at
        FROM sotravel.trip_members m JOIN sotravel.users u ON u.id = m.user_id
        LEFT JOIN sotravel.locations l ON l.user_id = m.user_id
        WHERE m.trip_id = {TRIP} ORDER BY u.name, u.id"""
    seen = int(bench.sql(f"SELECT count(*) FROM ({ours}) q WHERE latitude IS NOT NULL"))
    assert seen > 550, seen
    mine, theirs = bench.server_times(ours, "postgres"), bench.server_times(bare, "postgres")
    bench.report("600 members with positions", "the bare join", mine, theirs, 4, True)
    bench.limit("  members", [1000 * s for s in mine], "ms", 10)


def old(bench):
    """Makes positions that were to go long ago, one a person, and returns how many."""
    return int(bench.sql(f"""TRUNCATE sotravel.locations;
        INSERT INTO sotravel.locations
        SELECT m.user_id, t.id, 46, 12, now() - interval '1 day', t.ends_at
        FROM sotravel.trip_members m JOIN sotravel.trips t ON t.id = m.trip_id
        JOIN sotravel.users u ON u.id = m.user_id AND u.blocked_until IS NULL
        ORDER BY m.user_id LIMIT {PURGE};
        ANALYZE sotravel.locations;
        SELECT count(*) FROM sotravel.locations"""))


def retain(bench):
    """100,000 positions that are too old, batch by batch, beside a bare DELETE of as many rows."""
    bench.have("trips")
    ours = f"""SELECT (reeve.retain_sweep(jsonb_populate_record(NULL::reeve.job, '{{"app": "sotravel"}}'),
        jsonb_populate_record(NULL::reeve.job_progress, '{{"done": 0}}'), {BATCH})).done"""
    bare = f"""DELETE FROM sotravel.locations WHERE ctid = ANY (ARRAY(SELECT ctid FROM sotravel.locations
        WHERE seen_at <= now() - interval '15 minutes' ORDER BY seen_at LIMIT {BATCH} FOR UPDATE))"""
    rows = old(bench)
    mine = bench.server_times(ours, "postgres")[:rows // BATCH - 1]
    assert bench.sql("SELECT count(*) FROM sotravel.locations") == "0"
    old(bench)
    theirs = bench.server_times(bare, "postgres")[:rows // BATCH - 1]
    bench.report(f"purge, {BATCH} of {rows} rows a batch", "a bare DELETE", mine, theirs, 4, True)
    bench.limit("  purge, the slowest batch", [1000 * max(mine)], "ms", 100)
