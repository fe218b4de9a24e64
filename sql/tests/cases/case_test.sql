-- What users report: report_count, the queue, leases, outcomes, reporters.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
CREATE ROLE shop_other LOGIN;
GRANT reeve_app TO shop_app, shop_other;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
ALTER TABLE reeve.case ALTER COLUMN case_id RESTART;
INSERT INTO reeve.template(app, name, locale, subject, body) VALUES
  ('shop', 'report-upheld', 'en', 'Your report', 'About {label} of {reported|time}: {policy}'),
  ('shop', 'report-dismissed', 'en', 'Your report', 'About {label}: no.');
CREATE FUNCTION pg_temp.reeve_took(verb text, case_id bigint, args jsonb DEFAULT '{}') RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code) FROM reeve.case_perform(verb, case_id, args) p
$$;
CREATE FUNCTION pg_temp.reeve_queue() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg('C' || q.case_id, ' ') FROM reeve.case_queue('shop') q
$$;

-- Who may report what.
SET SESSION AUTHORIZATION shop_app;
SELECT ok(reeve.report_file('shop', 'person', '1', E'Sells \x1b[31mfakes \u202e' || repeat('x',
  3000),
  'spam', 'person:2') > 0, 'an app reports for its user');
SELECT ok(reeve.report_file('shop', 'person', '01', ' ', 'spam', 'person:03') > 0,
  'keys are written as the database writes them');
SELECT ok(reeve.report_file('shop', 'item', '["a-1", 2]', 'fake', reporter => 'person:2') > 0,
  'keys may have several columns, the policy be unknown');
SELECT throws_ok($$SELECT reeve.report_file('shop', 'person', '99')$$, 'RV004',
  'there is no person:99', 'nobody reports what there is not');
SELECT throws_ok($$SELECT reeve.report_file('shop', 'person', '1; DROP TABLE x')$$, 'RV004', NULL,
  'a key of another type is none');
SELECT throws_ok($$SELECT reeve.report_file('shop', 'person', '1', policy => 'nope')$$, 'RV001',
  'app shop never had a policy nope', 'nor by a rule that never was');
SELECT throws_ok($$SELECT reeve.report_file('shop', 'person', '1', reporter => 'user:1')$$, 'RV003',
  NULL, 'nor in the name of a collection that there is not');
SELECT throws_ok('SELECT * FROM reeve.report', '42501', NULL, 'the app reads nothing back');
SELECT throws_ok('SELECT * FROM reeve.case_queue(NULL)', '42501', NULL, 'nor sees the queue');
SET SESSION AUTHORIZATION shop_other;
SELECT throws_ok($$SELECT reeve.report_file('shop', 'person', '1')$$, 'RV002', NULL,
  'another app''s login reports nothing here');
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT reeve.report_file('shop', 'person', '1')$$, '42501', NULL,
  'nor does an admin');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT array_agg(char_length(words)) FROM reeve.report WHERE key = '1'),
  '{2000,NULL}', 'words are cut, blank ones are none');
SELECT is((SELECT array_agg(DISTINCT filed_by) FROM reeve.report), '{shop_app}',
  'the login that filed it is kept');
SELECT is((SELECT count(*)::int FROM reeve.case), 0,
  'no case is written by the app''s transaction');

-- Folded into one case a subject and policy.
-- A moderator's look puts them into cases; a viewer's writes nothing.
SET SESSION AUTHORIZATION shop_ann;
SELECT count(*) FROM reeve.case_queue('shop') \g /dev/null
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT case_id, key, label, policy_name, severity, report_count
  FROM reeve.case_queue('shop')$$, $$VALUES
  (1::bigint, '1', 'Olga Owner', 'spam', 'high', 2),
  (2, '["a-1", 2]', 'Silk thing 2', NULL, 'medium', 1)$$,
  'a look at the queue puts reports into cases; more people come first');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'person', '1', 'again', 'spam', 'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'person', '1', 'other', 'fraud', 'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'person', '1', 'who knows', 'spam') \g /dev/null
