-- The statement of reasons that a notice holds: for whom, in which words, once.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
CREATE FUNCTION pg_temp.reeve_words(mark text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_object_agg(k.key, mark || k.key || k.value)
  FROM jsonb_each_text('{"removed": "", "closed": "", "hidden": "", "hidden_until": "",
    "limited": "", "limited_until": "", "blocked": "", "warned": "", "law": "", "facts": " {facts}",
    "blocked_until": " {label} {until|time}", "terms": " {policy} {clause}", "reported": "",
    "found_automatically": "", "found": "", "decided": "", "decided_automatically": "",
    "appeal": " {action} {appeal_until|time}", "redress": ""}') k
$$;

CREATE FUNCTION pg_temp.reeve_manifest() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(pg_temp.manifest() || jsonb_build_object(
      'statements', jsonb_build_object('it', pg_temp.reeve_words('+'))),
    '{collections,person,recipient,locale}',
    '"CASE t.id WHEN 1 THEN ''it-CH'' WHEN 3 THEN ''de'' ELSE ''en'' END"'),
    '{actions}', pg_temp.manifest() -> 'actions' || '[
      {"verb": "warn", "collection": "person", "effects": [
        {"name": "warning", "collection": "person",
          "notify": [{"to": "self", "template": "warned"}]}]},
      {"verb": "hide", "collection": "stall", "effects": [
        {"name": "stall", "collection": "stall", "hide": true,
          "notify": [{"to": "owner", "template": "closed"}]},
        {"name": "deals", "collection": "deal", "via": "stall",
          "notify": [{"to": "buyer", "template": "held", "with": {"deal": "t.id"}},
            {"to": "stall.owner", "template": "held", "with": {"deal": "t.id"}}]}]}]')
    || jsonb_build_object('templates', pg_temp.manifest() -> 'templates' || '{"closed": {"en": {
      "subject": "{label}", "body": "{label}: {decision} {redress}"}}}')
$$;

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.reeve_manifest()) \gset
DELETE FROM reeve.approval_rule;
CREATE ROLE shop_app LOGIN IN ROLE reeve_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
CREATE TEMP TABLE sent(recipient text, template text, body text, statements jsonb);
GRANT SELECT, INSERT ON sent TO reeve_worker;
CREATE FUNCTION pg_temp.reeve_take(job bigint) RETURNS void LANGUAGE sql AS $$
  WITH took AS MATERIALIZED (SELECT * FROM reeve.outbox_take(job, 1, 100)),
  kept AS (
    INSERT INTO sent
    SELECT r.* FROM took t CROSS JOIN LATERAL jsonb_to_record(t.notice) r(
      recipient text, template text, body text, statements jsonb))
  SELECT reeve.outbox_settle(job, 1, array_agg(t.outbox_id), array_agg('sent'::text),
    array_agg(''::text), array_agg(0::bigint)) FROM took t
$$;

-- Whoever names themselves or reports with a placeholder changes nothing.
UPDATE "Odd Shop"."Person" SET "Full Name" = 'Olga {redress} {until|time}' WHERE id = 1;
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'person', '1', 'It floods.', 'spam', 'person:2') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
-- A moderator's look puts them into cases.
SELECT case_id AS the_case FROM reeve.case_queue('shop') \gset
SELECT reeve.case_act(:the_case, 'ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d", "public": "Forty {redress} in an hour."}', NULL) \g /dev/null
SELECT reeve.action_perform('warn', 'shop', 'person', '3', '{"policy": "fraud"}', NULL)
\g /dev/null
SELECT reeve.action_perform('hide', 'shop', 'stall', 'c', '{"policy": "spam", "for": "1d"}', NULL)
\g /dev/null
RESET SESSION AUTHORIZATION;
-- The clause that was broken is the one of that day.
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(pg_temp.reeve_manifest(),
  '{policies,spam,clause}', '"Spam is welcome."')) \gset
UPDATE reeve.outbox SET due_at = now() - interval '1 s';
SELECT pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
-- Of each person's messages one at a time.
SELECT pg_temp.reeve_take(:job), pg_temp.reeve_take(:job), pg_temp.reeve_take(:job) \g /dev/null
RESET SESSION AUTHORIZATION;

