-- Who sees what is personal: two calls, a reason or a report, and a record of each.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
\ir ../fixtures/shop_talks.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
ALTER TABLE reeve.case ALTER COLUMN case_id RESTART;
ALTER TABLE reeve.report ALTER COLUMN report_id RESTART;
CREATE TEMPORARY TABLE asked(ticket bigint);
GRANT ALL ON asked TO PUBLIC;
CREATE FUNCTION pg_temp.reeve_ask(kind text, collection text, key text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  WITH a AS (SELECT * FROM reeve.reveal_ask(kind, 'shop', collection, key, args)),
  kept AS (INSERT INTO asked SELECT (detail ->> 'ticket')::bigint FROM a)
  SELECT concat_ws(' ', outcome, code, nullif(message, '')) FROM a
$$;
CREATE FUNCTION pg_temp.reeve_ticket() RETURNS bigint LANGUAGE sql
  AS 'SELECT max(ticket) FROM asked';
-- Has it look as if what asked was committed before.
CREATE FUNCTION pg_temp.reeve_commit() RETURNS void LANGUAGE sql SECURITY DEFINER AS
  $$UPDATE reeve.reveal SET transaction = '3'$$;

-- Fields.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_ask('fields', 'person', '1', '{"fields": ["email"], "why": "curious"}'),
  'refused rank revealing needs the rank moderator and a login of your own',
  'a viewer sees nothing personal');
SELECT throws_ok('SELECT * FROM reeve.reveal', '42501', NULL,
  'nobody reads the records themselves');
SELECT throws_ok('SELECT * FROM reeve.reveal_reason', '42501', NULL, 'nor the reasons');
SELECT throws_ok('SELECT reeve.reveal_take(1, ''fields'')', '42501', NULL, 'nor uses up tickets');
SELECT throws_ok($$SELECT reeve.app_show(1, '1', '{email}')$$, '42501', NULL,
  'nor calls what reads the rows');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_ask('fields', 'person', '1', v.args), v.answer, v.answer)
FROM (VALUES
  ('{"fields": ["email"]}'::jsonb, 'refused argument say why'),
  ('{"fields": ["email"], "why": "  "}', 'refused argument say why'),
  ('{"fields": [], "why": "x"}', 'refused argument say which fields (one of: email)'),
  ('{"fields": ["id"], "why": "x"}',
    'refused argument person has no personal field id (one of: email)'),
  ('{"fields": ["email", "folded\"; --"], "why": "x"}',
    'refused argument person has no personal field folded"; -- (one of: email)'),
  (jsonb_build_object('fields', '{email}'::text[], 'why', repeat('x', 2001)),
    'refused argument a reason has at most 2000 characters')) v(args, answer);
SELECT is(pg_temp.reeve_ask('fields', 'person', '99', '{"fields": ["email"], "why": "x"}'),
  'refused notfound there is no person:99', 'of nobody nothing');
SELECT is(pg_temp.reeve_ask('fields', 'stall', 'c', '{"fields": ["title"], "why": "x"}'),
  'refused argument stall has no personal field title (it has none)',
  'what is not personal is seen');
SELECT throws_ok($$SELECT reeve.reveal_ask('all', 'shop', 'person', '1', '{}')$$, 'RV001', NULL,
  'there are four kinds');
SELECT throws_ok($$SELECT reeve.reveal_ask('fields', 'shop', 'person', '1', '{"case": 99}')$$,
  'RV004', 'there is no case C99', 'a case that is named is there');
SELECT is(pg_temp.reeve_ask('fields', 'person', '01',
  '{"fields": ["email"], "why": "asked by court 88"}'),
  'done', 'a moderator with a reason gets a ticket');
SELECT throws_ok('SELECT * FROM reeve.reveal_fields(pg_temp.reeve_ticket())', 'RV002', NULL,
  'which is no good in the transaction that asked');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT throws_ok('SELECT * FROM reeve.reveal_chat(pg_temp.reeve_ticket(), 1, 1)', 'RV002', NULL,
  'nor for anything else');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_bob;
SELECT throws_ok('SELECT * FROM reeve.reveal_fields(pg_temp.reeve_ticket())', 'RV002', NULL,
  'nor for anybody else');
RESET SESSION AUTHORIZATION;
SAVEPOINT fresh;
UPDATE reeve.reveal SET asked_at = asked_at - interval '301 s';
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok('SELECT * FROM reeve.reveal_fields(pg_temp.reeve_ticket())', 'RV002', NULL,
  'nor after 5 minutes');
