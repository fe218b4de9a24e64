#!/usr/bin/env bash
# Ten years of every zone: the occurrences that cron_next finds are those of a walk over the zone's clock,
# a quarter of an hour at a time, and a minute at a time for the days around each change of the clock.
# Then schedulers that all believe they lead and are killed again and again: nothing doubled, nothing lost.
#
# REEVE_BIN   the directory of the programs
# REEVE_DSN   a server as its superuser
# YEARS       how many, 10 if unset
# ZONES       a pattern of names, all if unset
# TICKS       seconds of schedulers, 20 if unset
# SEED        of the kills
set -euo pipefail
. "$(dirname "$0")/../proof.sh"

sql -v years="${YEARS:-10}" -v zones="${ZONES:-.}" <<'SQL'
CREATE SCHEMA chaos;
CREATE TABLE chaos.span AS
SELECT timestamptz '2020-01-01 00:00Z' AS start,
  timestamptz '2020-01-01 00:00Z' + make_interval(hours => 8766 * :years) AS finish;
-- What is written, the same in SQL of the time that the clock shows, how finely it is walked, and
-- whether it fits every hour.
CREATE TABLE chaos.expression(text text, fits text, step int, is_hourly boolean);
INSERT INTO chaos.expression VALUES
  ('0 0 * * *', 'h = 0 AND m = 0', 900, FALSE),
  ('30 2 * * *', 'h = 2 AND m = 30', 900, FALSE),
  ('@hourly', 'm = 0', 900, TRUE),
  ('*/15 * * * *', 'm % 15 = 0', 900, TRUE),
  ('15 1,2,3 * * sun', 'h IN (1, 2, 3) AND m = 15 AND w = 0', 900, FALSE),
  ('0 */6 * * *', 'h % 6 = 0 AND m = 0', 900, FALSE),
  ('45 23 L * *', 'h = 23 AND m = 45 AND extract(day FROM l + interval ''1 day'') = 1', 900, FALSE),
  ('0 0 29 2 *', 'h = 0 AND m = 0 AND d = 29 AND mon = 2', 900, FALSE),
  ('30 0-3/3 13 * 5', 'h IN (0, 3) AND m = 30 AND (d = 13 OR w = 5)', 900, FALSE),
  ('0 12 */10 * sat,sun', 'h = 12 AND m = 0 AND d IN (1, 11, 21, 31) AND w IN (0, 6)', 900, FALSE),
  ('7 2 * * *', 'h = 2 AND m = 7', 60, FALSE),
  ('59 0-3 * * *', 'h <= 3 AND m = 59', 60, FALSE),
  ('*/7 * * * *', 'm % 7 = 0', 60, TRUE),
  ('1-59/2 0-22 * * *', 'm % 2 = 1 AND h <= 22', 60, FALSE),
  ('* 1-2 * 3,10 0', 'h IN (1, 2) AND mon IN (3, 10) AND w = 0', 60, FALSE);
CREATE TABLE chaos.zone(name text PRIMARY KEY, alike bigint, changes int);
INSERT INTO chaos.zone(name)
SELECT name FROM pg_timezone_names WHERE name !~ '^posix/|^(Factory|localtime|posixrules)$'
  AND name ~ :'zones';
CREATE TABLE chaos.result(zone text, expression text, occurrences bigint, calls bigint, wrong text[]);

-- Zones whose clocks show the same all the time need one walk.
CREATE PROCEDURE chaos.compare(part int) LANGUAGE plpgsql AS $$
DECLARE
  z text;
BEGIN
  FOR z IN SELECT name FROM chaos.zone WHERE abs(hashtext(name)) % 2 = part LOOP
    -- The same hash is the same time shown at every quarter of an hour.
    UPDATE chaos.zone SET alike = (
      SELECT bit_xor(timestamp_hash_extended(to_timestamp(e) AT TIME ZONE z, e))
      FROM chaos.span, generate_series(
        extract(epoch FROM start)::bigint, extract(epoch FROM finish)::bigint, 900) e)
    WHERE name = z;
    COMMIT;
  END LOOP;
END
$$;

CREATE PROCEDURE chaos.walk(part int) LANGUAGE plpgsql AS $$
DECLARE
  z text;
  x record;
