BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT no_plan();

SELECT set_eq(
  $$ SELECT change, object FROM reeve.cron_load('a', '{
    "tidy": {"kind": "worker.probe", "every": "5m", "args": {"n": 1}},
    "gone": {"kind": "worker.probe", "every": "1h"}}') $$,
  $$ VALUES ('add', 'job tidy'), ('add', 'job gone') $$, 'schedules are loaded');
SELECT set_eq(
  $$ SELECT change, object FROM reeve.cron_load('a', '{
    "tidy": {"kind": "worker.probe", "every": "300s", "args": {"n": 2}}}', TRUE) $$,
  $$ VALUES ('change', 'job tidy'), ('remove', 'job gone') $$, 'a dry run tells the difference');
SELECT is((SELECT count(*)::int FROM reeve.cron WHERE app = 'a'), 2, '… and changes nothing');
SELECT throws_ok(
  $$ SELECT * FROM reeve.cron_load('a', '{"x": {"kind": "nope", "every": "1m"}}') $$, 'RV005', NULL,
  'an unknown kind is refused');
SELECT throws_ok(
  $$ SELECT * FROM reeve.cron_load('a', '{"x": {"kind": "worker.probe", "every": "0s"}}') $$,
  '23514', NULL, 'so is a schedule of less than a second');
SELECT lives_ok(
  $$ SELECT * FROM reeve.cron_load('a', '{"tidy": {"kind": "worker.probe", "every": "5m"}}') $$);
DELETE FROM reeve.cron WHERE app <> 'a';

SELECT is(reeve.job_schedule_tick(10), 1, 'a new schedule fires at once');
SELECT is(reeve.job_schedule_tick(10), 0, '… once');
SELECT results_eq(
  'SELECT j.app, j.principal FROM reeve.job j JOIN reeve.cron_fire f USING (job_id)',
  $$ VALUES ('a', NULL::text) $$, 'nobody is the principal of a schedule''s job');

-- The job is live still.
UPDATE reeve.cron SET next_at = next_at - interval '5 min';
UPDATE reeve.cron_fire SET fire_at = fire_at - interval '5 min';
SELECT is(reeve.job_schedule_tick(10), 0, 'an occurrence is skipped while the one before is live');
SELECT results_eq('SELECT skipped FROM reeve.cron_fire ORDER BY fire_at DESC LIMIT 1',
  ARRAY['overlap'], '… and listed with the reason');

-- Half an hour without a worker.
DELETE FROM reeve.job_key;
UPDATE reeve.cron SET next_at = next_at - interval '31 min';
UPDATE reeve.cron_fire SET fire_at = fire_at - interval '1 day';
SELECT is(reeve.job_schedule_tick(10), 1, 'of the occurrences missed, one fires');
SELECT results_eq(
  $$ SELECT occurrences::int, skipped FROM reeve.cron_fire
    WHERE fire_at > clock_timestamp() - interval '1 h' ORDER BY fire_at $$,
  $$ VALUES (5, 'missed'), (1, NULL) $$, '… the last; the others are listed');
SELECT ok(next_at > clock_timestamp() AND next_at <= clock_timestamp() + every,
  'the next is on the grid') FROM reeve.cron;

-- A clock set back, a restored row: the occurrence is known.
DELETE FROM reeve.job_key;
UPDATE reeve.cron c SET next_at = f.fire_at FROM reeve.cron_fire f WHERE f.job_id IS NOT NULL
  AND f.fire_at > clock_timestamp() - interval '1 h';
SELECT is(reeve.job_schedule_tick(10), 0, 'an occurrence never fires twice');

UPDATE reeve.cron SET next_at = clock_timestamp(), paused_at = clock_timestamp();
SELECT is(reeve.job_schedule_tick(10), 0, 'a paused schedule does not fire');

-- Schedules of the clock. In the year 2020 all that was since is overdue.
DELETE FROM reeve.cron_fire;
DELETE FROM reeve.cron;
DELETE FROM reeve.job_key;
DELETE FROM reeve.job_ready;
SELECT set_eq(
  $$ SELECT change, object, note FROM reeve.cron_load('a', '{
    "yearly": {"kind": "worker.probe", "cron": "30 2 29 3 *", "zone": "Europe/Berlin"}}') $$,
  $$ VALUES ('add', 'job yearly', 'worker.probe at 30 2 29 3 * in Europe/Berlin') $$,
  'a schedule of the clock is loaded');
SELECT ok(next_at > clock_timestamp() AND next_at = reeve.cron_next(
    '30 2 29 3 *', 'Europe/Berlin', clock_timestamp()),
  '… for its next occurrence') FROM reeve.cron;
SELECT throws_ok(
  $$ SELECT * FROM reeve.cron_load('a', '{"x": {"kind": "worker.probe", "cron": "0 0 31 2 *"}}') $$,
  'RV001', NULL, 'one that would never fire is refused');
