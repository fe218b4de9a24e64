-- What a ban does outside the database commits with it, is sent in order and once, is withdrawn by
-- an undo or followed by its inverse, and is confirmed only by who sends it.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
ALTER TABLE reeve.outside ALTER COLUMN outside_id RESTART;
SELECT no_plan();
\ir ../fixtures/worker.sql
SELECT set_config('test.nonce', :'nonce', FALSE) \g /dev/null
SELECT set_config('test.outside', '{
  "disable_account": {"actions": ["ban", "suspend"], "undo": "enable_account", "account": "uid",
    "fields": {"uid": "''uid-'' || nullif(t.id, 4)", "mail": "t.email"}},
  "revoke_tokens": {"actions": ["ban"], "fields": {"uid": "t.id"}},
  "delete_account": {"actions": ["erase"], "fields": {"uid": "''uid-'' || t.id"}}}', FALSE)
\g /dev/null
CREATE FUNCTION pg_temp.with_outside(o jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(pg_temp.manifest(), '{collections,person,outside}', o),
    '{actions}', pg_temp.manifest() -> 'actions'
      || '[{"verb": "suspend", "collection": "person", "effects_of": "ban"}]')
$$;
SELECT results_eq($$SELECT path, code FROM reeve.catalog_check(pg_temp.with_outside('{"x": {
    "actions": ["baan"], "undo": "x", "account": "u", "fields": {"id": "t.nope"}}}'))$$,
  $$VALUES ('/collections/person/outside/x/actions/0', 'missing'),
    ('/collections/person/outside/x/undo', 'name'),
    ('/collections/person/outside/x/account', 'missing'),
    ('/collections/person/outside/x/fields/id', 'expression')$$,
  'check finds verbs and fields that are not, and expressions that do not work');
SELECT is_empty($$SELECT * FROM reeve.catalog_check(
  pg_temp.with_outside(current_setting('test.outside')::jsonb))$$, 'a sound one has no finding');
SELECT count(*) FROM reeve.catalog_apply(
  pg_temp.with_outside(current_setting('test.outside')::jsonb)) \g /dev/null

-- A worker: takes what is due of these, and settles it as told.
CREATE TEMP TABLE taken(outside_id bigint, name text, key text, body jsonb, job bigint);
GRANT SELECT, INSERT, DELETE ON taken TO reeve_worker;
CREATE FUNCTION pg_temp.take(names text[] DEFAULT
  '{disable_account,enable_account,revoke_tokens,delete_account}', seconds int DEFAULT 60)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  job bigint := pg_temp.attempt((SELECT w.worker_id FROM reeve.worker w ORDER BY 1 DESC LIMIT 1),
    current_setting('test.nonce')::uuid, 'outside.deliver');
BEGIN
  DELETE FROM taken;
  SET LOCAL SESSION AUTHORIZATION reeve_worker;
  INSERT INTO taken SELECT t.outside_id, t.name, t.idempotency_key, t.body, job
  FROM reeve.outside_take(job, 1, names, array_fill(seconds, ARRAY[cardinality(names)]), 10) t;
  RESET SESSION AUTHORIZATION;
  RETURN coalesce((SELECT string_agg(key || ' ' || name, ', ' ORDER BY outside_id) FROM taken),
    'nothing');
END
$$;
CREATE FUNCTION pg_temp.settle(verdict text, said text DEFAULT '', wait bigint DEFAULT 0)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL SESSION AUTHORIZATION reeve_worker;
  PERFORM reeve.outside_settle(min(t.job), 1, array_agg(t.outside_id),
    array_agg(verdict), array_agg(said), array_agg(wait)) FROM taken t;
  RESET SESSION AUTHORIZATION;
END
$$;
CREATE FUNCTION pg_temp.died() RETURNS void LANGUAGE sql AS $$
  -- The attempts of a worker that was killed, once that was noticed.
  DELETE FROM reeve.job_run r USING taken t WHERE r.job_id = t.job
$$;
CREATE FUNCTION pg_temp.states(person text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', 'A' || o.action_id, o.sends, o.state), ', '
    ORDER BY o.outside_id)
  FROM reeve.outside o WHERE o.key = person
$$;

-- Committed with the act, withdrawn with it.
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_plan('ban', 'shop', 'person', '2', '{"policy": "spam", "for": "1d"}')
  -> 'outside' AS planned \gset
