-- The digest of a day: what came in, what was done, what failed, and what waits now.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT no_plan();
CREATE ROLE shop_web LOGIN;
GRANT reeve_app TO shop_web;
CREATE FUNCTION pg_temp.report(key text, at timestamptz, rule text) RETURNS void LANGUAGE sql AS $$
  SELECT reeve.report_put(c.collection_id, report.key, 'spam', 'x', NULL, NULL, report.rule)
  FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'person';
  UPDATE reeve.report p SET at = report.at
  WHERE p.report_id = (SELECT max(o.report_id) FROM reeve.report o)
$$;
SELECT date_trunc('day', now(), 'UTC') AS today \gset
-- Three of yesterday, one of which a rule filed, one of the day before, one of today.
SELECT pg_temp.report('1', :'today'::timestamptz - interval '1 day', NULL),
  pg_temp.report('2', :'today'::timestamptz - interval '1 ms', 'shop/x'),
  pg_temp.report('2', :'today'::timestamptz - interval '1 hour', NULL),
  pg_temp.report('3', :'today'::timestamptz - interval '25 hours', NULL),
  pg_temp.report('4', :'today'::timestamptz, NULL) \g /dev/null
SELECT reeve.case_intake() AS taken \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT (reeve.action_perform('ban', 'shop', 'person', '3', '{"policy": "fraud", "for": "1d"}',
  NULL)).outcome AS banned \gset
RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION shop_web;
SELECT throws_ok('SELECT * FROM reeve.digest_list(NULL, NULL)', '42501', NULL,
  'an app learns nothing of it');
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT figure, amount FROM reeve.digest_list('shop', NULL)
  WHERE section = 'reports'$$, $$VALUES ('by people', 2::bigint), ('by flags and rules', 1)$$,
  'yesterday''s reports');
SELECT results_eq($$SELECT figure, amount FROM reeve.digest_list('shop', NULL)
  WHERE section = 'cases'$$, $$VALUES ('opened', 2::bigint), ('closed', 0), ('of them upheld', 0),
  ('appeals opened', 0)$$, 'and cases');
SELECT results_eq($$SELECT figure, amount, note ~ '^oldest C\d+ since .* UTC$'
  FROM reeve.digest_list('shop', NULL) WHERE section = 'queues now' AND figure ~ 'cases'$$,
  $$VALUES ('open cases', 4::bigint, TRUE), ('overdue cases', 0, FALSE)$$, 'the oldest case');
SELECT results_eq($$SELECT figure, amount FROM reeve.digest_list('shop', current_date)
  WHERE section = 'actions'$$, $$VALUES ('taken', 1::bigint), ('undone', 0),
  ('ended by themselves', 0)$$, 'today''s actions so far');
SELECT results_eq($$SELECT amount FROM reeve.digest_list('shop', NULL) WHERE figure = 'taken'$$,
  'VALUES (0::bigint)', 'none yesterday');
SELECT throws_ok($$SELECT * FROM reeve.digest_list('nope', NULL)$$, 'RV003');
SELECT throws_ok(format($$SELECT * FROM reeve.digest_list('shop', %L)$$, d), 'RV001', NULL, d)
FROM unnest('{infinity,-infinity,2099-01-01}'::text[]) d;
RESET SESSION AUTHORIZATION;

-- As a worker gets it.
\ir ../fixtures/worker.sql
SELECT pg_temp.attempt(:worker_id, :'nonce', 'digest.send', '{}', 'shop') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT is(d.idempotency_key || ' ' || (d.body ->> 'app'),
  format('digest-shop-%s shop', (now() AT TIME ZONE 'UTC')::date - 1), 'each day has its key')
FROM reeve.digest_take(:job, 1) d;
SELECT is((SELECT d.body FROM reeve.digest_take(:job, 2) d), NULL, 'nothing on a stale lease');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.attempt(:worker_id, :'nonce', 'digest.send', '{"day": 1}', 'shop') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT throws_ok(format('SELECT * FROM reeve.digest_take(%s, 1)', :job), 'RV001');
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT * FROM reeve.digest_take(1, 1)$$, '42501', NULL, 'nor people');
SELECT throws_ok($$SELECT reeve.enqueue('digest.send', '{}')$$, 'RV002', NULL,
  'a moderator has none sent');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