SELECT reeve.report_file('shop', 'person', '1', 'who knows again', 'spam') \g /dev/null
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_queue(), 'C1 C2 C3', 'another policy is another case');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT report_count, weight FROM reeve.case WHERE case_id = 1',
  'VALUES (5, 1.5::double precision)',
  'who says it again counts once, and so do all the unknown ones together');
SELECT lives_ok($$SELECT reeve.case_recount('{1,2,3}')$$);
SELECT is((SELECT array_agg(weight ORDER BY case_id) FROM reeve.case), '{1.5,0.5,0.5}',
  'counting anew comes to the same');
SAVEPOINT standby;
SET transaction_read_only = on;
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_queue(), 'C1 C2 C3', 'a standby shows the queue');
SELECT is((SELECT state FROM reeve.case_show(1)), 'open', 'and a case');
ROLLBACK TO standby;
RESET SESSION AUTHORIZATION;

-- The order of the queue.
CREATE FUNCTION pg_temp.reeve_due(age text, severity text, weight double precision) RETURNS interval
LANGUAGE sql AS $$
  SELECT reeve.case_due('2026-01-10 00:00Z', severity, weight) + age::interval
    - timestamptz '2026-01-10 00:00Z'
$$;
SELECT ok(pg_temp.reeve_due('0', 'low', 1) > pg_temp.reeve_due('0', 'medium', 1)
  AND pg_temp.reeve_due('0', 'medium', 1) > pg_temp.reeve_due('0', 'high', 1)
  AND pg_temp.reeve_due('0', 'high', 1) > pg_temp.reeve_due('0', 'critical', 1),
    'the graver is before');
SELECT is(pg_temp.reeve_due('24 h', 'low', 3), pg_temp.reeve_due('0', 'low', 1),
  'twice as many people are a day');
SELECT is(reeve.case_due(now(), 'critical', 0), 'infinity', 'what nobody reported is last');

-- One works on a case at a time.
SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_took('claim', 1), 'refused rank', 'a viewer claims nothing');
SELECT is((SELECT code FROM reeve.case_next('shop', NULL, NULL)), 'rank', 'nor is given anything');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT detail ->> 'case_id' FROM reeve.case_next('shop', NULL, NULL)), '1',
  'the first is next');
SELECT is((SELECT detail ->> 'case_id' FROM reeve.case_next('shop', 'person', 'fraud')), '3',
  'or the first of a kind');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT detail ->> 'case_id' FROM reeve.case_next(NULL, NULL, NULL)), '2',
  'nobody is given what somebody has');
SELECT results_eq($$SELECT outcome, message, detail ->> 'case_id'
  FROM reeve.case_next('shop', NULL, NULL)$$,
  $$VALUES ('done', 'nothing waits', NULL::text)$$, 'and then nothing waits');
SELECT is(pg_temp.reeve_took('claim', 1), 'refused claimed', 'what somebody has nobody claims');
SELECT is(pg_temp.reeve_took('release', 1), 'refused claimed', 'nor releases');
SELECT is(pg_temp.reeve_took('close', 1, '{"outcome": "upheld", "why": "x"}'), 'refused claimed',
  'nor closes');
SELECT is((SELECT claimed_by FROM reeve.case_show(1)), 'shop_ann', 'it is seen who has it');
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT claimed_until - claimed_at = interval '10 min' FROM reeve.case WHERE case_id = 1),
  'a lease is 10 minutes');
UPDATE reeve.case SET claimed_until = clock_timestamp() + interval '1 min' WHERE case_id = 1;
SET SESSION AUTHORIZATION shop_bob;
SELECT count(*) FROM reeve.case_show(1) \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT claimed_until < clock_timestamp() + interval '2 min' FROM reeve.case
  WHERE case_id = 1), 'somebody else''s look does not renew it');
SET SESSION AUTHORIZATION shop_ann;
SELECT count(*) FROM reeve.case_show(1) \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT claimed_until > clock_timestamp() + interval '9 min' FROM reeve.case
  WHERE case_id = 1), 'the holder''s does');
