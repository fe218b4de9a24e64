-- A batch leaves out whom the verb alone would refuse: what is in no state that allows it gets no
-- action and nobody a strike for it. Whoever had a batch take off a tag is barred as if by hand.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
SELECT FROM (SELECT a.manifest FROM reeve.app a WHERE a.app = 'shop') m(m), reeve.catalog_apply(
  jsonb_set(m.m, '{actions}', m.m -> 'actions' || $$[
    {"verb": "void", "like": "hide", "collection": "deal", "effects": [
      {"name": "it", "collection": "deal", "where": "t.state = 'open'",
        "set": {"state": "'void'"}}]},
    {"verb": "tag", "collection": "person"}]$$)) \g /dev/null
INSERT INTO "Odd Shop"."Person"(id, "Full Name") SELECT g, 'P ' || g
FROM generate_series(100, 650) g;
\set spam '{"policy": "spam"}'

SET SESSION AUTHORIZATION shop_ann;
SELECT is((reeve.action_perform('void', 'shop', 'deal', '3', :'spam', NULL)).code, 'state',
  'a deal that is over cannot be voided');
SELECT outcome FROM reeve.selection_make('deals', 'shop', 'deal', '{3,1}', NULL, FALSE) \g /dev/null
SELECT is((SELECT p.detail -> 'barred' FROM reeve.batch_plan('void', 'deals', :'spam') p(detail)),
  '[{"code": "state", "subjects": 1,
    "message": "cannot void: deal:3 is not in a state that allows it"}]', 'its batch says so');
SELECT results_eq($$SELECT b.outcome, b.detail ->> 'changed', b.detail ->> 'refused'
  FROM reeve.batch_perform('void', 'deals', '{"policy": "spam"}', NULL) b$$,
  $$VALUES ('done', '1', '1')$$, 'and leaves it out');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(a.key, ' ') FROM reeve.action a WHERE a.verb = 'void'), '1');

-- A job takes the steps.
CREATE FUNCTION pg_temp.run() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  j reeve.job;
BEGIN
  LOOP
    SELECT l.job_id, l.collection_id INTO j.job_id, j.collection_id
    FROM reeve.batch l WHERE l.job_id IS NOT NULL AND l.ended_at IS NULL;
    EXIT WHEN j.job_id IS NULL;
    PERFORM reeve.batch_advance(j, NULL, 500);
    j := NULL;
  END LOOP;
END
$$;
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.selection_make('people', 'shop', 'person',
  ARRAY(SELECT g::text FROM generate_series(100, 650) g), NULL, FALSE) \g /dev/null
SELECT is((reeve.batch_perform('tag', 'people', '{"name": "vip", "protect": true}',
  NULL)).outcome, 'done');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.run() \g /dev/null
SET SESSION AUTHORIZATION shop_sam;
SELECT batch_id AS tags FROM reeve.batch_list(1) \gset
SELECT is((reeve.batch_undo(:tags, 'x')).outcome, 'done');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.run() \g /dev/null
SELECT is_empty('SELECT FROM reeve.mark WHERE is_protecting', 'the tags are gone');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((reeve.action_perform('ban', 'shop', 'person', '100', '{"policy": "spam", "for": "7d"}',
  NULL)).outcome, 'proposed', 'still protect from whoever took them off');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((reeve.action_perform('ban', 'shop', 'person', '100', '{"policy": "spam", "for": "7d"}',
  NULL)).outcome, 'done', 'and from nobody else');
RESET SESSION AUTHORIZATION;
SELECT finish(TRUE);
ROLLBACK;
