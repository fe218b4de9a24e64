-- Effects on rows that a third table ties to the subject, and actions that count against nobody.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(17);

SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop"."deal ""items"""(
  deal_id bigint NOT NULL REFERENCES "Odd Shop".deal, stall text NOT NULL, nr int NOT NULL,
  FOREIGN KEY (stall, nr) REFERENCES "Odd Shop".item);
INSERT INTO "Odd Shop"."deal ""items""" VALUES (1, 'a-1', 1), (2, 'a-1', 1), (2, 'a-1', 2),
  (3, 'a-1', 1), (5, 'c', 1);
ALTER TABLE "Odd Shop".deal ADD why text;
RESET ROLE;
CREATE FUNCTION pg_temp.tied(through jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.manifest(), '{actions}', pg_temp.manifest() -> 'actions'
    || jsonb_build_array(
      jsonb_build_object('verb', 'recall', 'collection', 'item', 'like', 'hide', 'effects',
        jsonb_build_array('{"name": "item", "collection": "item", "hide": true}'::jsonb,
        '{"name": "deals without another", "collection": "deal", "set": {"state": "''void''"},
          "reversible": false,
          "notify": [{"to": "buyer", "template": "held", "with": {"deal": "t.id"}}]}'::jsonb
          || jsonb_build_object('where', 't.state = ''open'' AND NOT EXISTS ('
            'SELECT FROM "Odd Shop"."deal ""items""" o WHERE o.deal_id = t.id '
            'AND jsonb_build_array(o.stall, o.nr)::text <> ALL ($keys))')
          || through,
        '{"name": "deals that are over", "collection": "deal", "where": "t.state = ''over''",
          "list": true}'::jsonb || through)),
      '{"verb": "cancel", "collection": "deal", "like": "warn", "strikes": false, "effects": [
        {"name": "deal", "collection": "deal", "where": "t.state = ''open''", "reversible": false,
          "set": {"state": "''void''", "why": "$reason"}}]}'::jsonb,
      '{"verb": "void", "collection": "deal", "like": "warn", "effects": [
        {"name": "deal", "collection": "deal", "where": "t.state = ''open''", "reversible": false,
          "set": {"state": "''void''"}}]}'::jsonb))
$$;
SELECT is((SELECT string_agg(f.path || ' ' || f.code, ', ') FROM reeve.catalog_check(pg_temp.tied(
    '{"via": "stall", "through": {"table": "deal \"items\"", "to": ["deal_id"],
      "of": ["stall", "nr"]}}')) f),
  '/actions/12/effects/1/through unused, /actions/12/effects/2/through unused',
  'rows are found in one way');
SELECT matches((SELECT string_agg(f.message, ', ') FROM reeve.catalog_check(pg_temp.tied(
    '{"through": {"table": "nowhere", "to": ["deal_id"], "of": ["stall", "nr"]}}')) f),
  'relation "Odd Shop.nowhere" does not exist', 'by a table that there is');
SELECT is((SELECT string_agg(f.path || ' ' || f.code, ', ') FROM reeve.catalog_check(pg_temp.tied(
    '{"through": {"table": "deal \"items\"", "to": ["deal_id"], "of": ["stall"]}}')) f),
  '/actions/12/effects/1/through key, /actions/12/effects/2/through key', 'and all of the key');
SELECT ok(count(*) > 0, 'it is applied') FROM reeve.catalog_apply(pg_temp.tied(
  '{"through": {"table": "deal \"items\"", "to": ["deal_id"], "of": ["stall", "nr"]}}'));
SET SESSION AUTHORIZATION shop_ann;
CREATE TEMP TABLE seen AS
SELECT reeve.action_plan('recall', 'shop', 'item', '["a-1", 1]', '{"policy": "spam"}') AS plan;
SELECT is((SELECT string_agg(concat_ws(' ', e ->> 'name', e ->> 'rows'), ', ' ORDER BY n)
  FROM seen, jsonb_array_elements(plan -> 'effects') WITH ORDINALITY x(e, n)),
  'item 1, deals without another 1, deals that are over 1', 'the plan finds the tied rows');
SELECT is((SELECT plan -> 'notified' FROM seen), '["Bert Buyer"]', 'and names who is told');
SELECT is((SELECT outcome FROM seen, reeve.action_perform('recall', 'shop', 'item', '["a-1", 1]',
  '{"policy": "spam"}', plan)), 'done', 'and is what is done');
RESET SESSION AUTHORIZATION;
SELECT results_eq($q$SELECT s.root, s.key FROM reeve.rule r CROSS JOIN LATERAL reeve.app_select(
    r.rule_id, '{"[\"a-1\", 2]","[\"c\", 1]"}', now(), NULL, NULL, 'read each', 10) s
  WHERE r.verb = 'recall' AND r.seq = 2$q$, $q$VALUES ('["c", 1]', '5')$q$,
  'of many subjects it tells which one a row is tied to');
SELECT is((SELECT string_agg(state, ',' ORDER BY id) FROM "Odd Shop".deal),
  'void,open,over,open,open', 'deals that hold something else stay');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('cancel', 'shop', 'deal', '2',
  '{"policy": "spam", "public": "It was $at a copy."}', NULL)), 'done', 'one row of an app''s own');
SELECT is((SELECT concat(code, ': ', message) FROM reeve.action_perform('cancel', 'shop', 'deal',
  '2', '{"policy": "spam"}', NULL)),
  'state: cannot cancel: deal:2 is not in a state that allows it', 'once');
SELECT is((SELECT outcome FROM reeve.action_perform('cancel', 'shop', 'deal', '4',
  '{"policy": "spam"}', NULL)), 'done', 'without a reason of its own');
SELECT is((SELECT outcome FROM reeve.action_perform('void', 'shop', 'deal', '5',
  '{"policy": "spam"}', NULL)), 'done', 'and one that counts');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT why FROM "Odd Shop".deal WHERE id = 2), 'It was $at a copy.',
  'the public reason is in the row, as it was written');
SELECT is((SELECT why FROM "Odd Shop".deal WHERE id = 4), 'No spam.', 'else the clause');
SELECT is((SELECT array_agg(a.verb ORDER BY a.action_id)
  FROM reeve.strike JOIN reeve.action a USING (action_id)), '{recall,void}',
  'strikes: false counts against nobody');
SELECT is((SELECT count(*)::int FROM reeve.action WHERE verb = 'cancel'), 2,
  'what was refused is no action');
SELECT * FROM finish();
ROLLBACK;
