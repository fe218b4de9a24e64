-- Strikes: against whom, how heavy, until when; appeals: by whom, decided by whom.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
CREATE ROLE shop_other LOGIN;
GRANT reeve_app TO shop_app, shop_other;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
UPDATE reeve.app SET manifest = manifest || '{
  "strikes": {"expire": "90d", "thresholds": [
    {"at": 2, "propose": "suspend", "for": "7d"}, {"at": 4, "propose": "ban"}]},
  "appeals": {"window": "20d"}}' WHERE app = 'shop';
INSERT INTO reeve.template(app, name, locale, subject, body)
SELECT 'shop', 'appeal-' || o, 'en', 'Appeal', '{label}, {at|time}, {policy}: ' || o
FROM unnest('{upheld,overturned,partly}'::text[]) o;
CREATE FUNCTION pg_temp.reeve_hide(nr int, policy text) RETURNS bigint LANGUAGE sql AS $$
  SELECT (detail ->> 'action_id')::bigint FROM reeve.action_perform('hide', 'shop', 'item',
    format('["a-1", %s]', nr), jsonb_build_object('policy', policy), NULL)
$$;
CREATE FUNCTION pg_temp.reeve_strikes() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(format('A%s %s %s %s', s.action_id, s.subject, s.weight, s.state), ', '
    ORDER BY s.action_id) || coalesce(' = ' || max(s.total), '')
  FROM reeve.strike_list('shop', 'person', '1') s
$$;
CREATE FUNCTION pg_temp.reeve_decided(action_id bigint, verdict text, why text DEFAULT 'x')
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code) FROM reeve.appeal_perform(action_id, verdict, why) p
$$;

-- Strikes.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_strikes(), NULL, 'nobody begins with strikes');
SELECT is(pg_temp.reeve_hide(1, 'fraud'), 1::bigint);
SELECT is(pg_temp.reeve_strikes(), 'A1 item:["a-1", 1] 1 counts = 1',
  'what is done about a thing counts against whom it belongs to');
SELECT results_eq($$SELECT next_at, proposes FROM reeve.strike_list('shop', 'person', '1')$$,
  $$VALUES (2, 'suspend for 7d')$$, 'what comes next is told');
SELECT is((SELECT count(*)::int FROM reeve.case_queue('shop')), 0, 'nothing is proposed yet');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_hide(2, 'spam'), 2::bigint);
SELECT is(pg_temp.reeve_strikes(),
  'A1 item:["a-1", 1] 1 counts, A2 item:["a-1", 2] 2 counts = 3', 'a policy has its weight');
SELECT case_id AS proposal FROM reeve.case_queue('shop') WHERE key = '1' AND policy_name = 'spam'
\gset
SELECT results_eq(format('SELECT reporter, words FROM reeve.case_reports(%s, 9)', :proposal),
  $$VALUES ('rule strikes', '3 strikes, with A2: suspend for 7d is proposed')$$,
  'a threshold proposes, as a case');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.action), 2, 'and does nothing by itself');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.undo_perform(1, 'wrong', NULL)), 'done');
SELECT is(pg_temp.reeve_strikes(),
  'A1 item:["a-1", 1] 1 voided by A3, A2 item:["a-1", 2] 2 counts = 2',
  'what is undone does not count');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.strike), 2, 'an undo is no strike');
UPDATE reeve.action SET performed_at = performed_at - interval '91 days' WHERE action_id = 2;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_strikes(),
  'A1 item:["a-1", 1] 1 voided by A3, A2 item:["a-1", 2] 2 expired = 0', 'strikes end');
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET performed_at = performed_at + interval '91 days' WHERE action_id = 2;
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "fraud", "for": "1d"}', NULL)), 'done');
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET until = clock_timestamp() WHERE verb = 'ban';
\ir ../fixtures/worker.sql
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.lift') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 10)).rows, 1::bigint);
SET SESSION AUTHORIZATION shop_vic;
SELECT matches(pg_temp.reeve_strikes(), 'A4 person:1 1 counts = 3$',
  'what ended in time counts on');
SELECT throws_ok($$SELECT * FROM reeve.strike_list('shop', 'person', 'x')$$, 'RV004', NULL);
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT c.name, p.person_key FROM reeve.collection d
    CROSS JOIN LATERAL reeve.subject_persons(d.collection_id, '{1}') p
    JOIN reeve.collection c ON c.collection_id = p.person_id
  WHERE d.app = 'shop' AND d.name = 'deal'$$, $$VALUES ('person', '2')$$,
  'the nearest person answers');