SELECT is(:'planned'::text, '["disable_account", "revoke_tokens"]', 'a plan says what goes out');
SELECT reeve.action_plan('ban', 'shop', 'person', '4', '{"policy": "spam", "for": "1d"}')
  -> 'outside' AS planned \gset
SELECT is(:'planned'::text, '["revoke_tokens"]', 'but not to whom without an account there');
SELECT reeve.action_plan('warn', 'shop', 'person', '2', '{"policy": "spam"}') ? 'outside'
  AS planned \gset
SELECT ok(NOT :'planned', 'and nothing where nothing does');
SELECT p.outcome AS done, p.detail -> 'outside' AS outside FROM reeve.action_perform('ban', 'shop',
  'person', '2', '{"policy": "spam", "for": "1d"}', NULL) p \gset
SELECT is(:'done'::text, 'done', 'a moderator bans');
SELECT is(:'outside'::text, '["disable_account", "revoke_tokens"]', 'and is told what goes out');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.job_ready JOIN reeve.job USING (job_id, day)
  JOIN reeve.job_kind k USING (kind_id) WHERE k.name = 'outside.deliver'), 1::bigint,
  'a job sends it at once');
SELECT is((SELECT fields FROM reeve.outside WHERE sends = 'disable_account'),
  '{"uid": "uid-2", "mail": "bert@example.org"}', 'with the fields of the row');
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(1, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'done'::text, 'done', 'it is undone');
SELECT is(pg_temp.states('2'), 'A1 disable_account withdrawn, A1 revoke_tokens withdrawn',
  'an undo before it was sent withdraws both');
SELECT is(pg_temp.take(), 'nothing', 'neither is sent');

-- Sent, confirmed, and taken back in order.
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT max(action_id) AS ban FROM reeve.action \gset
SELECT is(pg_temp.take('{revoke_tokens}'), 'O4 revoke_tokens',
  'a worker takes only what its manifest has an entry for');
SELECT is(pg_temp.take('{enable_account,disable_account,shop/disable_account}'),
  'O3 shop/disable_account', 'an entry for the app goes before one for all');
SELECT is((SELECT body FROM taken), jsonb_build_object('outside_id', 3, 'app', 'shop', 'effect',
  'disable_account', 'subject', 'person:2', 'action', 'A' || :ban, 'fields',
  '{"uid": "uid-2", "mail": "bert@example.org"}'::jsonb), 'it says what is to be done to whom');
SELECT is(pg_temp.take(), 'nothing', 'what is being sent is not taken again');
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(:ban, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.states('2'), format('A1 disable_account withdrawn, A1 revoke_tokens withdrawn, '
  'A%1$s disable_account sent, A%1$s revoke_tokens sent, A%2$s enable_account pending', :ban,
  :ban + 1), 'an undo while it is being sent has the inverse follow');
SELECT is(pg_temp.take('{enable_account}'), 'nothing', 'which waits for what is before it');
INSERT INTO taken SELECT o.outside_id, NULL, NULL, NULL, o.job_id FROM reeve.outside o
WHERE o.outside_id = 3;
SELECT pg_temp.settle('confirmed') \g /dev/null
SELECT is(pg_temp.take('{enable_account}'), 'O5 enable_account', 'and then the inverse is sent');
SELECT is((SELECT body -> 'fields' ->> 'uid' FROM taken), 'uid-2', 'about the same account');
SELECT pg_temp.settle('confirmed') \g /dev/null
SELECT is((SELECT state FROM reeve.outside WHERE outside_id = 4), 'sent',
  'an attempt settles nothing that another took');
SELECT is((SELECT state FROM reeve.outside WHERE outside_id = 5), 'confirmed',
  'what is confirmed is so');

-- Killed between sending and noting: again, under the same key; after an undo not again.
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('suspend', 'shop', 'person', '3',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.take('{disable_account}'), 'O6 disable_account', 'taken');
SELECT pg_temp.died() \g /dev/null
SELECT pg_temp.settle('confirmed') \g /dev/null
SELECT is(pg_temp.take('{disable_account}'), 'O6 disable_account',
  'what a dead worker took is taken again under the same key; who lost the lease settles nothing');
