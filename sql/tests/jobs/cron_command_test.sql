BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
DELETE FROM reeve.cron_fire;
DELETE FROM reeve.cron;
DELETE FROM reeve.job_key;
DELETE FROM reeve.job_ready;
CREATE ROLE shop_sue LOGIN;
GRANT reeve_senior TO shop_sue;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');
SELECT lives_ok($$ SELECT reeve.cron_load('shop', '{
  "night": {"kind": "worker.probe", "cron": "30 2 * * *", "zone": "Europe/Berlin"},
  "often": {"kind": "worker.probe", "every": "5m"}}') $$);
SELECT lives_ok($$ SELECT reeve.cron_load('other', '{
  "often": {"kind": "worker.probe", "every": "5m", "overlap": "allow"}}') $$);

-- What viewers see.
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq('SELECT schedule, at, zone, state FROM reeve.cron_list()', $$ VALUES
  ('other/often', 'every 00:05:00', NULL, 'active'),
  ('shop/night', '30 2 * * *', 'Europe/Berlin', 'active'),
  ('shop/often', 'every 00:05:00', NULL, 'active') $$, 'schedules are listed');
SELECT is((SELECT count(*) FROM reeve.cron_list('shop')), 2::bigint, '… of one app');
SELECT results_eq(
  $$ SELECT local, utc_offset, note FROM reeve.cron_preview(
    NULL, '30 2 * * *', 'Europe/Berlin', 2, '2026-03-29 00:00Z') $$,
  $$ VALUES ('Sun 2026-03-29 03:00:00', 'UTC+02:00', 'for a time that the clock skips'),
    ('Mon 2026-03-30 02:30:00', 'UTC+02:00', NULL) $$, 'a preview shows the clock and its offset');
SELECT results_eq(
  $$ SELECT local, utc_offset, note FROM reeve.cron_preview(
    NULL, '@hourly', 'America/St_Johns', 3, '2026-11-01 03:00Z') $$,
  $$ VALUES ('Sun 2026-11-01 01:00:00', 'UTC-02:30', NULL),
    ('Sun 2026-11-01 01:00:00', 'UTC-03:30', 'the second time'),
    ('Sun 2026-11-01 02:00:00', 'UTC-03:30', NULL) $$, '… both times of an hour that comes twice');
SELECT is((SELECT count(DISTINCT fire_at) FROM reeve.cron_preview(NULL, 'night', NULL, 7)),
  7::bigint, 'so does one of a schedule');
SELECT is((SELECT count(DISTINCT fire_at) FROM reeve.cron_preview('shop', 'often', NULL, 7)),
  7::bigint, '… of an interval');
SELECT throws_ok($$ SELECT * FROM reeve.cron_preview(NULL, 'often', NULL, 1) $$, 'RV001',
  'more than one schedule is called often', 'a name of two apps is refused');
SELECT throws_ok($$ SELECT * FROM reeve.cron_preview(NULL, 'nope', NULL, 1) $$, 'RV004',
  'there is no schedule nope', 'so is one of none');
SELECT throws_ok($$ SELECT * FROM reeve.cron_preview(NULL, '* * * * *', 'CEST', 1) $$, 'RV001',
  'there is no time zone CEST', 'so is an abbreviation for a zone');
SELECT throws_ok($$ SELECT * FROM reeve.cron_preview(NULL, '* * * * *', NULL, 1001) $$, 'RV001',
  NULL, 'so is a preview without end');
SELECT results_eq($$ SELECT outcome, code FROM reeve.cron_perform('pause', NULL, 'night', NULL) $$,
  $$ VALUES ('refused', 'rank') $$, 'a viewer may not pause');
RESET SESSION AUTHORIZATION;
SELECT ok(paused_at IS NULL, '… and does not') FROM reeve.cron WHERE name = 'night';
SET SESSION AUTHORIZATION shop_ann;
SELECT is(outcome, 'refused', 'nor may a moderator')
FROM reeve.cron_perform('run', NULL, 'night', NULL);
SELECT throws_ok('SELECT * FROM reeve.cron', '42501', NULL, 'nobody reads the table');
RESET SESSION AUTHORIZATION;

-- What seniors do.
SET SESSION AUTHORIZATION shop_sue;
SELECT is(outcome, 'done', 'a senior pauses')
FROM reeve.cron_perform('pause', NULL, 'shop/often', 'repairs');
SELECT is(message, 'shop/often is already paused', '… once')
FROM reeve.cron_perform('pause', 'shop', 'often', NULL);
SELECT is(outcome, 'done', '… and runs')
FROM reeve.cron_perform('run', 'shop', 'night', 'the night was missed');
SELECT is(code, 'state', '… not while it runs')
FROM reeve.cron_perform('run', 'shop', 'night', NULL);
SELECT is(outcome, 'done', '… but where overlaps are allowed')
FROM reeve.cron_perform('run', 'other', 'often', NULL);
SELECT is(outcome, 'done', '… there again') FROM reeve.cron_perform('run', 'other', 'often', NULL);
SELECT is(code, 'argument', 'a reason has its limit')
FROM reeve.cron_perform('run', 'other', 'often', repeat('x', 2001));
SELECT throws_ok($$ SELECT reeve.cron_perform('drop', 'other', 'often', NULL) $$, 'RV001',
  'a schedule can be run, paused or resumed', 'another verb is none');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.job WHERE principal = 'shop_sue'), 3::bigint,
  'the jobs know who asked');
