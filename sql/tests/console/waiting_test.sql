-- What waits for whoever sits down at the console, and what comes in while they sit there.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
ALTER TABLE reeve.case ALTER COLUMN case_id RESTART;
ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
UPDATE reeve.policy SET severity = 'critical' WHERE app = 'shop' AND name = 'spam';
CREATE FUNCTION pg_temp.reeve_waits(topic text) RETURNS text LANGUAGE sql AS $$
  SELECT w.amount || ' ' || w.names::text
  FROM reeve.console_waiting(NULL) w WHERE w.topic = reeve_waits.topic
$$;
CREATE FUNCTION pg_temp.reeve_waits() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', w.topic, w.amount, nullif(w.names, '{}')::text), ', ')
  FROM reeve.console_waiting(NULL) w
$$;
CREATE FUNCTION pg_temp.reeve_news(report bigint, approval bigint, jobs bigint[] DEFAULT '{}')
RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', n.topic, n.amount, n.names::text), ', ')
  FROM reeve.console_news('shop', report, approval, jobs) n WHERE n.amount > 0
$$;

SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_waits(), NULL, 'where nothing waits, nothing is said');
SELECT is(pg_temp.reeve_news(0, 0), NULL, 'nor is anything new');

-- Reports and cases.
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'person', '1', 'x', 'spam', 'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'person', '2', 'x', NULL, 'person:1') \g /dev/null
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_waits(), NULL, 'nothing waits for who may not act on it');
SELECT is(pg_temp.reeve_news(0, 0), NULL, 'or is new to them');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_waits(), 'reports 2', 'reports wait before anybody has looked at them');
SELECT is((SELECT count(*)::int FROM reeve.case_queue('shop')), 2);
SELECT is(pg_temp.reeve_waits(), 'urgent 1 {C1}, queue 2 {C1,C2}', 'then they are cases');
SELECT is(pg_temp.reeve_news(0, 0), 'reports 1 {"person:1 spam"}', 'an urgent report is news');
SELECT is(pg_temp.reeve_news(NULL, NULL), NULL, 'not to who only asks where to begin');
SELECT is((SELECT mark FROM reeve.console_news('shop', NULL, NULL, NULL) n
  WHERE n.topic = 'reports'), (SELECT mark FROM reeve.console_news('shop', 0, 0, NULL) n
  WHERE n.topic = 'reports'), 'who is told the number of the last');
SELECT is(pg_temp.reeve_news((SELECT mark FROM reeve.console_news('shop', NULL, NULL, NULL) n
  WHERE n.topic = 'reports'), 0), NULL, 'it is so once');
SELECT is((SELECT message FROM reeve.case_next('shop', NULL, NULL)), 'C1');
SELECT is(pg_temp.reeve_waits(), 'claimed 1 {C1}, queue 1 {C2}', 'a claimed case is its holder''s');
SELECT cmp_ok((SELECT seconds FROM reeve.console_waiting('shop') WHERE topic = 'claimed'), '>',
  590::bigint, 'and the lease is told');
SELECT is((SELECT detail ->> 'lease' FROM reeve.case_perform('claim', 1)), '600',
  'as it is by the verb that renews it');
SELECT cmp_ok((SELECT seconds_left FROM reeve.case_show(1)), '>', 590, 'or by a look');
SELECT is(pg_temp.reeve_news(9999, 9999), 'claimed 600 {C1}', 'a console keeps count of them');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_waits('claimed'), NULL, 'a case is nobody else''s');
SELECT is((SELECT seconds_left FROM reeve.case_show(1)), NULL);
RESET SESSION AUTHORIZATION;
UPDATE reeve.case SET due_at = now() - reeve.case_overdue() - interval '1 s' WHERE case_id = 2;
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_waits('overdue'), '1 {C2}', 'what has waited too long is overdue');

-- Passing on.
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT code || ': ' || message FROM reeve.case_perform('release', 1,
  '{"to": "shop_vic"}')), 'argument: shop_vic is no moderator here; `team` lists who is',
  'a case goes to a moderator');