SELECT pg_temp.died() \g /dev/null
SELECT max(action_id) AS ban FROM reeve.action \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(:ban, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.take(), 'nothing',
  'after an undo it is not sent again, and the inverse waits until the attempt is over at most');
UPDATE reeve.outside SET expires_at = now() - interval '1 s' WHERE outside_id = 6;
SELECT is(pg_temp.take(), 'O7 enable_account', 'then the inverse is sent');
SELECT pg_temp.settle('retry', 'HTTP status 429 for uid-3 of <carl@example.org> 39333123456', 7)
\g /dev/null
SELECT ok((SELECT due_at BETWEEN now() + interval '6 s' AND now() + interval '1 min'
  FROM reeve.outside WHERE outside_id = 7), 'not before Retry-After');
SELECT is(pg_temp.take(), 'nothing', 'nor by whoever looks');
SELECT is((SELECT array_agg(t.due_at - o.due_at BETWEEN '0' AND '0.5 s')
  FROM reeve.outside o, reeve.job_timer t JOIN reeve.job USING (job_id, day)
  JOIN reeve.job_kind k USING (kind_id) WHERE k.name = 'outside.deliver' AND o.outside_id = 7),
  '{t}', 'one job comes for it when it is due');
SET SESSION AUTHORIZATION shop_vic;
SELECT string_agg(concat_ws(' ', 'O' || outside, effect, act, state, attempts, note), ', ')
  AS listed FROM reeve.outside_list('shop', 'person', '3', NULL, 1) \gset
SELECT is(:'listed'::text, format('O7 enable_account A%s pending 1 HTTP status 429 for ••• of '
  '<•••> •••', :ban + 1), 'a viewer reads what was said, without whom it is about');
SELECT code FROM reeve.outside_retry(7, NULL) \gset
SELECT is(:'code'::text, 'rank', 'but sends nothing');
SELECT throws_ok('SELECT * FROM reeve.outside_compare(''shop'', ''person'', NULL, ''{}'')',
  'RV002', NULL, 'nor learns whose account is whose');
RESET SESSION AUTHORIZATION;

-- Banned again before the account was enabled: only one goes out.
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('ban', 'shop', 'person', '3',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT state FROM reeve.outside WHERE outside_id = 7), 'withdrawn',
  'another ban withdraws an inverse that waits');
SELECT max(action_id) AS ban FROM reeve.action \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(:ban, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT sends || ' ' || state FROM reeve.outside ORDER BY outside_id DESC LIMIT 1),
  'enable_account pending', 'undone unsent, the account that is disabled is enabled after all');
SELECT is(pg_temp.take(), 'O10 enable_account', 'and only that is sent');
SELECT pg_temp.settle('confirmed') \g /dev/null

-- Two bans of one person: the account stays disabled until both are undone.
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
SELECT outcome AS done FROM reeve.action_perform('suspend', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT max(action_id) AS last FROM reeve.action \gset
SELECT is(pg_temp.take('{disable_account}'), 'O11 disable_account', 'one after the other');
SELECT pg_temp.settle('confirmed') \g /dev/null
SELECT is(pg_temp.take('{disable_account,revoke_tokens}'),
  'O12 revoke_tokens, O13 disable_account', 'both have their answer');
SELECT pg_temp.settle('confirmed') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(:last - 1, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.take(), 'nothing', 'one of two undone enables nothing');
UPDATE reeve.action SET until = now() - interval '1 s' WHERE action_id = :last;
SELECT reeve.action_lift(jsonb_populate_record(NULL::reeve.job, '{}'),
  jsonb_populate_record(NULL::reeve.job_progress, '{"done": 0}'), 100) \g /dev/null
SELECT is(pg_temp.take(), 'O14 enable_account', 'the end of the other does');
SELECT pg_temp.settle('confirmed') \g /dev/null

-- Refused for good: doctor is red, a moderator has it sent again, under another key.
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('suspend', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT max(action_id) AS ban FROM reeve.action \gset
SELECT is(pg_temp.take(), 'O15 disable_account', 'taken');
SELECT pg_temp.settle('failed', 'HTTP status 404: no such user') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome, message FROM reeve.outside_retry(15, 'the receiver was configured') \gset
SELECT is(:'outcome'::text, 'done', 'a moderator sends it again');
SELECT message FROM reeve.outside_retry(14, NULL) \gset
SELECT is(:'message'::text, 'O14 is not sent again: it is confirmed', 'not what is confirmed');
SELECT throws_ok('SELECT reeve.outside_retry(4711, NULL)', 'RV004', NULL, 'nor what is not');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.command WHERE kind = 'outside.retry'), 3::bigint,
  'which is on record, as are refusals');