BEGIN
  CREATE TEMP TABLE clock(
    span int, t timestamptz, l timestamp, is_first boolean, is_left_out boolean, h int, m int,
    d int, mon int, w int);
  FOR z IN
    SELECT name FROM (SELECT min(name) AS name FROM chaos.zone GROUP BY alike) r
    WHERE abs(hashtext(name)) % 2 = part ORDER BY name
  LOOP
    TRUNCATE clock;
    -- Span 0 is all of it; the others are minutes around a change.
    WITH grid AS MATERIALIZED (
      SELECT 0 AS span, t, t AT TIME ZONE z AS l
      FROM chaos.span, generate_series(start, finish, '15 min') t
    ), change AS (
      SELECT row_number() OVER (ORDER BY t) AS span, t
      FROM (SELECT t, l - lag(l) OVER (ORDER BY t) AS passed FROM grid) p
      WHERE passed <> interval '15 min'
    ), walked AS MATERIALIZED (
      SELECT * FROM grid
      UNION ALL
      -- Some clocks are set within the quarter.
      SELECT 0, g, g AT TIME ZONE z
      FROM change c, generate_series(c.t - interval '14 min', c.t - interval '1 min', '1 min') g
      UNION ALL
      SELECT c.span, g, g AT TIME ZONE z
      FROM change c, generate_series(c.t - interval '40 h', c.t + interval '40 h', '1 min') g
    ), edge AS (
      SELECT span, t, l, lag(l) OVER w AS before, t - lag(t) OVER w AS passed,
        row_number() OVER (PARTITION BY span, l ORDER BY t) = 1 AS is_first
      FROM walked
      WINDOW w AS (PARTITION BY span ORDER BY t)
    ), seen AS (
      SELECT span, t, l, is_first, FALSE AS is_left_out FROM edge
      UNION ALL
      SELECT e.span, e.t, g, FALSE, TRUE
      FROM edge e, LATERAL (SELECT CASE e.span WHEN 0 THEN interval '15 min' ELSE '1 min' END) s(step),
        generate_series(date_bin(s.step, e.before, '2000-01-01') + s.step, e.l - interval '1 s', s.step) g
      WHERE e.l - e.before > e.passed
    )
    INSERT INTO clock
    SELECT span, t, l, is_first, is_left_out, extract(hour FROM l), extract(minute FROM l),
      extract(day FROM l), extract(month FROM l), extract(dow FROM l)
    FROM seen;
    UPDATE chaos.zone SET changes = (SELECT max(span) FROM clock) WHERE name = z;
    FOR x IN SELECT * FROM chaos.expression LOOP
      -- From every occurrence to the next one: asked somewhere between the two, and near a change of
      -- the clock from its first second and its last, too. Of those every hour a sample elsewhere.
      EXECUTE format(
        $run$
          INSERT INTO chaos.result
          WITH fire AS (
            SELECT DISTINCT span, t FROM clock
            WHERE (span = 0) = (%1$s = 900) AND CASE WHEN %2$L THEN NOT is_left_out
              ELSE is_first OR is_left_out END AND (%3$s)
          ), pair AS (
            SELECT t AS a, lead(t) OVER (PARTITION BY span ORDER BY t) AS b FROM fire
          ), near AS (
            SELECT a, b, (b AT TIME ZONE %5$L) - (a AT TIME ZONE %5$L) <> b - a AS is_near
            FROM pair WHERE b IS NOT NULL
          ), ask AS (
            SELECT to_timestamp(floor(extract(epoch FROM a)
              + extract(epoch FROM b - a)::float8 * random())) AS at, b FROM near
            WHERE is_near OR NOT %2$L OR random() < 0.02
            UNION ALL SELECT a, b FROM near WHERE is_near
            UNION ALL SELECT b - interval '1 second', b FROM near WHERE is_near
          ), told AS (
            SELECT at, b, reeve.cron_after(f, %5$L, at) AS c
            FROM (SELECT reeve.cron_parse(%4$L) AS f) p, ask
          )
          SELECT %5$L, %4$L, (SELECT count(*) FROM fire), count(*),
            (array_agg(format('after %%s: %%s, not %%s', at, c, b)) FILTER (WHERE c IS DISTINCT FROM b))[:3]
          FROM told
        $run$, x.step, x.is_hourly, x.fits, x.text, z);
    END LOOP;
    COMMIT;
  END LOOP;
END
$$;
SQL

both() {
  local pids=() pid status=0
  for part in 0 1; do
    sql -c "SET TimeZone = 'America/New_York'" -c "SET jit = off" -c "SET work_mem = '256MB'" \
      -c "CALL chaos.$1($part)" &
    pids+=($!)
  done
  jobs=("${pids[@]}")
  for pid in "${pids[@]}"; do wait "$pid" || status=1; done
  jobs=()
  return "$status"
}
both compare
both walk
sql -F ' ' -c "SELECT count(*), 'zones,', count(DISTINCT alike), 'clocks,', sum(changes), 'changes'
  FROM chaos.zone"
sql -F ' ' -c "SELECT count(DISTINCT expression), 'expressions:', sum(occurrences), 'occurrences,',
  sum(calls), 'asked for,', count(*) FILTER (WHERE wrong IS NOT NULL), 'wrong' FROM chaos.result"