UPDATE reeve.case SET claimed_until = clock_timestamp() WHERE case_id = 1;
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT claimed_by FROM reeve.case_show(1)), NULL, 'a lease that lapsed is none');
SELECT is((SELECT detail ->> 'case_id' FROM reeve.case_next('shop', NULL, NULL)), '1',
  'and its case is given to the next');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_took('close', 1, '{"outcome": "upheld", "why": "x"}'), 'refused claimed',
  'who lost it closes it no more');
SELECT matches((SELECT message FROM reeve.case_perform('claim', 1)),
  '^shop_bob took C1 at [-0-9]{10} \d\d:\d\d UTC and has it until [-0-9]{10} \d\d:\d\d UTC; '
  '`steal C1` takes it over$',
  'and is told who has it');
SELECT is(pg_temp.reeve_took('steal', 1), 'done', 'a case can be stolen');
SELECT is(pg_temp.reeve_took('steal', 1), 'refused state', 'not from oneself');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_took('release', 1), 'refused claimed', 'who was robbed has lost it');
SELECT throws_ok('SELECT reeve.case_link(1, 1)', 'RV002', NULL, 'and does nothing about it');
SELECT is(pg_temp.reeve_took('release', 2), 'done', 'one''s own is released');
SELECT is(pg_temp.reeve_took('release', 2), 'refused state', 'once');
SELECT is(pg_temp.reeve_took('steal', 2), 'refused state', 'what nobody has is not stolen');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_took('claim', 2), 'refused rank', 'a superuser does nothing');
SELECT is((SELECT array_agg(m.kind || ' ' || coalesce(m.code, m.outcome) ORDER BY m.command_id)
    FROM reeve.command m JOIN reeve.case_reason USING (command_id) WHERE m.actor = 'shop_bob'),
  '{case.claim done,case.claim claimed,case.release claimed,case.close claimed,case.claim done,'
  'case.release claimed,case.release done,case.release state,case.steal state}',
  'what was done and refused is on the record');

-- What is done about a case.
SET SESSION AUTHORIZATION shop_ann;
SELECT lives_ok($$SELECT p.outcome, reeve.case_link(1, (p.detail ->> 'action_id')::bigint)
  FROM reeve.action_perform('ban', 'shop', 'person', '1',
    '{"policy": "spam", "for": "7d", "why": "fakes"}', NULL) p$$, 'a ban is noted with its case');
SELECT is((SELECT state FROM reeve.case_show(1)), 'open', 'which stays open');
SELECT is((SELECT string_agg(h.what, ' ') FROM (
    SELECT h.what FROM reeve.case_history(1, 2) h ORDER BY h.at DESC) h), 'ban release',
  'and has it in its history');
SELECT throws_ok('SELECT reeve.case_link(1, 99999)', 'RV002', NULL, 'but no action of nobody''s');
SELECT throws_ok('SELECT reeve.case_link(99, 1)', 'RV004', 'there is no case C99',
  'nor one about a case that is not there');
SELECT throws_ok('SELECT reeve.case_link(2, 1)', 'RV002', 'C2 is no longer yours',
  'nor about one that nobody has claimed');
SELECT throws_ok($$SELECT * FROM reeve.case_act(1, 'ban', 'shop', 'person', '2',
    '{"policy": "spam", "for": "1d"}', NULL, '{"outcome": "gone", "why": "x"}')$$,
  'RV001', NULL, 'what cannot close its case');
SELECT is_empty($$SELECT FROM reeve.subject_history('shop', 'person', '2', 1)$$, 'is not done');
SAVEPOINT open;
SELECT is((reeve.case_act(1, 'ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}',
    NULL, '{"outcome": "upheld", "why": "x"}')).outcome, 'done', 'a ban that can');
SELECT is((SELECT state FROM reeve.case_show(1)), 'upheld', 'closes it');
ROLLBACK TO open;