SELECT is((SELECT code FROM reeve.case_perform('release', 1, '{"to": "nobody''s"}')), 'argument');
SELECT is((SELECT message FROM reeve.case_perform('release', 1, '{"to": "shop_ann"}')),
  'C1 is yours already', 'another than its holder');
SELECT is((SELECT code FROM reeve.case_perform('release', 2, '{"to": "shop_bob"}')), 'state',
  'nobody passes on what is not theirs');
SELECT is((SELECT outcome FROM reeve.case_perform('release', 1, '{"to": "shop_bob",
  "why": "my day is over"}')), 'done');
SELECT is(pg_temp.reeve_waits('claimed'), NULL, 'what is passed on is gone');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_waits('claimed'), '1 {C1}', 'and is the colleague''s');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT reason FROM reeve.case_reason ORDER BY command_id DESC LIMIT 1),
  'to shop_bob: my day is over', 'the record says to whom, and why');

-- Proposals.
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT message FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "forever": true}', NULL)), 'P1');
SELECT is(pg_temp.reeve_waits('approvals'), NULL, 'nobody''s own proposal waits for them');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_waits('approvals'), NULL, 'nor one that they could not approve');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_waits('approvals'), '1 {P1}', 'it waits for those who can');
SELECT is(pg_temp.reeve_news(9999, 0), 'approvals 1 {"P1 shop_ann"}', 'and is news');
SELECT is(pg_temp.reeve_news(9999, 1), NULL, 'once');
SELECT is((SELECT message FROM reeve.team_perform('team.add', 'shop_vic', 'moderator', 'x')), 'P2');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_waits('approvals'), NULL, 'a moderator decides on no member');
RESET SESSION AUTHORIZATION;
UPDATE reeve.approval SET lapses_at = now() - interval '1 s';
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_waits('approvals'), NULL, 'what lapsed waits for nobody');

-- Appeals and notices.
RESET SESSION AUTHORIZATION;
UPDATE reeve.app SET manifest = manifest || '{"appeals": {"window": "20d"}}' WHERE app = 'shop';
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT message FROM reeve.action_perform('hide', 'shop', 'item', '["a-1", 1]',
  '{"policy": "fraud"}', NULL)), 'A2');
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.appeal_open('shop', 'A2', 'person:1', 'x') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_waits('appeals'), NULL, 'nobody decides about their own action');
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_waits('appeals'), NULL, 'a viewer about none');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_waits('appeals'), '1 {A2}', 'an appeal waits for who may decide it');
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.outbox(action_id, collection_id, key, about, template, locale, zone, arguments,
  due_at)
SELECT a.action_id, a.collection_id, a.key, 'late', 'late', 'en', 'UTC', '{}',
  now() - interval '2 hours'
FROM reeve.action a;
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT amount FROM reeve.console_waiting('shop') WHERE topic = 'notices'), 1,
  'a senior is told of notices that nobody sends');

-- Jobs.
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.job_dead(job_id, day, queue_id, priority, lease, attempt, reason, died_at)
VALUES (901, now(), 1, 0, 1, 12, 'attempts', now() - interval '2 days'),
  (902, now(), 1, 0, 1, 12, 'attempts', now() - interval '2 hours');
INSERT INTO reeve.job(job_id, day, queue_id, kind_id, max_attempts, args)
SELECT 902, now(), 1, k.kind_id, 12, '{}' FROM reeve.job_kind k WHERE k.name = 'worker.probe';
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_waits('jobs'), '1 {902}', 'a senior is told of jobs that died today');
SELECT is(pg_temp.reeve_news(9999, 9999, '{901,902,903}'), 'job 1 {worker.probe,discarded}',
  'a console hears of the jobs that it follows');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_waits('jobs'), NULL, 'a moderator, who cannot retry them, is not');

-- Other apps.
SELECT is((SELECT count(*)::int FROM reeve.console_waiting('none')), 0,
  'with one app in view, what waits in another is not shown');
SELECT * FROM finish();
ROLLBACK;