sql -c "SELECT zone, expression, wrong FROM chaos.result WHERE wrong IS NOT NULL LIMIT 20"
[ "$(sql -c 'SELECT count(*) FROM chaos.result WHERE wrong IS NOT NULL OR calls IS NULL')" = 0 ]
# An overlap, a gap and a leap day were among them.
[ "$(sql -c "SELECT count(DISTINCT expression) FROM chaos.result WHERE occurrences > 0 AND calls > 0")" = \
  "$(sql -c 'SELECT count(*) FROM chaos.expression')" ] || { echo 'an expression was not asked for'; exit 1; }

# Four schedulers tick as fast as they can, each connection killed after a while; a fifth session moves
# next_at back now and then, as a clock that jumps would.
sql -v seconds="${TICKS:-20}" <<'SQL' >"$work/log"
SELECT reeve.cron_load('chaos', '{
  "skip": {"kind": "worker.probe", "cron": "* * * * * *", "zone": "Europe/Berlin"},
  "allow": {"kind": "worker.probe", "cron": "*/2 * * * * *", "overlap": "allow", "missed": "all"},
  "queue": {"kind": "worker.probe", "cron": "* * * * * *", "overlap": "queue"}}');
-- Nobody was there for three hours.
UPDATE reeve.cron SET next_at = date_trunc('minute', clock_timestamp()) - interval '3 hours';
CREATE TABLE chaos.until AS SELECT clock_timestamp() + make_interval(secs => :seconds) AS at;
CREATE TABLE chaos.start AS SELECT cron_id, next_at FROM reeve.cron;
CREATE PROCEDURE chaos.tick() LANGUAGE plpgsql AS $$
BEGIN
  WHILE clock_timestamp() < (SELECT at FROM chaos.until) LOOP
    PERFORM reeve.job_schedule_tick(10);
    IF random() < 0.1 THEN
      ROLLBACK;
    ELSE
      COMMIT;
    END IF;
  END LOOP;
END
$$;
CREATE PROCEDURE chaos.jump() LANGUAGE plpgsql AS $$
BEGIN
  WHILE clock_timestamp() < (SELECT at FROM chaos.until) LOOP
    UPDATE reeve.cron SET next_at = next_at - interval '4 seconds'
    WHERE overlap = 'allow' AND random() < 0.5;
    -- The jobs end now and then, so that what waits can go.
    DELETE FROM reeve.job_key WHERE random() < 0.3;
    COMMIT;
    PERFORM pg_sleep(0.7);
  END LOOP;
END
$$;
SQL
schedulers=()
for _ in 1 2 3 4; do
  (while ! sql -c 'CALL chaos.tick()' 2>/dev/null; do :; done) &
  schedulers+=($!)
done
sql -c 'CALL chaos.jump()' &
schedulers+=($!)
jobs=("${schedulers[@]}")
killed=0
while [ "$(sql -c 'SELECT clock_timestamp() < at FROM chaos.until')" = t ]; do
  killed=$((killed + $(sql -c "SELECT count(pg_terminate_backend(pid)) FROM (
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND query = 'CALL chaos.tick()' ORDER BY random() LIMIT 1) p")))
  sleep "0.$((RANDOM % 9))"
done
wait "${schedulers[@]}"
jobs=()
# The ledger: every second of each schedule is one job, waits, or is within one skipped run.
wrong=$(sql <<'SQL'
WITH due AS (
  SELECT c.cron_id, c.name, c.waiting_at, s AS at
  FROM reeve.cron c JOIN chaos.start USING (cron_id),
    generate_series(start.next_at, c.next_at - interval '1 second',
      CASE c.name WHEN 'allow' THEN interval '2 seconds' ELSE '1 second' END) s
)
SELECT d.name, d.at, count(f)
FROM due d
LEFT JOIN reeve.cron_fire f ON f.cron_id = d.cron_id
  AND d.at BETWEEN f.fire_at AND coalesce(f.last_at, f.fire_at)
GROUP BY d.name, d.at, d.waiting_at
HAVING count(f) <> 1 AND (d.at IS DISTINCT FROM d.waiting_at)
UNION ALL
SELECT 'fires ' || count(*), NULL, (SELECT count(*) FROM reeve.job)
FROM reeve.cron_fire WHERE job_id IS NOT NULL HAVING count(*) <> (SELECT count(*) FROM reeve.job)
UNION ALL
SELECT 'job ' || job_id, NULL, count(*) FROM reeve.cron_fire
WHERE job_id IS NOT NULL GROUP BY job_id HAVING count(*) > 1;
SQL
)
sql -F ' ' -c "SELECT count(job_id), 'fired,', count(*) FILTER (WHERE skipped IS NOT NULL), 'skipped;',
  $killed, 'schedulers killed' FROM reeve.cron_fire"
[ -z "$wrong" ] || { echo "unaccounted or doubled:"; echo "$wrong" | head -20; exit 1; }