-- An act claims its case in its own transaction.
SELECT results_eq($$SELECT p.outcome, (p.detail ->> 'lease')::int BETWEEN 590 AND 600
  FROM reeve.case_act(2, 'ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}', NULL) p$$,
  $$VALUES ('done', TRUE)$$, 'what is done about a case that nobody has');
SELECT is((SELECT claimed_by FROM reeve.case_show(2)), 'shop_ann', 'claims it');
SELECT is((reeve.case_act(2, 'ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "2d"}', NULL)).outcome, 'done', 'what is done about one''s own');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(m.kind, ' ' ORDER BY m.command_id) FROM (
    SELECT * FROM reeve.command m WHERE m.actor = 'shop_ann' ORDER BY m.command_id DESC LIMIT 3) m),
  'ban case.claim ban', 'claims nothing more');
SET SESSION AUTHORIZATION shop_bob;
SELECT results_eq($$SELECT p.outcome, p.code, p.message ~ '^shop_ann took C2 at '
  FROM reeve.case_act(2, 'ban', 'shop', 'person', '1',
    '{"policy": "spam", "for": "2d"}', NULL) p$$,
  $$VALUES ('refused', 'claimed', TRUE)$$, 'what is done about somebody else''s is refused');
SELECT throws_ok($$SELECT reeve.case_act(99, 'ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL)$$, 'RV004', 'there is no case C99',
  'as about one that is not there');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT concat_ws(' ', m.actor, m.kind, m.code) FROM reeve.command m
  ORDER BY m.command_id DESC LIMIT 1), 'shop_bob case.claim claimed', '… on the record');
SELECT is((SELECT count(*)::int FROM reeve.action WHERE actor = 'shop_bob'), 0, 'and not done');
ROLLBACK TO open;
SELECT throws_ok($$SELECT * FROM reeve.case_act(2, 'ban', 'shop', 'person', '3',
    '{"policy": "spam", "for": "1d"}', NULL)$$,
  'RV001', NULL, 'a case that an act does not concern');
SELECT is((SELECT claimed_by FROM reeve.case_show(2)), NULL, 'is not claimed by it');
SELECT is((SELECT p.outcome FROM reeve.case_act(2, 'ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', '{"version": -1}') p), 'refused', 'an act that is refused');
SELECT is((SELECT claimed_by FROM reeve.case_show(2)), NULL, 'claims nothing');
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT p.code FROM reeve.case_act(2, 'ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL) p), 'rank', 'nor does a viewer''s');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT concat_ws(' ', m.actor, m.kind, m.code) FROM reeve.command m
  ORDER BY m.command_id DESC LIMIT 1), 'shop_vic ban rank', 'which is on the record');
ROLLBACK TO open;

-- Item a-1/2 is in a stall of person 1; person 3 has no part in it.
SELECT throws_ok($$SELECT * FROM reeve.case_act(1, 'ban', 'shop', 'person', '3',
    '{"policy": "spam", "for": "1d"}', NULL, '{"outcome": "upheld", "why": "x"}')$$,
  'RV001', 'C1 is about person:1, which this ban does not concern',
  'a case is not closed by what is done to somebody else');
SELECT is_empty($$SELECT FROM reeve.subject_history('shop', 'person', '3', 1)$$,
  'and that is not done');
SELECT is(pg_temp.reeve_took('claim', 2), 'done');
SELECT is((reeve.case_act(2, 'ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}',
    NULL, NULL)).outcome, 'done', 'a case about an item is also about who owns it');
SELECT is((reeve.case_act(1, 'hide', 'shop', 'item', '["a-1", 2]',
    '{"policy": "spam", "for": "1d"}', NULL, NULL)).outcome, 'done',
  'one about a person also about what they own');
SELECT throws_ok($$SELECT * FROM reeve.case_act(2, 'hide', 'shop', 'item', '["a-1", 1]',
    '{"policy": "spam", "for": "1d"}', NULL, NULL)$$, 'RV001', NULL,
  'one about an item not about another one of the same owner');
ROLLBACK TO open;

