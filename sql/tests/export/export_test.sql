-- Statements of reasons and counters: of what, in whose words, and nobody in them.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(15);

UPDATE reeve.app SET manifest = jsonb_set(jsonb_set(jsonb_set(manifest,
  '{policies,fraud,category}', '"scams-and-fraud"'), '{policies,fraud,ground}', '"illegal"'),
  '{collections,item,content}', '"product"') WHERE app = 'shop';
CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb)
RETURNS bigint LANGUAGE sql AS $$
  SELECT (detail ->> 'action_id')::bigint
  FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL)
$$;
SELECT reeve.report_file('shop', 'item', '["a-1", 1]', words => 'a copy', policy => 'fraud',
  reporter => 'person:2') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT detail ->> 'case_id' AS item_case FROM reeve.case_next('shop', NULL, NULL) \gset
SELECT pg_temp.reeve_act('hide', 'item', '["a-1", 1]', '{"policy": "fraud", "public": "=cmd()",
  "why": "bert told"}') AS hide \gset
SELECT reeve.case_link(:item_case, :hide) \g /dev/null
SELECT outcome FROM reeve.case_perform('close', :item_case, '{"outcome": "upheld", "why": "w"}')
  \g /dev/null
SELECT pg_temp.reeve_act('suspend', 'person', '1',
  '{"policy": "spam", "for": "1d"}') AS suspend \gset
SELECT pg_temp.reeve_act('warn', 'person', '3', '{"policy": "spam"}') AS warn \gset
SELECT pg_temp.reeve_act('note', 'person', '3', '{"why": "n"}') AS note \gset
SELECT outcome FROM reeve.undo_perform(:suspend, 'x', NULL) \g /dev/null
SELECT throws_ok($$SELECT * FROM reeve.sor_list(NULL, '-infinity', 'infinity')$$, 'RV002', NULL,
  'statements are for auditors');
SELECT throws_ok($$SELECT * FROM reeve.counter_list(NULL, '-infinity', 'infinity')$$, 'RV002', NULL,
  'counters, too');
SELECT throws_ok($$SELECT * FROM reeve.measure_list('-infinity', 'infinity')$$, '42501', NULL,
  'what they are made of is for nobody');
RESET SESSION AUTHORIZATION;
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SET SESSION AUTHORIZATION shop_sam;
SELECT results_eq($$SELECT decision_visibility, decision_provision, decision_account,
    decision_ground, ground, category, content_type, source_type, automated_detection,
    automated_decision, decision_facts, end_date IS NULL, reversed_at IS NULL
  FROM reeve.sor_list('shop', '-infinity', 'infinity')$$,
  $$VALUES ('DECISION_VISIBILITY_CONTENT_DISABLED', NULL, NULL, 'DECISION_GROUND_ILLEGAL_CONTENT',
      'Fraud', 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD', 'CONTENT_TYPE_PRODUCT', 'SOURCE_ARTICLE_16',
      'No', 'AUTOMATED_DECISION_NOT_AUTOMATED', '=cmd()', TRUE, TRUE),
    (NULL, NULL, 'DECISION_ACCOUNT_SUSPENDED', 'DECISION_GROUND_INCOMPATIBLE_CONTENT', 'Spam',
      'STATEMENT_CATEGORY_OTHER_VIOLATION_TC', 'CONTENT_TYPE_OTHER', 'SOURCE_VOLUNTARY', 'No',
      'AUTOMATED_DECISION_NOT_AUTOMATED', NULL, FALSE, FALSE)$$,
  'restrictions only, each in the words of the law');
SELECT is_empty($$SELECT FROM reeve.sor_list('shop', '-infinity', 'infinity')
  WHERE puid !~ '^[0-9a-f]{12}-A[0-9]+$'$$, 'numbers that nothing else bears');
SELECT is((SELECT count(DISTINCT puid)::int FROM reeve.sor_list(NULL, '-infinity', 'infinity')), 2,
  'each its own');
SELECT is_empty($$SELECT FROM reeve.sor_list(NULL, '-infinity', 'infinity') s
  WHERE s::text ~* 'olga|bert|a-1|shop_|told'$$, 'nobody is named');
SELECT is_empty($$SELECT FROM reeve.sor_list('other', '-infinity', 'infinity')$$, 'of one app');
SELECT is_empty($$SELECT FROM reeve.sor_list(NULL, '2000-01-01', '2001-01-01')$$, 'of a time');
SELECT results_eq($$SELECT counter, kind, source, count::int, median_hours IS NULL
  FROM reeve.counter_list('shop', '-infinity', 'infinity')$$,
  $$VALUES ('notices', 'fraud', 'user', 1, TRUE), ('notices handled', 'upheld', 'fraud', 1, FALSE),
    ('measures on notice', 'hide', 'person', 1, TRUE),
    ('own-initiative measures', 'suspend', 'person', 1, TRUE),
    ('suspensions', 'for a time', 'spam', 1, TRUE)$$, 'what is counted');
RESET SESSION AUTHORIZATION;
UPDATE reeve.case SET opened_at = closed_at - interval '90 min' WHERE closed_at IS NOT NULL;
SELECT reeve.report_file('shop', 'stall', 'c', policy => 'spam',
  reporter => 'person:1') \g /dev/null
SELECT reeve.report_put(collection_id, '3', 'spam', NULL, NULL, NULL, 'too-many')
FROM reeve.collection WHERE app = 'shop' AND name = 'person' \g /dev/null
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.reporter_mute('shop', 'person', '2', '{"for": "7d"}') \g /dev/null
SELECT is((SELECT median_hours FROM reeve.counter_list(NULL, '-infinity', 'infinity')
  WHERE counter = 'notices handled'), 1.50, 'the median of their handling');
SELECT is((SELECT sum(count)::int FROM reeve.counter_list(NULL, '-infinity', 'infinity')
  WHERE counter = 'muted reporters'), 1, 'who is muted');
SELECT is((SELECT sum(count)::int FROM reeve.counter_list(NULL, '-infinity', 'infinity')
  WHERE counter = 'notices' AND source = 'rule'), 1, 'what rules report');
RESET SESSION AUTHORIZATION;
CREATE ROLE shop_app LOGIN IN ROLE reeve_app, shop_owner;
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.request_file('shop', 'person:3', 'objection', 'no') AS asked \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.case_perform('claim', :asked) \g /dev/null
SELECT is((SELECT outcome FROM reeve.case_perform('close', :asked,
  '{"outcome": "dismissed", "why": "no ground"}')), 'done', 'somebody''s objection is answered');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT count(*) FROM reeve.counter_list(NULL, '-infinity', 'infinity')
  WHERE kind = 'dismissed'), 0::bigint, 'which was no notice');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