UPDATE reeve.cron SET next_at = clock_timestamp() - interval '21 min' WHERE app = 'shop'
  AND name = 'often';
SELECT is(reeve.job_schedule_tick(10), 1, 'what is paused does not fire, only others do');
SET SESSION AUTHORIZATION shop_sue;
SELECT is(outcome, 'done', 'it is resumed')
FROM reeve.cron_perform('resume', 'shop', 'often', NULL);
RESET SESSION AUTHORIZATION;
SELECT results_eq(
  $$ SELECT f.occurrences, f.skipped, f.last_at - f.fire_at, c.next_at - f.last_at
    FROM reeve.cron_fire f JOIN reeve.cron c USING (cron_id) WHERE c.app = 'shop' $$,
  $$ VALUES (5::bigint, 'paused', interval '20 min', interval '5 min') $$,
  '… what was due is listed, and the next is ahead');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT results_eq(
  $$ SELECT c.actor, c.kind, c.outcome, r.app || '/' || r.name, r.reason
    FROM reeve.command c JOIN reeve.chain USING (command_id) JOIN reeve.cron_reason r
      USING (command_id)
    WHERE c.kind LIKE 'cron.%' AND c.actor LIKE 'shop%' ORDER BY c.command_id $$,
  $$ VALUES ('shop_vic', 'cron.pause', 'refused', 'shop/night', NULL),
    ('shop_ann', 'cron.run', 'refused', 'shop/night', NULL),
    ('shop_sue', 'cron.pause', 'done', 'shop/often', 'repairs'),
    ('shop_sue', 'cron.pause', 'refused', 'shop/often', NULL),
    ('shop_sue', 'cron.run', 'done', 'shop/night', 'the night was missed'),
    ('shop_sue', 'cron.run', 'refused', 'shop/night', NULL),
    ('shop_sue', 'cron.run', 'done', 'other/often', NULL),
    ('shop_sue', 'cron.run', 'done', 'other/often', NULL),
    ('shop_sue', 'cron.run', 'refused', 'other/often', repeat('x', 2000)),
    ('shop_sue', 'cron.resume', 'done', 'shop/often', NULL) $$,
  'every command is in the chain, with its reason beside it');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(subject, 'schedule shop/often', '… and the record names the schedule')
FROM reeve.command_list(1);
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