-- Outcomes.
SELECT is(pg_temp.reeve_took('close', 1, '{"outcome": "upheld"}'), 'refused argument',
  'a case is closed with a reason');
SELECT is(pg_temp.reeve_took('close', 1, '{"why": "x"}'), 'refused argument', 'and an outcome');
SELECT is(pg_temp.reeve_took('close', 1, '{"outcome": "gone", "why": "x"}'), 'refused argument',
  'that there is');
SELECT is(pg_temp.reeve_took('close', 1, '{"outcome": "upheld", "why": "x", "of": 2}'),
  'refused argument', 'of another only a duplicate');
SELECT is(pg_temp.reeve_took('close', 1, '{"outcome": "duplicate", "why": "x", "of": 1}'),
  'refused argument', 'never of itself');
SELECT is(pg_temp.reeve_took('reopen', 1), 'refused state', 'what is open is not opened');
SELECT is((SELECT detail ->> 'notices' FROM reeve.case_perform('close', 1,
  '{"outcome": "upheld", "why": "copies"}')), '2', 'who reported it is told, once each');
SELECT is(pg_temp.reeve_took('close', 1, '{"outcome": "upheld", "why": "x"}'), 'refused state',
  'a case is closed once');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT key, about, template, locale, zone, arguments ->> 'label',
    arguments ->> 'policy' FROM reeve.outbox WHERE case_id = 1 ORDER BY key$$, $$VALUES
  ('2', 'person:1', 'report-upheld', 'en', 'Europe/Rome', 'Olga Owner', 'Spam'),
  ('3', 'person:1', 'report-upheld', 'en', 'Europe/Rome', 'Olga Owner', 'Spam')$$,
  'in their language, about what they reported');
SELECT is((SELECT count(*)::int FROM reeve.outbox o
  WHERE o.case_id = 1 AND (o.arguments::text LIKE '%shop_ann%' OR o.arguments::text LIKE '%copies%'
    OR o.due_at < clock_timestamp() + interval '50 s')), 0,
  'never who decided or why; held 60 s');
SELECT is((SELECT (r.rendered, r.missing)::text FROM reeve.outbox o, reeve.notice_render(
    '{label}, {reported|time}, {policy}', o.zone, o.arguments) r WHERE o.case_id = 1 LIMIT 1)
  ~ '^\("Olga Owner, 20\d\d-\d\d-\d\d \d\d:\d\d, Spam",\)$', TRUE, 'templates find what they need');
SELECT is((SELECT count(*)::int FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
  WHERE k.name = 'notify.deliver' AND j.args ->> 'case_id' = '1'), 1, 'a worker is asked to');
SELECT results_eq($$SELECT judged, upheld, weight FROM reeve.reporter_reliability(
    ARRAY[(SELECT collection_id FROM reeve.collection WHERE name = 'person' AND app = 'shop')
      || ':2'])$$, 'VALUES (1, 1, 2 / 3::double precision)',
  'who was right is believed more');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT reason FROM reeve.case_show(1)), 'copies', 'the reason is kept');
SELECT is((SELECT detail ->> 'notices' FROM reeve.case_perform('reopen', 1)), '2',
  'a case is opened again, and what was not sent is not');
SELECT is((SELECT claimed_by FROM reeve.case_show(1)), 'shop_bob', 'it is whose who opened it');
SELECT is(pg_temp.reeve_took('close', 1, '{"outcome": "dismissed", "why": "genuine"}'), 'done');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(DISTINCT template || ' ' || state, ', ' ORDER BY template || ' ' ||
    state) FROM reeve.outbox WHERE case_id = 1),
  'report-dismissed queued, report-upheld withdrawn', 'the outcome that is told is the last');
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'person', '1', 'new', 'spam', 'person:2') \g /dev/null
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT max(case_id) FROM reeve.case_queue('shop')), 4::bigint,
  'a report after the end is a new case');
SELECT is(pg_temp.reeve_took('reopen', 1), 'refused state',
  'beside which the old one is not opened');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT weight FROM reeve.case WHERE case_id = 4), 1 / 3::double precision,
  'who was wrong is believed less');