SELECT matches((SELECT body FROM sent WHERE template = 'barred'), format(E'^Until %1$s: Spam\n\n'
    '\\+blocked_until Olga \\{redress\\} \\{until\\|time\\} %1$s\n\\+terms Spam No spam\\.\n'
    '\\+facts Forty \\{redress\\} in an hour\\.\n\\+reported\n\\+decided\n'
    '\\+appeal A1 %1$s \\+redress\n$', '[-0-9]{10} [0-9:]{5}'),
  'whom it is about reads what, why, by what, how it was found and decided, and what they can do, '
  'in their language');
SELECT results_eq($$SELECT s ->> 'action', s ->> 'decision_account', s ->> 'decision_ground',
    s ->> 'ground_explanation', s ->> 'decision_facts', s ->> 'source_type',
    s ->> 'automated_detection', s ->> 'automated_decision', s ? 'appeal_until', s ? 'puid'
  FROM sent CROSS JOIN LATERAL jsonb_array_elements(statements) s WHERE recipient = 'person:1'$$,
  $$VALUES ('A1', 'DECISION_ACCOUNT_SUSPENDED', 'DECISION_GROUND_INCOMPATIBLE_CONTENT', 'No spam.',
    'Forty {redress} in an hour.', 'SOURCE_ARTICLE_16', 'No', 'AUTOMATED_DECISION_NOT_AUTOMATED',
    TRUE, TRUE)$$, 'and the sender gets the fields');
SELECT set_eq($$SELECT recipient, statements, body ~ 'Spam|spam|ground|Forty' FROM sent
    WHERE template = 'held'$$,
  $$VALUES ('person:1', '[]'::jsonb, FALSE), ('person:2', '[]', FALSE), ('person:3', '[]', FALSE)$$,
  'whoever bought from them does not learn why');
SELECT alike((SELECT body FROM sent WHERE recipient = 'person:3' AND template = 'warned'),
  E'Fraud: No fraud.\n\nThis is a warning about Carl Client; nothing is restricted.\n'
  'The ground is our policy “Fraud”: No fraud.%We found it ourselves.%A person took the decision.%'
  'You can appeal against this decision (A2) until %court.%',
  'what the catalog has in no language of theirs is in English');
SELECT results_eq($$SELECT s ->> 'action' FROM sent
    CROSS JOIN LATERAL jsonb_array_elements(statements) s WHERE recipient = 'person:3' ORDER BY 1$$,
  $$VALUES ('A2'), ('A3')$$, 'what hits their stall is stated to its owner, once');
SELECT matches((SELECT body FROM sent WHERE recipient = 'person:3' AND template = 'closed'),
  E'^Other stall: We have hidden Other stall until [-0-9]{10} [0-9:]{5}\\. You can appeal [^\n]*'
  'court\\.\n\nDeal 4 waits\\.\n\nDeal 5 waits\\.\n$',
  'where its template says where, it is there, and nothing follows');

-- A correction states nothing; an erased notice neither.
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.undo_perform(2, NULL, NULL), reeve.undo_perform(1, NULL, NULL) \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(x.statement) FROM reeve.outbox o CROSS JOIN LATERAL
  reeve.outbox_text('shop', o) x WHERE o.template = 'correction'), 0::bigint,
  'a correction states nothing');
UPDATE reeve.outbox SET arguments = '{}';
SELECT is((SELECT count(x.statement) FROM reeve.outbox o CROSS JOIN LATERAL
  reeve.outbox_text('shop', o) x), 0::bigint, 'nor what an erasure has emptied');

-- Sentences of a catalog.
SELECT results_eq($$SELECT f.path, f.code FROM reeve.catalog_check_notices('{"statements": {
    "i t": {"found": "x"}, "it": {"found": "{who}", "facts": "{facts} {until|time}"}}}') f$$,
  $$VALUES ('/statements/i t', 'locale'), ('/statements/it/found', 'placeholder')$$,
  'a sentence has no other placeholders');
SELECT * FROM finish();
ROLLBACK;
