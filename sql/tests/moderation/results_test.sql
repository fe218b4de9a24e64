-- What became of a notice is told by the sender of its own app, listed without addresses, and sent
-- again only where that is right.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
CREATE ROLE shop_sender LOGIN;
CREATE ROLE other_sender LOGIN;
GRANT reeve_app TO shop_sender, other_sender;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_sender;
CREATE TEMP TABLE sent(outbox_id bigint, recipient text, idempotency_key text);
GRANT SELECT, INSERT, DELETE ON sent TO reeve_worker, shop_sender;
CREATE FUNCTION pg_temp.send(job bigint, verdict text) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO sent
  SELECT t.outbox_id, t.notice ->> 'recipient', t.idempotency_key
  FROM reeve.outbox_take(job, 1, 100) t;
  SELECT reeve.outbox_settle(job, 1, array_agg(s.outbox_id), array_agg(verdict),
    array_agg('no route to ann@mail.example'::text), array_agg(0::bigint)) FROM sent s;
  SELECT count(*) FROM sent
$$;
CREATE FUNCTION pg_temp.deliver(verdict text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  job bigint;
  n bigint;
BEGIN
  UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued';
  DELETE FROM sent;
  job := pg_temp.attempt((SELECT w.worker_id FROM reeve.worker w ORDER BY 1 DESC LIMIT 1),
    current_setting('test.nonce')::uuid, 'notify.deliver');
  SET LOCAL SESSION AUTHORIZATION reeve_worker;
  n := pg_temp.send(job, verdict);
  RESET SESSION AUTHORIZATION;
  RETURN n;
END
$$;
SELECT set_config('test.nonce', :'nonce', FALSE) \g /dev/null
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, place) VALUES
  (6, 'b"2', 3, 'open', 6), (7, 'b"2', 3, 'open', 7);
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_perform('ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}', NULL)
\g /dev/null
SELECT state, coalesce(error, '') AS error, act, about
FROM reeve.notice_list('shop', 'person', '1', 'queued', 10) \gset
SELECT is(:'state'::text, 'queued', 'a notice waits');
SELECT is(:'act'::text || ' ' || :'about', 'A1 person:1', 'of the action that owes it');
RESET SESSION AUTHORIZATION;
SELECT max(outbox_id) AS n FROM reeve.outbox WHERE key = '1' \gset
SELECT max(outbox_id) AS other FROM reeve.outbox WHERE key <> '1' AND sent_with IS NULL \gset
SET SESSION AUTHORIZATION shop_sender;
SELECT throws_ok(format('SELECT reeve.notice_result(%s, %L)', :n, 'delivered'), 'RV004', NULL,
  'what was not sent has no result');
RESET SESSION AUTHORIZATION;
SELECT ok(pg_temp.deliver('sent') > 1, 'it is sent, with others');
SELECT version FROM reeve.outbox WHERE outbox_id = :n \gset
SET SESSION AUTHORIZATION other_sender;
SELECT throws_ok(format('SELECT reeve.notice_result(%s, %L)', :n, 'delivered'), 'RV002', NULL,
  'another app''s sender tells nothing of it');
SELECT throws_ok('SELECT reeve.notice_result(4711, ''delivered'')', 'RV002', NULL,
  'nor learns which there are');
SELECT throws_ok('SELECT * FROM reeve.notice_list(NULL, NULL, NULL, NULL, 10)', '42501', NULL,
  'and lists none');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_sender;
SELECT throws_ok(format('SELECT reeve.notice_result(%s, %L)', :n, 'opened'), 'RV001', NULL,
  'a result is one of three');
SELECT lives_ok(format('SELECT reeve.notice_result(%s, %L)', :n, 'delivered'), 'it arrived');
SELECT lives_ok(format('SELECT reeve.notice_result(%s, %L, %L)', :n, 'bounced',
  '550 5.1.1 <ann@mail.example>: 0039333123456 unknown'), 'and came back');
SELECT lives_ok(format('SELECT reeve.notice_result(%s, %L, %L)', :n, 'bounced', 'again'),
  'which is told twice');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT version FROM reeve.outbox WHERE outbox_id = :n), :version + 2,
  'and changes nothing then');
SELECT is((SELECT count(*) FROM reeve.command
  WHERE kind = 'notice.result' AND actor = 'shop_sender'),
  2::bigint, 'each change is on record, by the sender');