SELECT throws_ok(
  $$ SELECT * FROM reeve.cron_load('a', '{"x": {"kind": "worker.probe", "cron": "@daily",
    "missed": "all"}}') $$, '23514', NULL, 'so is catching up without overlaps');
CREATE FUNCTION pg_temp.fires() RETURNS SETOF text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', to_char(fire_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'),
    occurrences, to_char(last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'),
    coalesce(skipped, 'fired'))
  FROM reeve.cron_fire ORDER BY fire_at
$$;
-- As of a day of 2026, whatever the day is: the walk ends where the present begins.
CREATE FUNCTION pg_temp.begin(missed text, most int, overlap text, next_at text) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM reeve.cron_fire;
  DELETE FROM reeve.job_key;
  DELETE FROM reeve.job_ready;
  UPDATE reeve.cron SET missed = begin.missed, most = begin.most, overlap = begin.overlap,
    waiting_at = NULL, next_at = begin.next_at::timestamptz;
$$;
-- The years until then, as many as there were.
CREATE FUNCTION pg_temp.years() RETURNS int
LANGUAGE sql AS $$
  SELECT count(*)::int FROM generate_series(2020, 3000) y
  WHERE make_timestamptz(y, 3, 29, 2, 30, 0, 'Europe/Berlin') <= clock_timestamp()
$$;
CREATE FUNCTION pg_temp.newest() RETURNS timestamptz
LANGUAGE sql AS $$
  SELECT reeve.zone_instant('Europe/Berlin',
    make_timestamp(2019 + pg_temp.years(), 3, 29, 2, 30, 0))
$$;

