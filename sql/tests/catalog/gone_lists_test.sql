-- A table of the app that is gone, or that the app's reader may not read, takes nothing else from
-- the lists of cases, effects and proposals.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(13);
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
SET client_min_messages = error;
INSERT INTO reeve.template(app, name, locale, subject, body) VALUES
  ('shop', 'report-dismissed', 'en', 'Your report', 'About {label}: no.');
SET SESSION AUTHORIZATION shop_app;
SELECT count(*) FROM (
  SELECT reeve.report_file('shop', 'stall', 'c', 'fake', reporter => 'person:2')
  UNION ALL
  SELECT reeve.report_file('shop', 'person', '4', 'rude', reporter => 'person:2')) r \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT case_id AS stall_case FROM reeve.case_queue('shop', 'stall') \gset
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL)), 'done', 'an act that hides stalls');
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '3',
  '{"policy": "spam", "forever": "true"}', NULL)), 'proposed', 'and one that is proposed');
RESET SESSION AUTHORIZATION;

CREATE FUNCTION pg_temp.reeve_lists() RETURNS TABLE(list text, rows text) LANGUAGE sql AS $$
  SELECT 'queue', string_agg(format('%s %s', q.collection_name, q.label), ', '
    ORDER BY q.collection_name)
  FROM reeve.case_queue(NULL) q
  UNION ALL
  SELECT 'effects', string_agg(DISTINCT format('%s %s', e.collection, e.label), ', ')
  FROM reeve.action_effects((
    SELECT max(h.action_id) FROM reeve.subject_history('shop', 'person', '1', 9) h), 50) e
  WHERE e.collection IN ('person', 'stall')
  UNION ALL
  SELECT 'approvals', string_agg(l.label, ', ') FROM reeve.approval_list(NULL, 9) l
$$;

SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".stall RENAME TO "Stand"') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq('SELECT * FROM pg_temp.reeve_lists()',
  $$VALUES ('queue', E'person Evil \x1b[31m Name, stall '),
    ('effects', 'person Olga Owner, stall '),
    ('approvals', 'Carl Client')$$,
  'what belongs to a table that is gone is listed without labels, and all else with them');
SELECT is((SELECT concat_ws(' ', s.key, s.label) FROM reeve.case_show(:stall_case) s), 'c',
  'its case is shown');
SELECT is_empty(format('SELECT * FROM reeve.case_neighbours(%s, 5)', :stall_case),
  'without those of its parents');
SELECT is((SELECT outcome FROM reeve.case_perform('close', :stall_case,
  '{"outcome": "dismissed", "why": "gone"}')), 'done', 'and closed');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT o.arguments ->> 'label' FROM reeve.outbox o WHERE o.template =
  'report-dismissed'), 'c', 'whoever reported it is told its key');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.case_perform('reopen', :stall_case, '{}')), 'done',
  'and opened again');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Stand" RENAME TO stall') \g /dev/null

REVOKE SELECT ON "Odd Shop"."Person" FROM reeve_reader_shop;
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq('SELECT * FROM pg_temp.reeve_lists()',
  $$VALUES ('queue', 'person , stall Other stall'),
    ('effects', 'person , stall First stall, stall Second stall'), ('approvals', NULL)$$,
  'nor does a table that may not be read take more than the labels of its own rows');
RESET SESSION AUTHORIZATION;
GRANT SELECT ON "Odd Shop"."Person" TO reeve_reader_shop;

SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".stall RENAME code TO "no"') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq('SELECT * FROM pg_temp.reeve_lists()',
  $$VALUES ('queue', E'person Evil \x1b[31m Name, stall '),
    ('effects', 'person Olga Owner, stall '),
    ('approvals', 'Carl Client')$$, 'nor one whose key is gone');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".stall RENAME "no" TO code') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq('SELECT * FROM pg_temp.reeve_lists()',
  $$VALUES ('queue', E'person Evil \x1b[31m Name, stall Other stall'),
    ('effects', 'person Olga Owner, stall First stall, stall Second stall'),
    ('approvals', 'Carl Client')$$, 'until all is back');
RESET SESSION AUTHORIZATION;

-- A collection that the catalog drops.
SELECT results_eq($$SELECT object, note FROM reeve.catalog_apply(jsonb_set(jsonb_set(
    pg_temp.manifest() #- '{collections,stall,erase}', '{collections}',
    jsonb_build_object('stall', pg_temp.manifest() #> '{collections,stall}' #- '{parents}'
      #- '{erase}')), '{actions}', '[]') - 'stale', TRUE)
  WHERE change = 'drop' AND object ~ '^collections' ORDER BY object$$,
  $$VALUES ('collections deal', ''),
    ('collections item', '8 rows stay restricted by actions in force'),
    ('collections person', '1 row stays restricted by actions in force, '
      '1 case stays open, unseen in `queue`')$$,
  'apply tells what stands about the rows of a collection that it drops');
SELECT is(reeve.catalog_leaves('shop', 'stall'), '2 rows stay restricted by actions in force, '
  '1 case stays open, unseen in `queue`', 'each kind by its number');
SELECT * FROM finish();
ROLLBACK;
