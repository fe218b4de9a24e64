-- What is proposed about a case is about it: it claims the case as an action does, stands in its
-- history, and once it was approved the action is the case's, whose reports it then answers.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
SELECT FROM reeve.catalog_apply(
  (SELECT manifest FROM reeve.app WHERE app = 'shop') || '{"logins": ["shop_app"]}') \g /dev/null
\set forever '{"policy": "fraud", "forever": true}'
CREATE FUNCTION pg_temp.reeve_ban(of_case bigint, person text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', a.outcome, a.code)
  FROM reeve.case_act(of_case, 'ban', 'shop', 'person', person, args, NULL) a
$$;
CREATE FUNCTION pg_temp.reeve_approve() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code) FROM reeve.approval_perform('approve',
    (SELECT max(l.approval_id) FROM reeve.approval_list('proposed', 9) l), 'yes', NULL) p
$$;

SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'person', '3', 'cheats', 'fraud', 'person:2') \g /dev/null
SELECT reeve.report_file('shop', 'person', '2', 'cheats', 'fraud', 'person:1') \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT reeve.case_intake(100) \g /dev/null
SELECT max(k.case_id) FILTER (WHERE k.key = '3') AS three,
  max(k.case_id) FILTER (WHERE k.key = '2') AS two FROM reeve.case k \gset

SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok(format($$SELECT pg_temp.reeve_ban(%s, '2', '%s')$$, :three, :'forever'), 'RV001',
  NULL, 'what does not concern a case is not proposed about it');
SELECT is_empty($$SELECT FROM reeve.approval_list('proposed', 9)$$, 'nor proposed at all');
SELECT is(pg_temp.reeve_ban(:three, '3', :'forever'), 'proposed approval', 'a ban for good');
SELECT is((SELECT claimed_by FROM reeve.case_show(:three)), 'shop_ann', 'claims its case');
SELECT matches((SELECT string_agg(h.what || ', ' || h.note, '; ' ORDER BY h.at)
    FROM reeve.case_history(:three, 9) h),
  '^propose ban, P\d+ proposed; claim, $', 'and stands in its history');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_ban(:three, '3', :'forever'), 'refused claimed',
  'nobody else proposes about it');
SELECT is(pg_temp.reeve_approve(), 'done', 'another person approves it');
SELECT results_eq(format('SELECT h.what, h.action_id IS NOT NULL, h.actor
    FROM reeve.case_history(%s, 9) h ORDER BY h.at DESC LIMIT 1', :three),
  $$VALUES ('ban', TRUE, 'shop_bob for shop_ann')$$, 'the ban is the case''s');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT s.source_type FROM reeve.statement_of(ARRAY[(
    SELECT max(a.action_id) FROM reeve.action a WHERE a.verb = 'ban')]) s$$,
  $$VALUES ('SOURCE_ARTICLE_16')$$, 'and states that somebody reported it');

-- By the time it is approved, its case is a duplicate.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_ban(:two, '2', :'forever'), 'proposed approval');
SELECT is((SELECT outcome FROM reeve.case_perform('close', :two, jsonb_build_object(
  'outcome', 'duplicate', 'why', 'the same', 'of', :three))), 'done');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_approve(), 'done');
SELECT is((SELECT string_agg(h.action_id::text, ' ') FROM reeve.case_history(:three, 9) h
    WHERE h.what = 'ban' AND h.action_id = (
      SELECT max(l.action_id) FROM reeve.subject_history('shop', 'person', '2', 9) l)),
  (SELECT max(l.action_id)::text FROM reeve.subject_history('shop', 'person', '2', 9) l),
  'what was proposed about a duplicate is about the case that is left');
RESET SESSION AUTHORIZATION;
SELECT finish(TRUE);
ROLLBACK;
