-- The server says what became of an act, by the id that it had before it was sent, to nobody but
-- the login that acted.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(12);

SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.act_begin('11111111-1111-4111-8111-111111111111');
SELECT (detail ->> 'action_id')::bigint AS hide FROM reeve.action_perform('hide', 'shop', 'item',
  '["c", 1]', '{"policy": "spam"}', NULL) \gset
SELECT is((o.state, o.kind, o.outcome, o.action_id)::text, format('(committed,hide,done,%s)',
  :hide), 'an act that is there is told with the action that it made')
FROM reeve.act_outcome('11111111-1111-4111-8111-111111111111') o;
SELECT is((SELECT o.state FROM reeve.act_outcome('22222222-2222-4222-8222-222222222222') o),
  'absent', 'an act that is not there was not committed');
SELECT throws_ok($$SELECT reeve.act_begin('22222222-2222-4222-8222-222222222222')$$, '23505', NULL,
  'and once that was said it cannot be committed any more');
SELECT throws_ok($$SELECT reeve.act_begin('11111111-1111-4111-8111-111111111111')$$, '23505', NULL,
  'no act is sent twice under one id');
SELECT throws_ok('SELECT * FROM reeve.act', '42501', NULL, 'nobody reads the ids of others');
SELECT throws_ok('SELECT reeve.act_begin(NULL)', 'RV001', NULL,
  'an act without an id does not begin');
SELECT throws_ok('SELECT * FROM reeve.act_outcome(NULL)', 'RV001', NULL, 'nor has it an outcome');

SET SESSION AUTHORIZATION shop_bob;
SELECT is_empty($$SELECT * FROM reeve.act_outcome('11111111-1111-4111-8111-111111111111')$$,
  'a colleague is told nothing of it');
SELECT is_empty($$SELECT * FROM reeve.act_outcome('22222222-2222-4222-8222-222222222222')$$,
  'nor that somebody asked');

SET SESSION AUTHORIZATION shop_owner;
SELECT throws_ok($$SELECT reeve.act_begin('33333333-3333-4333-8333-333333333333')$$, '42501', NULL,
  'code of an app begins none');
RESET SESSION AUTHORIZATION;

-- In a restored database the same numbers of transactions come again.
INSERT INTO reeve.command(at, actor, kind, outcome, manifest, salt, content, xid)
SELECT c.at + v.later, c.actor, c.kind || '.other', c.outcome, c.manifest, c.salt, c.content, c.xid
FROM reeve.command c CROSS JOIN (VALUES (interval '-3 days'), ('3 days')) v(later)
WHERE c.action_id = :hide;
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT o.kind
  FROM reeve.act_outcome('11111111-1111-4111-8111-111111111111') o$$, $$VALUES ('hide')$$,
  'what other transactions of the same number recorded is no part of an act');
RESET SESSION AUTHORIZATION;

INSERT INTO reeve.act(act_id, actor, at)
SELECT gen_random_uuid(), 'shop_ann', now() - interval '31 days' FROM generate_series(1, 3);
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.act_begin('44444444-4444-4444-8444-444444444444');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.act a WHERE a.at < now() - interval '30 days'), 0::bigint,
  'acts are forgotten after 30 days');

SELECT * FROM finish();
ROLLBACK;