SELECT pg_temp.begin('last', 100, 'skip', '2020-03-29 01:00Z');
SELECT is(reeve.job_schedule_tick(10), 1, 'a clock of years behind: last fires one');
SELECT is(ARRAY(SELECT * FROM pg_temp.fires()), ARRAY[
    format('2020-03-29 01:00 %s %s missed', pg_temp.years() - 1,
      (SELECT to_char(last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
        FROM reeve.cron_fire WHERE skipped = 'missed')),
    to_char(pg_temp.newest() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' 1 fired'],
  '… the newest, and counts the others');
SELECT is(next_at, reeve.cron_next(expression, zone, clock_timestamp()), '… the next is ahead')
FROM reeve.cron;
SELECT is(reeve.job_schedule_tick(10), 0, '… and nothing more is due');

SELECT pg_temp.begin('skip', 100, 'skip', '2020-03-29 01:00Z');
SELECT is(reeve.job_schedule_tick(10), 0, 'skip fires none');
SELECT is(occurrences, pg_temp.years()::bigint, '… and counts all') FROM reeve.cron_fire;

SELECT pg_temp.begin('all', 3, 'allow', '2020-03-29 01:00Z');
SELECT is(reeve.job_schedule_tick(10), 3, 'all fires up to so many');
SELECT is((
    SELECT array_agg(fire_at ORDER BY fire_at) FROM reeve.cron_fire WHERE job_id IS NOT NULL),
  (SELECT array_agg(
      reeve.zone_instant('Europe/Berlin', make_timestamp(y, 3, 29, 2, 30, 0)) ORDER BY y)
    FROM generate_series(2017 + pg_temp.years(), 2019 + pg_temp.years()) y),
  '… the newest, one of them where the clock was set');
SELECT is((SELECT array_agg(occurrences) FROM reeve.cron_fire WHERE skipped = 'missed'),
  ARRAY[pg_temp.years()::bigint - 3], '… and counts the others');
SELECT pg_temp.begin('all', 100, 'allow', '2020-03-29 01:00Z');
SELECT is(reeve.job_schedule_tick(10), pg_temp.years(), '… all where they are fewer');
SELECT is((SELECT count(*) FROM reeve.cron_fire WHERE job_id IS NOT NULL), pg_temp.years()::bigint,
  '… each with its row');

-- More than anybody counts: every second for years.
UPDATE reeve.cron SET expression = '* * * * * *', zone = 'Africa/Casablanca';
SELECT pg_temp.begin('all', 5, 'allow', '2020-03-29 01:00Z');
SELECT is(reeve.job_schedule_tick(10), 5, 'every second of years: so many fire');
SELECT results_eq(
  $$ SELECT occurrences, last_at = (SELECT min(fire_at) - interval '1 second'
      FROM reeve.cron_fire WHERE job_id IS NOT NULL)
    FROM reeve.cron_fire WHERE skipped IS NOT NULL $$,
  $$ VALUES (NULL::bigint, TRUE) $$, '… and the others are a run up to them, uncounted');
SELECT ok((SELECT max(fire_at) FROM reeve.cron_fire) > clock_timestamp() - interval '1 minute',
  '… which is now');

-- A late one is missed after a minute only.
UPDATE reeve.cron SET expression = '0 0 1 1 *', zone = 'UTC';
SELECT pg_temp.begin('skip', 100, 'skip', (clock_timestamp() - interval '50 s')::text);
SELECT is(reeve.job_schedule_tick(10), 1, 'skip lets one fire that is less than a minute late');

-- One waits.
SELECT pg_temp.begin('last', 100, 'queue', '2020-01-01 00:00Z');
UPDATE reeve.cron SET expression = '0 0 1 1 *';
SELECT is(reeve.job_schedule_tick(10), 1, 'queue: the first fires');
UPDATE reeve.cron SET next_at = clock_timestamp() - interval '3 s';
SELECT is(reeve.job_schedule_tick(10), 0, '… the next waits for it');
SELECT ok(waiting_at IS NOT NULL, '… which is written down') FROM reeve.cron;
UPDATE reeve.cron SET next_at = clock_timestamp() - interval '2 s';
SELECT is(reeve.job_schedule_tick(10), 0, '… the one after that is skipped');
SELECT is((SELECT count(*) FROM reeve.cron_fire WHERE skipped = 'overlap'), 1::bigint,
  '… and listed');
SELECT is(reeve.job_schedule_tick(10), 0, '… nothing changes while it runs');
DELETE FROM reeve.job_key;
SELECT is(reeve.job_schedule_tick(10), 1, '… and when it has ended the one that waited fires');
SELECT results_eq(
  $$ SELECT waiting_at, (SELECT count(*) FROM reeve.cron_fire WHERE job_id IS NOT NULL)
    FROM reeve.cron $$, $$ VALUES (NULL::timestamptz, 2::bigint) $$, '… once');
SELECT is(reeve.job_schedule_tick(10), 0, '… and no more');

-- Overlaps that are allowed.
SELECT pg_temp.begin('last', 100, 'allow', (clock_timestamp() - interval '3 s')::text);
SELECT is(reeve.job_schedule_tick(10), 1, 'allow: the first fires');
UPDATE reeve.cron SET next_at = clock_timestamp() - interval '2 s';
SELECT is(reeve.job_schedule_tick(10), 1, '… and the second beside it');

-- A zone that went away with an upgrade of the server.
UPDATE reeve.cron SET zone = 'Europe/Atlantis', next_at = clock_timestamp();
SELECT is(reeve.job_schedule_tick(10), 0, 'a zone that is gone stops its schedule');
SELECT ok(paused_at IS NOT NULL, '… which is paused') FROM reeve.cron;

-- Findings of a manifest.
SELECT set_eq(
  $$ SELECT c.path, c.message
  FROM jsonb_each('{
    "good": {"cron": "0 4 * * mon-fri", "zone": "Europe/Berlin", "overlap": "queue"},
    "all": {"cron": "@daily", "missed": "all", "most": 101, "overlap": "allow"},
    "both": {"cron": "@daily", "every": "1h"}, "none": {}, "bad/one": {"cron": "0 25 * * *"},
    "zone": {"cron": "@daily", "zone": "europe/berlin"}, "est": {"cron": "@daily", "zone": "CEST"},
    "every": {"every": "1h", "zone": "UTC"}, "most": {"every": "1h", "most": 3},
    "over": {"every": "1h", "missed": "all"}, "rare": {"every": "53w"},
    "kind": {"every": "1h", "kind": "probe"}, "queue": {"every": "1h", "queue": "none"}}') j
  CROSS JOIN LATERAL reeve.catalog_check_jobs(jsonb_build_object('jobs', jsonb_build_object(
    j.key, '{"kind": "worker.probe"}' || j.value))) c $$,
  $$ VALUES ('/jobs/all/most', 'most is a number from 1 to 100'),
    ('/jobs/both', 'a job needs either every or cron'),
    ('/jobs/none', 'a job needs either every or cron'),
    ('/jobs/bad~1one/cron', 'cron expression "0 25 * * *": hour "25" is not in 0 … 23'),
    ('/jobs/zone/zone', 'there is no time zone europe/berlin; did you mean Europe/Berlin?'),
    ('/jobs/est/zone', 'there is no time zone CEST'),
    ('/jobs/every/zone', 'zone needs cron'),
    ('/jobs/most/most', 'most needs missed: all'),
    ('/jobs/over/missed', 'missed: all needs overlap: allow'),
    ('/jobs/rare/every', 'a job fires at least every 366 days'),
    ('/jobs/kind/kind', 'there is no job kind probe'),
    ('/jobs/queue/queue', 'there is no queue none') $$,
  'what is wrong with a job is told where it stands');

SELECT * FROM finish();
ROLLBACK;