RESET SESSION AUTHORIZATION;
ROLLBACK TO fresh;
UPDATE reeve.member SET rank = 'viewer' WHERE role_name = 'shop_ann';
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok('SELECT * FROM reeve.reveal_fields(pg_temp.reeve_ticket())', 'RV002', NULL,
  'nor for who lost the rank');
RESET SESSION AUTHORIZATION;
ROLLBACK TO fresh;
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq('SELECT field, value, type FROM reeve.reveal_fields(pg_temp.reeve_ticket())',
  $$VALUES ('email', 'olga@example.org', 'text')$$, 'later it shows what was asked for, no more');
SELECT throws_ok('SELECT * FROM reeve.reveal_fields(pg_temp.reeve_ticket())', 'RV002', NULL,
  'once');
SELECT results_eq($$SELECT kind, actor, reason, outcome
    FROM reeve.subject_history('shop', 'person', '1', 1)$$,
  $$VALUES ('reveal email', 'shop_ann', 'asked by court 88', 'done')$$,
  'the subject''s history has it');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT m.actor, m.key, m.outcome, m.detail - 'digest' - 'as'
    FROM reeve.command m WHERE m.kind = 'reveal' ORDER BY m.command_id DESC LIMIT 1$$,
  $$VALUES ('shop_ann', '1', 'done', '{"fields": ["email"]}'::jsonb)$$,
  'the chain knows who looked at which fields of whom');
SELECT is((SELECT count(*)::int FROM reeve.command m WHERE m.detail::text ~ 'court|curious'), 0,
  'and no reason');
SELECT is((SELECT array_agg(DISTINCT m.outcome || ' ' || m.code) FROM reeve.command m
  WHERE m.kind = 'reveal' AND m.actor = 'shop_vic'), '{"refused rank"}', 'refusals are in it');
SELECT is(m.detail ->> 'digest', encode(sha256(w.salt || reeve.bytes_prefix(convert_to(w.reason,
  'UTF8')) || reeve.bytes_prefix(NULL)), 'hex'), 'the reason is sealed by its salted digest')
FROM reeve.command m JOIN reeve.reveal_reason w USING (command_id);

-- A quota, for all sessions of a login.
UPDATE reeve.app SET manifest = manifest || '{"reveals": {"quota": 2}}' WHERE app = 'shop';
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_ask('fields', 'person', '2', '{"fields": ["email"], "why": "x"}'), 'done');
SELECT is(pg_temp.reeve_ask('fields', 'person', '3', '{"fields": ["email"], "why": "x"}'),
  'refused quota shop_ann has revealed 2 times within the hour, the most allowed',
  'nobody looks without end');
RESET SESSION AUTHORIZATION;
UPDATE reeve.app SET manifest = manifest - 'reveals' WHERE app = 'shop';

-- By a value.
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT reeve.reveal_ask('find', 'shop', 'person', NULL,
  '{"fields": ["email"], "why": "x"}')$$, 'RV001', NULL, 'a value is needed');
SELECT is(pg_temp.reeve_ask('find', 'person', NULL,
  '{"fields": ["Full Name"], "value": "Olga Owner", "why": "x"}'),
  'refused argument person has no personal field Full Name (one of: email)');
SELECT is(pg_temp.reeve_ask('find', 'person', NULL,
  '{"fields": ["email"], "value": "BERT@example.org", "why": "same seller"}'), 'done');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT throws_ok($$SELECT * FROM reeve.reveal_find(pg_temp.reeve_ticket(), 'olga@example.org', 9)$$,
  'RV002', NULL, 'a ticket serves one value');
SELECT results_eq($$SELECT * FROM reeve.reveal_find(pg_temp.reeve_ticket(), 'BERT@example.org',
  9)$$,
  $$VALUES ('2', 'Bert Buyer', '')$$, 'who has it is found, in any case');