SELECT is(pg_temp.take(), 'O15-2 disable_account', 'it goes out under another key');
SELECT pg_temp.settle('failed', 'HTTP status 404') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(:ban, NULL, NULL) \gset
SELECT message FROM reeve.outside_retry(15, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'message'::text, 'O15 is not sent again: what it belongs to has been taken back',
  'nor what has been undone');
SELECT is(pg_temp.take(), 'nothing', 'what never took effect is not reversed');

-- No account there: nothing to do. A row that cannot be read: banned all the same, and named.
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('suspend', 'shop', 'person', '4',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.states('4'), NULL, 'who has no account there is not sent');
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Person" RENAME email TO mail') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.action_perform('suspend', 'shop', 'person', '3',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT alike(:'done'::text, 'done%', 'a ban does not fail because of what it cannot say outside');
SELECT is((SELECT state || ' ' || (error IS NOT NULL) FROM reeve.outside
  ORDER BY outside_id DESC LIMIT 1), 'failed true', 'which is failed from the start');
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop"."Person" RENAME mail TO email') \g /dev/null
SELECT max(outside_id) AS n FROM reeve.outside \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.outside_retry(:n, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.take(), format('O%s-2 disable_account', :n), 'and sent once it can be read');
SELECT is((SELECT body #>> '{fields,uid}' FROM taken), 'uid-3', 'with its fields');

-- Which accounts are disabled only there, or only here.
SET SESSION AUTHORIZATION shop_sam;
SELECT string_agg(concat_ws(' ', difference, key, account, state), ', ') AS found
FROM reeve.outside_compare('shop', 'person', NULL, '{uid-1,uid-9,""}') \gset
SELECT is(:'found'::text, 'only here 3 uid-3 disable_account sent, only there 1 uid-1 '
  'enable_account confirmed, only there uid-9', 'a senior compares a listing');
SELECT throws_ok('SELECT * FROM reeve.outside_compare(''shop'', ''person'', ''nope'', ''{}'')',
  'RV001', NULL, 'of an effect that there is');
RESET SESSION AUTHORIZATION;

-- An erasure keeps what has to be sent still, and no longer.
DELETE FROM reeve.approval_rule;
DELETE FROM reeve.job_run;
UPDATE reeve.outside SET expires_at = now() - interval '1 s' WHERE state = 'sent';
SELECT is(pg_temp.take('{}'), 'nothing', 'a worker without entries takes nothing');
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.action_perform('erase', 'shop', 'person', '2', '{"why": "asked"}', NULL)
\gset
RESET SESSION AUTHORIZATION;
SELECT is(:'outcome'::text, 'done', 'a senior erases');
SELECT is((SELECT string_agg(sends, ', ') FROM reeve.outside
  WHERE key = '2' AND fields IS NOT NULL), 'delete_account',
  'of an erased person the rest is gone');
SELECT is(pg_temp.take('{delete_account}'), (SELECT format('O%s delete_account', max(outside_id))
  FROM reeve.outside), 'and is sent');
SELECT pg_temp.settle('confirmed', 'uid-2') \g /dev/null
SELECT is((SELECT count(*) FROM reeve.outside o
  WHERE o.key = '2' AND num_nonnulls(o.fields, o.error) > 0), 0::bigint, 'then nothing is left');

-- Nobody else writes or reads any of it.
SELECT throws_ok(format('SET LOCAL SESSION AUTHORIZATION %I; SELECT %s', r, s), '42501', NULL,
  format('%s may not %s', r, s))
FROM unnest('{shop_ann,shop_owner}'::text[]) r, unnest(ARRAY['reeve.outside_take(1, 1, ''{}'',
    ''{}'', 1)', 'reeve.outside_settle(1, 1, ''{}'', ''{}'', ''{}'', ''{}'')',
  'sends FROM reeve.outside']) s;
SELECT * FROM finish();
ROLLBACK;