SELECT results_eq($$SELECT m.most, array_agg(w.action_id ORDER BY w.action_id)
    FROM reeve.collection c CROSS JOIN unnest('{1,2,9}'::int[]) m(most)
    CROSS JOIN LATERAL reeve.strike_weigh(
      c.collection_id, '{1}', clock_timestamp(), m.most,
      CASE m.most WHEN 1 THEN '{2}' ELSE '{}' END::bigint[]) w
    WHERE c.app = 'shop' AND c.name = 'person' AND w.counts GROUP BY 1 ORDER BY 1$$,
  $$VALUES (1, '{4}'::bigint[]), (2, '{2,4}'), (9, '{2,4}')$$,
  'so many are asked for: of those that count, but for what some actions added');

-- Appeals: by the person concerned.
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok($$SELECT reeve.appeal_open('shop', 'A2', 'person:2', 'x')$$, 'RV004',
  'no action A2 concerns person:2', 'nobody appeals for somebody else');
SELECT throws_ok($$SELECT reeve.appeal_open('shop', 'A99', 'person:1', 'x')$$, 'RV004', NULL,
  'nor against what was not done');
SELECT throws_ok($$SELECT reeve.appeal_open('shop', '2', 'person:1', 'x')$$, 'RV001', NULL);
SELECT is(reeve.appeal_open('shop', 'A1', 'person:1', 'x'), 'undone', 'nor against what is undone');
SELECT is(reeve.appeal_open('shop', 'A2', 'person:01', E'not \x1b[31mso' || repeat('y', 5000)),
  'opened', 'one may appeal');
SELECT is(reeve.appeal_open('shop', 'A2', 'person:1', 'again'), 'again', 'once');
SELECT throws_ok('SELECT * FROM reeve.appeal', '42501', NULL, 'the app reads nothing back');
SET SESSION AUTHORIZATION shop_other;
SELECT throws_ok($$SELECT reeve.appeal_open('shop', 'A4', 'person:1', 'x')$$, 'RV002', NULL,
  'another app''s login does not');
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET performed_at = performed_at - interval '21 days' WHERE action_id = 4;
SET SESSION AUTHORIZATION shop_app;
SELECT is(reeve.appeal_open('shop', 'A4', 'person:1', 'x'), 'late', 'in time');
RESET SESSION AUTHORIZATION;
UPDATE reeve.action SET performed_at = performed_at + interval '21 days' WHERE action_id = 4;

-- Decided by somebody else.
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT action_id, subject, actor, appellant, is_yours, char_length(words)
  FROM reeve.appeal_list('shop')$$,
  $$VALUES (2::bigint, 'item:["a-1", 2]', 'shop_bob', 'person:1', FALSE, 4000)$$,
  'what waits is listed');
SELECT is(pg_temp.reeve_decided(2, 'overturned'), 'refused rank', 'a viewer decides nothing');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT is_yours FROM reeve.appeal_list('shop')), TRUE, 'whoever did it sees that');
SELECT is(pg_temp.reeve_decided(2, 'upheld'), 'refused self', 'and does not decide');
SELECT throws_ok('SELECT * FROM reeve.appeal_perform(4, ''upheld'', ''x'')', 'RV004',
  'there is no appeal against A4');
RESET SESSION AUTHORIZATION;
SELECT throws_ok($$UPDATE reeve.appeal SET decided_at = now(), decided_by = 'shop_bob',
  outcome = 'upheld', reason = 'x' WHERE action_id = 2$$, '23514', NULL,
  'not by any other way either');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decided(2, 'gone'), 'refused argument', 'there are three outcomes');
SELECT is(pg_temp.reeve_decided(2, 'overturned', ' '), 'refused argument', 'each has a reason');
RESET SESSION AUTHORIZATION;
SAVEPOINT lasting;
UPDATE reeve.action SET erase_at = now() WHERE action_id = 2;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decided(2, 'overturned'), 'done',
  'what cannot come back is overturned all the same');
SELECT ok(pg_temp.reeve_strikes() LIKE '%A2 item:["a-1", 2] 2 voided on appeal%',
  'so that it does not count');
