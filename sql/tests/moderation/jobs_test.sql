-- What the moderation jobs do: end, sweep, expire, deliver.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(28);

\ir ../fixtures/worker.sql

SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_perform('ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}',
  NULL) \g /dev/null
RESET SESSION AUTHORIZATION;

-- A row added by a transaction that was open at the ban.
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('a-1', 99, 'Late thing');
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, place) VALUES (99, 'a-1', 2, 'open',
  99);
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.sweep', '{"action_id": 1}') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT reeve.job_advance(:job, 1, 1) \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT hidden_until > now() FROM "Odd Shop".item WHERE nr = 99),
  'the sweep hides a late item');
SELECT is((SELECT state FROM "Odd Shop".deal WHERE id = 99), 'held', 'and holds a late deal');
SELECT is((SELECT count(*)::int FROM reeve.effect WHERE action_id = 1 AND key IN ('["a-1", 99]',
  '99')), 2,
  'both are effects of the same action');
SELECT is((SELECT actor || ' for ' || principal FROM reeve.command WHERE kind = 'sweep'),
  'system:moderation.sweep for ' || session_user,
    'recorded as the system''s act for whoever asked');
SELECT is((SELECT count(*)::int FROM reeve.subject WHERE hidden_by <> ARRAY[1::bigint]), 0,
  'no cause is added twice');

-- The ban's time passes: true on read before any job runs.
UPDATE reeve.action SET until = now() - interval '1 s' WHERE action_id = 1;
UPDATE reeve.subject SET hidden_until = now() - interval '1 s';
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT state FROM reeve.subject_find('shop', 'person', 'olga', FALSE, 5)), '',
  'a timed ban ends on read');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.lift') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 7, 10)).state, 'lost', 'a stale lease lifts nothing');
SELECT is((reeve.job_advance(:job, 1, 10)).rows, 1::bigint, 'the job writes the ending');
SELECT is((reeve.job_advance(:job, 1, 10)).state, 'completed', 'once');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT actor FROM reeve.action WHERE reverses = 1), 'system:moderation.lift',
  'as the system');
SELECT is((SELECT count(*)::int FROM "Odd Shop".item WHERE hidden_until IS NOT NULL), 0,
  'items are back');
SELECT is((SELECT string_agg(state, ',' ORDER BY id) FROM "Odd Shop".deal),
  'open,open,over,void,open,open',
  'held deals are open again, the sweep''s too');

-- Stale rows.
UPDATE "Odd Shop".deal SET ends_at = now() - interval '1 h' WHERE id IN (1, 2, 5);
SELECT pg_temp.attempt(:worker_id, :'nonce', 'collection.expire', '{"collection": "deal"}',
  'shop') AS job \gset
-- HEAP_XMAX_IS_MULTI of access/htup_details.h: an index scan never takes such a row for dead.
CREATE EXTENSION pageinspect;
CREATE FUNCTION pg_temp.multixacts() RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM heap_page_items(get_raw_page('"Odd Shop".deal', 0))
  CROSS JOIN LATERAL pg_get_multixact_members(CASE WHEN t_infomask & 4096 > 0 THEN t_xmax END) l
  JOIN LATERAL pg_get_multixact_members(CASE WHEN t_infomask & 4096 > 0 THEN t_xmax END) w
    ON l.mode = 'fornokeyupd' AND w.mode = 'nokeyupd' AND w.xid <> l.xid
$$;
SELECT pg_temp.multixacts() AS multixacts \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 2)).rows, 2::bigint, 'expiry goes in batches');
SELECT is((reeve.job_advance(:job, 1, 2)).rows, 1::bigint, 'until');
SELECT is((reeve.job_advance(:job, 1, 2)).note, 'ended 3 rows', 'nothing is left');
RESET SESSION AUTHORIZATION;
SELECT cmp_ok(pg_temp.multixacts(), '<=', :multixacts::bigint,
  'rows are locked and written without a multixact');
SELECT is((SELECT count(*)::int FROM reeve.command WHERE kind = 'expire'), 2,
  'a batch is one command');
SELECT is((SELECT string_agg(about || ' to ' || o.key, ', ' ORDER BY about,
  o.key) FROM reeve.outbox o
  JOIN reeve.action a USING (action_id) WHERE a.verb = 'expire'),
  'deal:1 to 1, deal:1 to 2, deal:2 to 1, deal:2 to 3, deal:5 to 2, deal:5 to 3',
    'each side is told once');

-- Delivery.
UPDATE reeve.outbox SET due_at = now() - interval '1 s', locale = 'it-IT' WHERE about = 'deal:1';
UPDATE reeve.outbox SET arguments = arguments - 'deal' WHERE about = 'deal:1' AND key = '1';
SELECT pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((SELECT string_agg(concat(notice ->> 'recipient', ' ', notice ->> 'subject', ' / ',
    notice ->> 'body'), '; ')
  FROM reeve.outbox_take(:job, 1, 10) WHERE notice ->> 'recipient' = 'person:2'),
  'person:2 Affare 1 / Affare 1 in attesa.', 'a notice is rendered in the reader''s language');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT error FROM reeve.outbox WHERE state = 'failed'), 'template held needs {deal}',
  'a missing placeholder is refused');
SELECT is((SELECT rendered FROM reeve.notice_render('at {t|time}', 'Asia/Tokyo',
  '{"t": "2026-11-21T12:00:00+00:00"}')),
  'at 2026-11-21 21:00', 'times are written in the reader''s zone');
SELECT is((SELECT rendered FROM reeve.notice_render('{a}', 'UTC', '{"a": "{b}", "b": "x"}')), '{b}',
  'a placeholder inside a value is not expanded');
-- Settling.
SELECT array_agg(o.outbox_id ORDER BY o.outbox_id) AS ids FROM (
  SELECT outbox_id FROM reeve.outbox WHERE state = 'queued' ORDER BY outbox_id LIMIT 3) o \gset
UPDATE reeve.outbox SET attempts = 99 WHERE outbox_id = (:'ids'::bigint[])[3];
SET SESSION AUTHORIZATION reeve_worker;
SELECT is(reeve.outbox_settle(:job, 7, :'ids', '{sent,retry,retry}', '{"",slow,slow}', '{0,30,0}'),
  NULL, 'a stale lease settles nothing');
SELECT ok(reeve.outbox_settle(:job, 1, :'ids', '{sent,retry,retry}', '{"",slow,slow}', '{0,30,0}')
  BETWEEN 29 AND 31, 'what is tried again waits as long as the receiver wants');
SELECT is(reeve.outbox_settle(:job, 1, :'ids', '{failed,sent,sent}', '{no,"",""}', '{0,0,0}'),
  NULL, 'nothing that has arrived');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(state || coalesce(' ' || error, ''), ',' ORDER BY outbox_id)
  FROM reeve.outbox WHERE outbox_id = ANY (:'ids')), 'sent,sent,failed slow',
  'an outcome is for good; a notice is not tried for ever');
SELECT is_empty('SELECT * FROM reeve.audit_fault_notices(0)',
  'each notice is as the latest command on it sealed it');
SELECT is_empty('SELECT c.command_id, f.problem FROM reeve.command c,
    reeve.audit_fault_notices(c.command_id) f',
  'and so it is where a check begins between two commands of one transaction');
SELECT * FROM finish();
ROLLBACK;