-- Duplicates.
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_took('close', 4, '{"outcome": "duplicate", "of": 1, "why": "same"}'),
  'refused argument', 'the other case has to be open');
SELECT is(pg_temp.reeve_took('close', 4, '{"outcome": "duplicate", "of": 3, "why": "same"}'),
  'done',
  'a case is closed as a duplicate');
SELECT is((SELECT report_count FROM reeve.case_show(3)), 2, 'the other one has its reports');
SELECT is((SELECT string_agg(note, '; ' ORDER BY report_id) FROM reeve.case_reports(3, 9)),
  '; C4', 'and shows where they came from');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT weight FROM reeve.case WHERE case_id = 3), 0.5::double precision,
  'who reported both counts once');
SELECT is((SELECT count(*)::int FROM reeve.outbox WHERE case_id = 4), 0, 'nobody is told yet');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT detail ->> 'notices' FROM reeve.case_perform('close', 3,
  '{"outcome": "upheld", "why": "so"}')), '1', 'they are, with the other one, once');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_took('reopen', 4), 'done', 'a duplicate is opened again');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT report_count FROM reeve.case WHERE case_id = 3), 1,
  'and takes its reports back');

-- Neighbours.
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT case_number, relation, subject, state
  FROM reeve.case_neighbours(2, 9)$$, $$VALUES
  ('C4', 'stall.owner', 'person:1', 'open, shop_bob'), ('C3', 'stall.owner', 'person:1', 'upheld'),
  ('C1', 'stall.owner', 'person:1', 'dismissed')$$, 'cases about who it belongs to are near');
SELECT is((SELECT string_agg(case_number || ' ' || relation, ', ') FROM reeve.case_neighbours(4,
  9)),
  'C3 the same, C1 the same', 'and others about the same');
RESET SESSION AUTHORIZATION;

-- Rules report too.
SELECT reeve.report_put((SELECT collection_id FROM reeve.collection
  WHERE app = 'shop' AND name = 'person'), '3', 'spam', '14 items in an hour', NULL, NULL,
  'new-flood') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT count(*) FROM reeve.case_queue('shop') \g /dev/null
SET SESSION AUTHORIZATION shop_vic;
SELECT max(case_id) AS flood FROM reeve.case_queue('shop') \gset
SELECT results_eq(format('SELECT reporter, words FROM reeve.case_reports(%s, 9)', :flood),
  $$VALUES ('rule new-flood', '14 items in an hour')$$, 'a rule says which it is, and why');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT weight FROM reeve.case WHERE key = '3'), 1::double precision, 'and is believed');

-- Muted reporters.
SELECT weight AS before, due_at AS due_before FROM reeve.case WHERE case_id = 4 \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT code FROM reeve.reporter_mute('shop', 'person', '2', '{}')), 'rank',
  'a viewer mutes nobody');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT code FROM reeve.reporter_mute('shop', 'person', '77', '{}')), 'notfound',
  'nobody is muted who is not');
SELECT is((SELECT code FROM reeve.reporter_mute('shop', 'person', '2', '{"for": "-1 day"}')),
  'argument', 'nor for less than nothing');
SELECT is((SELECT code FROM reeve.reporter_mute('shop', 'item', '["a-1", 1]', '{"why": "x"}')),
  'argument', 'nor what never reports');
SELECT detail ->> 'action_id' AS muted FROM reeve.reporter_mute('shop', 'person', '02',
  '{"why": "rivals"}') \gset