SET SESSION AUTHORIZATION shop_vic;
SELECT state, coalesce(error, '') AS error, act, about
FROM reeve.notice_list('shop', 'person', '1', NULL, 10) \gset
SELECT is(:'state'::text || ': ' || :'error', 'bounced: 550 5.1.1 <•••>: ••• unknown',
  'a viewer sees that, without addresses');
SELECT array_agg(notice) AS notices
FROM reeve.notice_list('shop', NULL, NULL, 'undelivered', 10) \gset
SELECT is(:'notices'::text, '{' || :n || '}', 'among what did not arrive');
SELECT code FROM reeve.notice_resend(:n, NULL) \gset
SELECT is(:'code'::text, 'rank', 'but does not send it again');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT message FROM reeve.notice_resend(:other, NULL) \gset
SELECT is(:'message'::text, 'N' || :other || ' is not sent again: it is sent',
  'what arrived is not sent twice');
SELECT outcome FROM reeve.notice_resend(:n, 'the address was corrected') \gset
SELECT is(:'outcome'::text, 'done', 'a moderator sends it again');
SELECT code FROM reeve.notice_resend(:n, NULL) \gset
SELECT is(:'code'::text, 'state', 'once');
SELECT throws_ok('SELECT reeve.notice_resend(4711, NULL)', 'RV004', NULL, 'and none that is not');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.deliver('failed'), 1::bigint, 'it alone goes out');
SELECT is((SELECT idempotency_key FROM sent), :n || '-2', 'as another message');
-- A message of several notices, one of which was withdrawn between two tries.
SELECT sent_with AS head, max(outbox_id) AS part FROM reeve.outbox
WHERE sent_with IS NOT NULL GROUP BY 1 \gset
UPDATE reeve.outbox SET state = 'withdrawn', sent_at = NULL WHERE outbox_id = :part;
SET SESSION AUTHORIZATION shop_sender;
SELECT throws_ok(format('SELECT reeve.notice_result(%s, %L)', :part, 'bounced'), 'RV004', NULL,
  'a part of a message has no result of its own');
SELECT lives_ok(format('SELECT reeve.notice_result(%s, %L)', :head, 'bounced'), 'the message has');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.notice_resend(:head, NULL) \gset
SELECT is(:'outcome'::text, 'done', 'and is sent again');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT state FROM reeve.outbox WHERE outbox_id = :part), 'withdrawn',
  'without what was withdrawn');
SELECT is(pg_temp.deliver('sent'), 1::bigint, 'it arrives');
SET SESSION AUTHORIZATION shop_ann;
SELECT state, coalesce(error, '') AS error, act, about
FROM reeve.notice_list('shop', 'person', '1', NULL, 10) \gset
SELECT is(:'state'::text || ': ' || :'error', 'failed: no route to •••', 'which could not be sent');
SELECT outcome FROM reeve.undo_perform(1, NULL, NULL) \gset
SELECT is(:'outcome'::text, 'done', 'the ban is undone');
SELECT message FROM reeve.notice_resend(:n, NULL) \gset
SELECT is(:'message'::text, 'N' || :n || ' is not sent again: A1, which owed it, has been undone',
  'then nobody is told of it any more');
RESET SESSION AUTHORIZATION;
-- The outcome of a case that is open again is none.
INSERT INTO reeve.template(app, name, locale, subject, body) VALUES
  ('shop', 'report-dismissed', 'en', 'Your report', 'About {label}: no.');
SET SESSION AUTHORIZATION shop_sender;
SELECT reeve.report_file('shop', 'person', '2', 'fake', 'spam', 'person:3') \g /dev/null
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT case_id FROM reeve.case_queue('shop') WHERE key = '2' \gset
SELECT outcome FROM reeve.case_perform('close', :case_id,
  '{"outcome": "dismissed", "why": "it is theirs"}') \gset
RESET SESSION AUTHORIZATION;
SELECT ok(pg_temp.deliver('failed') > 0, 'the outcome of a case cannot be sent');
SELECT max(outbox_id) AS n FROM reeve.outbox WHERE case_id = :case_id \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.case_perform('reopen', :case_id, '{"why": "look again"}') \gset
SELECT message FROM reeve.notice_resend(:n, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'message'::text, format(
  'N%s is not sent again: C%s, whose outcome it tells, is open again', :n, :case_id),
  'and is not sent while it is open again');
SELECT is((SELECT count(*) FROM reeve.audit_fault_notices(0)), 0::bigint,
  'every version of it is sealed');
SELECT * FROM finish();
ROLLBACK;