RESET SESSION AUTHORIZATION;
ROLLBACK TO lasting;
SELECT is((SELECT decided_at FROM reeve.appeal), NULL);
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decided(2, 'overturned', 'genuine'), 'done', 'somebody else overturns it');
SELECT is(pg_temp.reeve_decided(2, 'upheld'), 'refused state', 'once');
SELECT ok(pg_temp.reeve_strikes() LIKE '%A2 item:["a-1", 2] 2 voided by A%', 'the strike is void');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT hidden_until FROM "Odd Shop".item WHERE stall_code = 'a-1' AND nr = 2), NULL,
  'the action is taken back in the same transaction');
SELECT is((SELECT count(*)::int FROM reeve.action WHERE reverses = 2 AND verb = 'undo'
  AND actor = 'shop_ann' AND reason = 'genuine'), 1, 'by whoever decided');
SELECT results_eq($$SELECT key, template, state, r.missing, o.arguments::text ~ 'shop_|genuine'
    FROM reeve.outbox o CROSS JOIN LATERAL reeve.notice_render('{label}, {at|time}, {policy}',
      o.zone, o.arguments) r WHERE o.template LIKE 'appeal-%'$$,
  $$VALUES ('1', 'appeal-overturned', 'queued', NULL, FALSE)$$,
  'the appellant is told what, never by whom');
SELECT is((SELECT array_agg(m.actor || ' ' || coalesce(m.code, m.outcome) ORDER BY m.command_id)
    FROM reeve.command m WHERE m.kind = 'appeal'),
  '{shop_vic rank,shop_bob self,shop_ann argument,shop_ann argument,shop_ann done,'
  'shop_ann state}', 'every attempt is on the record');

-- Partly, and upheld.
SET SESSION AUTHORIZATION shop_bob;
SELECT pg_temp.reeve_hide(3, 'spam') AS partly \gset
SELECT pg_temp.reeve_hide(4, 'spam') AS stands \gset
SET SESSION AUTHORIZATION shop_app;
SELECT is(reeve.appeal_open('shop', 'A' || :partly, 'person:1', 'too hard'), 'opened');
SELECT is(reeve.appeal_open('shop', 'A' || :stands, 'person:1', NULL), 'opened');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_decided(:partly, 'partly'), 'done');
SELECT is(pg_temp.reeve_decided(:stands, 'upheld'), 'done');
SELECT ok(pg_temp.reeve_strikes() LIKE format(
  '%%A%s item:["a-1", 3] 2 counts, A%s item:["a-1", 4] 2 '
  'counts%%', :partly, :stands), 'the strikes of both stand');
SELECT is((SELECT count(*)::int FROM reeve.appeal_list('shop', TRUE)), 3,
  'what was decided is kept');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT nr, hidden_until IS NULL FROM "Odd Shop".item
  WHERE stall_code = 'a-1' AND nr IN (3, 4) ORDER BY nr$$, $$VALUES (3, TRUE), (4, FALSE)$$,
  'partly takes it back, upheld does not');
SET SESSION AUTHORIZATION shop_app;
SELECT is(reeve.appeal_open('shop', 'A4', 'person:1', 'over already'), 'opened',
  'what ended in time can be appealed against');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_decided(4, 'overturned'), 'done');
SELECT ok(pg_temp.reeve_strikes() LIKE '%A4 person:1 1 voided%', 'and its strike voided');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT array_agg(words ORDER BY report_id)
  FROM reeve.report WHERE rule = 'strikes'),
  ARRAY['3 strikes, with A2: suspend for 7d is proposed',
    format('3 strikes, with A%s: suspend for 7d is proposed', :partly),
    format('5 strikes, with A%s: ban is proposed', :stands)],
  'a threshold proposes each time it is crossed, the gravest');
SELECT results_eq($$SELECT path, message FROM reeve.catalog_check(pg_temp.manifest() || '{
    "strikes": {"thresholds": [{"at": 2, "propose": "suspend"}, {"at": 4, "propose": "ban"}]}}')$$,
  $$VALUES ('/strikes/thresholds/0/propose',
    'no action suspend is declared for those whom strikes count against (person)')$$,
  'a threshold proposes what the catalog allows');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is((SELECT count(*) FROM reeve.command), (SELECT count(*) FROM reeve.chain),
  'every command is sealed');
SELECT * FROM finish();
ROLLBACK;