SELECT is((SELECT code FROM reeve.reporter_mute('shop', 'person', '2', '{}')), 'state',
  'nor twice');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT report_count, weight, due_at FROM reeve.case WHERE case_id = 4',
  $$VALUES (1, 0::double precision, 'infinity'::timestamptz)$$,
  'what a muted one reported is kept, and not counted');
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'person', '3', 'more', 'spam', 'person:2') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT muted FROM reeve.case_show(:flood)), 1, 'nor what they report later');
SELECT is((SELECT outcome FROM reeve.undo_perform(:muted, 'a mistake', NULL)), 'done',
  'a mute is undone as any action');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT weight, due_at FROM reeve.case WHERE case_id = 4',
  format($$VALUES (%s::double precision, %L::timestamptz)$$, :before, :'due_before'),
  'and all is counted as before');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.reporter_mute('shop', 'person', '2', '{"for": "7 days"}')),
  'done', 'a mute can end');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
  WHERE k.name = 'moderation.lift' AND j.subject_key = '2'), 1, 'by a job');
UPDATE reeve.action SET until = clock_timestamp() WHERE verb = 'mute' AND until < 'infinity';
SELECT is((SELECT is_muted FROM reeve.reporter_reliability(ARRAY[(
    SELECT c.collection_id FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'person')
    || ':2'])), FALSE, 'and is over at its moment');

-- A table of reports that the app has already.
SET ROLE shop_owner;
CREATE TABLE "Odd Shop".gripe(
  id int PRIMARY KEY, person_id bigint NOT NULL, by_id bigint, kind text, message text);
CREATE FUNCTION "Odd Shop".gripe_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reeve.report_file('shop', 'person', NEW.person_id::text, words => NEW.message,
    policy => CASE NEW.kind WHEN 'scam' THEN 'fraud' END, reporter => 'person:' || NEW.by_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER gripe_report AFTER INSERT ON "Odd Shop".gripe
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".gripe_report();
GRANT INSERT ON "Odd Shop".gripe TO shop_app;
GRANT EXECUTE ON FUNCTION "Odd Shop".gripe_report() TO shop_app;
RESET ROLE;
SET SESSION AUTHORIZATION shop_app;
INSERT INTO "Odd Shop".gripe VALUES (1, 4, 2, 'scam', 'one'), (2, 4, 3, 'scam', 'two'),
  (3, 4, NULL, 'other', 'three');
SET SESSION AUTHORIZATION shop_ann;
SELECT count(*) FROM reeve.case_queue('shop') \g /dev/null
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT policy_name, report_count FROM reeve.case_queue('shop') WHERE key = '4'
  ORDER BY 2 DESC$$, $$VALUES ('fraud', 2), (NULL, 1)$$, 'reports by a trigger of its own');
RESET SESSION AUTHORIZATION;

-- Large: the page is a range of the index, however many cases there are.
INSERT INTO reeve.case(collection_id, key, policy, severity, opened_at, weight, due_at)
SELECT c.collection_id, n::text, 'spam', 'low', now(), 0.5, now() - n * interval '1 s'
FROM reeve.collection c, generate_series(1000, 20000) n WHERE c.app = 'shop' AND c.name = 'person';
ANALYZE reeve.case;
SELECT pg_stat_get_xact_tuples_returned('reeve.case'::regclass) AS scanned,
  pg_stat_get_xact_tuples_fetched('reeve.case'::regclass) AS fetched \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT count(*)::int FROM reeve.case_queue('shop', max_rows => 20)), 20);
RESET SESSION AUTHORIZATION;
SELECT is(pg_stat_get_xact_tuples_returned('reeve.case'::regclass) - :scanned, 0::bigint,
  'the queue is not scanned');
SELECT cmp_ok(pg_stat_get_xact_tuples_fetched('reeve.case'::regclass) - :fetched, '<=', 40::bigint,
  'a page reads a page');
SELECT throws_ok('SELECT reeve.case_perform(''claim'', 999999)', 'RV002', NULL,
  'who has no rank is not told which cases there are');
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok('SELECT reeve.case_perform(''claim'', 999999)', 'RV004',
  'there is no case C999999');
RESET SESSION AUTHORIZATION;
SELECT throws_ok('SELECT reeve.case_perform(''eat'', 1)', 'RV001', NULL);
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is((SELECT count(*) FROM reeve.command), (SELECT count(*) FROM reeve.chain),
  'every command is sealed');
SELECT * FROM finish();
ROLLBACK;
