-- A sweep follows what may reach rows that are added later, and nothing else.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(9);
-- The shop with one effect of hiding an item as it is here.
CREATE FUNCTION pg_temp.effect(body jsonb) RETURNS int LANGUAGE sql AS $$
  SELECT count(*)::int FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(), '{actions}', (
    SELECT jsonb_agg(CASE WHEN a ->> 'verb' = 'hide'
      THEN jsonb_set(a, '{effects,0}', (a #> '{effects,0}') || body) ELSE a END)
    FROM jsonb_array_elements(pg_temp.manifest() -> 'actions') a)))
$$;
CREATE FUNCTION pg_temp.sweeps() RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM reeve.job j JOIN reeve.job_kind k USING (kind_id)
  WHERE k.name = 'moderation.sweep'
$$;
CREATE FUNCTION pg_temp.reeve_hide(nr int) RETURNS text LANGUAGE sql AS $$
  SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', format('["a-1", %s]', nr),
    '{"policy": "spam", "for": "7d", "why": "fakes"}', NULL)
$$;

SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_hide(1), 'done', 'an item is hidden, and nothing with it');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.sweeps(), 0::bigint, 'no sweep follows: only the item itself could be found');

SELECT pg_temp.effect('{"where": "t.nr > 0"}') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_hide(2), 'done', 'it is hidden under a condition');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.sweeps(), 1::bigint, 'which may come true later: a sweep follows');

SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "7d", "why": "fakes"}', NULL)), 'done',
  'a ban brings down what depends on the person');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.sweeps(), 2::bigint, 'a sweep follows');

-- A sweep of a ban whose account effect is gone would find the account again if it looked at it.
DELETE FROM reeve.effect e USING reeve.rule r
WHERE r.rule_id = e.rule_id AND r.name = 'account';
INSERT INTO "Odd Shop".item(stall_code, nr, title) VALUES ('a-1', 99, 'Late thing');
\ir ../fixtures/worker.sql
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.sweep', jsonb_build_object('action_id',
  (SELECT max(action_id) FROM reeve.action))) AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT reeve.job_advance(:job, 1, 1) \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT hidden_until > now() FROM "Odd Shop".item WHERE nr = 99),
  'a sweep finds a row that was added');
SELECT is((SELECT count(*) FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
  WHERE r.name = 'account'), 0::bigint, 'and does not read the subject again');

UPDATE reeve.action SET performed_at = now() - interval '5 minutes';
CREATE FUNCTION pg_temp.wait() RETURNS interval LANGUAGE sql AS $$
  SELECT (reeve.action_sweep(j, NULL, 1)).wait FROM (
    SELECT (jsonb_populate_record(NULL::reeve.job, jsonb_build_object('principal', 'ann', 'args',
      jsonb_build_object('action_id', (SELECT max(action_id) FROM reeve.action))))).*) j
$$;
SELECT ok(pg_temp.wait() BETWEEN '30 s' AND '31 s',
  'where a transaction has been open for long, it looks less often');
SELECT * FROM finish();
ROLLBACK;
