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

SELECT * FROM finish();
ROLLBACK;