SELECT is(pg_temp.reeve_ask('find', 'person', NULL,
  '{"fields": ["email"], "value": "'' OR TRUE --", "why": "x"}'), 'done');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT is_empty($$SELECT * FROM reeve.reveal_find(pg_temp.reeve_ticket(), ''' OR TRUE --', 9)$$,
  'a value is a value');

-- By how a value begins.
SELECT throws_ok($$SELECT reeve.reveal_ask('find', 'shop', 'person', NULL,
  '{"fields": ["email"], "value": " b ", "begins": true, "why": "x"}')$$, 'RV001',
  'the beginning of a value has three characters or more', 'nobody lists all that there are');
SELECT is(pg_temp.reeve_ask('find', 'person', NULL,
  '{"fields": ["email"], "value": "BERT@", "begins": true, "why": "same seller"}'), 'done');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT throws_ok($$SELECT * FROM reeve.reveal_find(pg_temp.reeve_ticket(), 'BERT@', 9)$$,
  'RV002', NULL, 'a ticket for a beginning serves no whole value');
SELECT throws_ok($$SELECT * FROM reeve.reveal_find(pg_temp.reeve_ticket(), 'ber', 9, TRUE)$$,
  'RV002', NULL, 'and no other beginning');
SELECT results_eq($$SELECT * FROM reeve.reveal_find(pg_temp.reeve_ticket(), 'BERT@', 9, TRUE)$$,
  $$VALUES ('2', 'Bert Buyer', '')$$, 'who has one that begins so is found, not what it is');
SELECT is(pg_temp.reeve_ask('find', 'person', NULL,
  '{"fields": ["email"], "value": "BERT@example.org", "why": "x"}'), 'done');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT throws_ok(
  $$SELECT * FROM reeve.reveal_find(pg_temp.reeve_ticket(), 'BERT@example.org', 9, TRUE)$$,
  'RV002', NULL, 'a ticket for a value serves no beginning');
SELECT is(pg_temp.reeve_ask('find', 'person', NULL,
  '{"fields": ["email"], "value": "b%t", "begins": true, "why": "x"}'), 'done');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT is_empty($$SELECT * FROM reeve.reveal_find(pg_temp.reeve_ticket(), 'b%t', 9, TRUE)$$,
  'a pattern is none');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.command m
    WHERE m.kind = 'reveal.find' AND m.actor = 'shop_ann' AND (m.detail -> 'begins')::boolean), 2,
  'that it was for a beginning is on the record');
SELECT is((SELECT count(*)::int FROM reeve.command m WHERE m::text ~* 'bert@|or true'), 0,
  'values are in no record');

-- Conversations: with a reason, or because of an open report.
CREATE FUNCTION pg_temp.reeve_talk(before int, after int) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat(CASE WHEN r.is_asked THEN '>' END, r.key::jsonb ->> 0,
    repeat('!', r.reports), CASE WHEN r.is_hidden THEN '-' END), ' ')
  FROM reeve.reveal_chat(pg_temp.reeve_ticket(), before, after) r
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_ask('chat', 'line', '[10, "en"]', '{}'), 'refused argument it has no open '
'report: say why', 'nobody reads along');
SELECT is(pg_temp.reeve_ask('chat', 'stall', 'c', '{"why": "x"}'),
  'refused argument stall:c is neither a conversation nor a message');
SELECT is(pg_temp.reeve_ask('chat', 'line', '[99, "en"]', '{"why": "x"}'),
  'refused notfound there is no line:[99, "en"]');
SELECT is(pg_temp.reeve_ask('chat', 'line', '[10, "en"]', '{"why": "threat, ticket 4"}'), 'done');
SELECT throws_ok('SELECT pg_temp.reeve_talk(2, 2)', 'RV002', NULL, 'two calls here, too');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT is(pg_temp.reeve_talk(2, 2), '8 9 >10 11 12', 'with a reason');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'line', '[12, "en"]', 'rude', 'spam', 'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'line', '[12, "en"]', 'rude', 'spam', 'person:3') \g /dev/null
SELECT reeve.report_file('shop', 'talk', '["b\"2", 1]', 'all', 'spam', 'person:3') \g /dev/null
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(p.outcome, 'done') FROM reeve.action_perform('hide', 'shop', 'line', '[11, "en"]',
  '{"policy": "spam", "for": "7d"}', NULL) p;
SELECT is(pg_temp.reeve_ask('chat', 'line', '[10, "en"]', '{}'), 'done C1',
  'because of a report of another message of it');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT is(pg_temp.reeve_talk(1, 3), '9 >10 11- 12!! 13',
  'what was reported and what is hidden is marked');
SELECT is(pg_temp.reeve_ask('chat', 'talk', '["a-1", 1]', '{}'), 'done C1',
  'the conversation, too');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT is(pg_temp.reeve_talk(3, 3), '28 29 30', 'from its end');
SELECT is(pg_temp.reeve_ask('chat', 'person', '1', '{"why": "x"}'),
  'refused argument person:1 is neither a conversation nor a message', 'whatever is reported');
SELECT is(pg_temp.reeve_ask('chat', 'line', '[101, "en"]', '{}'), 'done C2',
  'because of a report of the conversation');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT results_eq(
  'SELECT author, label, words, at FROM reeve.reveal_chat(pg_temp.reeve_ticket(), 0, 0)',
  $$VALUES ('person:3', 'Carl Client', 'other 1', '2026-01-01 11:00+00'::timestamptz)$$,
  'who wrote what, and when');
SELECT is(p.outcome, 'done') FROM reeve.case_perform('claim', 1) p;
SELECT is(p.outcome, 'done') FROM reeve.case_perform('close', 1,
  '{"outcome": "dismissed", "why": "banter"}') p;
SELECT is(pg_temp.reeve_ask('chat', 'line', '[10, "en"]', '{}'), 'refused argument it has no open '
'report: say why', 'a closed case opens nothing');
SELECT is(pg_temp.reeve_ask('chat', 'line', '[10, "en"]', '{"case": 2}'), 'refused argument it '
'has no open report: say why', 'nor does one of another');
RESET SESSION AUTHORIZATION;

-- Who is hidden has a tombstone where their messages are read.
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,person,tombstone}', '"''person '' || t.id"')) \gset
UPDATE "Odd Shop"."Person" SET blocked_until = 'infinity' WHERE id = 1;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_ask('chat', 'line', '[10, "en"]', '{"why": "threat, ticket 4"}'), 'done');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT bag_eq('SELECT author, label FROM reeve.reveal_chat(pg_temp.reeve_ticket(), 1, 0)',
  $$VALUES ('person:1', 'person 1'), ('person:2', 'Bert Buyer')$$,
  'a chat names who is hidden by the tombstone, the others by their labels');
RESET SESSION AUTHORIZATION;
UPDATE "Odd Shop"."Person" SET blocked_until = NULL WHERE id = 1;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset

-- Evidence.
CREATE FUNCTION pg_temp.reeve_hidden() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS
  $$SELECT action_id FROM reeve.action WHERE verb = 'hide'$$;
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT array_agg(e.reference || ' ' || e.subject || ' ' || e.who ORDER BY e.at)
  FROM reeve.evidence_list('C', 1) e), ARRAY['R1 line:[12, "en"] person:2',
  'R2 line:[12, "en"] person:3'], 'what was kept for a case');
SELECT is((SELECT e.what FROM reeve.evidence_list('A', pg_temp.reeve_hidden()) e), 'hide',
  'or an action');
SELECT throws_ok($$SELECT * FROM reeve.evidence_list('X', 1)$$, 'RV001');
SELECT throws_ok($$SELECT * FROM reeve.evidence_list('A', 0)$$, 'RV004', 'there is no action A0',
  'no action, no evidence');
RESET SESSION AUTHORIZATION;
CREATE FUNCTION pg_temp.reeve_kept(reference bigint) RETURNS bigint LANGUAGE sql SECURITY DEFINER AS
  $$SELECT evidence_id FROM reeve.report WHERE report_id = reference$$;
UPDATE "Odd Shop"."Line $1" SET "What $2" = 'nothing' WHERE "Nr %I" = 12;
UPDATE "Odd Shop"."Person" SET "Full Name" = 'Olga Other' WHERE id = 1;
DELETE FROM "Odd Shop"."Line $1" WHERE "Nr %I" = 13;
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT field, value, present, is_masked, differs, purpose, refers
    FROM reeve.evidence_show(pg_temp.reeve_kept(1)) WHERE role = 'subject'$$, $$VALUES
  ('Nr %I', '12', '12', FALSE, FALSE, NULL, NULL),
  ('wrote', '1', '1', FALSE, FALSE, 'by', 'person:1'),
  ('When', '2026-01-01T10:06:00+00:00', '2026-01-01T10:06:00+00:00', FALSE, FALSE, 'at', NULL),
  ('What $2', '•••', '•••', TRUE, TRUE, 'text', NULL),
  ('hidden_until', NULL, NULL, FALSE, FALSE, NULL, NULL), ('lang', 'en', 'en', FALSE, FALSE, NULL,
  NULL)$$, 'what was there beside what is, what is personal masked');
SELECT is((SELECT array_agg(DISTINCT e.subject || ' ' || e.state
  ORDER BY e.subject || ' ' || e.state)
  FROM reeve.evidence_show(pg_temp.reeve_kept(1)) e), ARRAY['line:[10, "en"] ',
    'line:[11, "en"] changed',
  'line:[12, "en"] changed', 'line:[13, "en"] gone', 'line:[14, "en"] ', 'person:1 changed',
  'talk:["a-1", 1] '], 'what changed, what is gone');
SAVEPOINT whole;
RESET SESSION AUTHORIZATION;
ALTER TABLE "Odd Shop"."Line $1" RENAME TO line_before;
ALTER TABLE "Odd Shop"."Person" RENAME id TO nr;
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT array_agg(DISTINCT e.subject || ' ' || e.state
  ORDER BY e.subject || ' ' || e.state)
  FROM reeve.evidence_show(pg_temp.reeve_kept(1)) e), ARRAY['line:[10, "en"] unread',
    'line:[11, "en"] unread', 'line:[12, "en"] unread', 'line:[13, "en"] unread',
    'line:[14, "en"] unread', 'person:1 unread', 'talk:["a-1", 1] '],
  'of a table or key that is gone no row is said to be gone');
RESET SESSION AUTHORIZATION;
ROLLBACK TO whole;
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_ask('evidence', NULL, NULL, jsonb_build_object('evidence',
  pg_temp.reeve_kept(1), 'why',
  'x')), 'refused rank revealing needs the rank moderator and a login of your own');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_ask('evidence', NULL, NULL, jsonb_build_object('evidence',
  pg_temp.reeve_kept(1))),
  'refused argument say why');
SELECT throws_ok($$SELECT reeve.reveal_ask('evidence', NULL, NULL, NULL, '{"evidence": 0}')$$,
  'RV004');
SELECT is(pg_temp.reeve_ask('evidence', NULL, NULL, jsonb_build_object('evidence',
  pg_temp.reeve_kept(1), 'why',
  'for the appeal')), 'done');
SELECT throws_ok('SELECT * FROM reeve.evidence_read(pg_temp.reeve_ticket())', 'RV002');
SELECT pg_temp.reeve_commit() \g /dev/null
SELECT results_eq($$SELECT value, present FROM reeve.evidence_read(pg_temp.reeve_ticket())
    WHERE role = 'subject' AND purpose = 'text'$$, $$VALUES (E'line\x1b[31m 12', 'nothing')$$,
  'unmasked by the same two calls');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.erase(c.collection_id, ARRAY['1']) FROM reeve.collection c
WHERE c.app = 'shop' AND c.name = 'person' \g /dev/null
UPDATE reeve.evidence_bytes SET content = replace(content, 'line', 'lime')
WHERE key = '[12, "en"]';
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT e.role, e.state, e.erased_at IS NOT NULL, count(e.field)
    FROM reeve.evidence_show(pg_temp.reeve_kept(1)) e
    WHERE e.role = 'subject' OR e.subject = 'person:1' GROUP BY 1, 2, 3, e.place ORDER BY e.place$$,
  $$VALUES ('subject', 'altered', FALSE, 0::bigint), ('parent', 'erased', TRUE, 0)$$,
  'what was erased or altered says so, and shows nothing');
RESET SESSION AUTHORIZATION;
-- Evidence of reports is sealed with what somebody did about their case.
UPDATE reeve.member SET rank = 'auditor' WHERE role_name = 'shop_vic';
SELECT reeve.command_record('team.add', session_user,
  detail => '{"members": ["shop_vic"]}') AS recorded \gset
GRANT reeve_auditor TO shop_vic;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT bag_eq($$SELECT c.kind, m.problem FROM reeve.audit_recheck(1) m
    JOIN reeve.command_list(100) c USING (command_id)$$, $$VALUES
  ('hide', 'the action differs from what was sealed'),
  ('case.claim', 'the evidence differs from what was sealed'),
  ('case.close', 'the evidence differs from what was sealed')$$, 'altered evidence is found');
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.forgotten(collection_id, key, erasure)
SELECT collection_id, key, 0 FROM reeve.evidence_bytes WHERE erased_at IS NOT NULL
ON CONFLICT DO NOTHING;
SELECT reeve.command_record('erase', 'test', items => (
  SELECT jsonb_object_agg('E' || erasure, reeve.record_erasure(erasure))
  FROM (SELECT DISTINCT erasure FROM reeve.forgotten) f)) AS recorded \gset
UPDATE reeve.evidence_bytes SET content = replace(content, 'lime', 'line')
WHERE key = '[12, "en"]';
SET SESSION AUTHORIZATION shop_vic;
SELECT is_empty('SELECT * FROM reeve.audit_recheck(1)', 'erased evidence is still what was sealed');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
