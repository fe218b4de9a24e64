-- Two accounts of one person become one: what moves, what stays, who is refused, and an undo that
-- gives back exactly that.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/merges.sql

-- What a catalog may say.
CREATE FUNCTION pg_temp.findings(said jsonb) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(f.path || ' ' || f.code ORDER BY f.path COLLATE "C", f.code)
  FROM reeve.catalog_check(jsonb_set(pg_temp.with_merge(), '{collections,person,merge}', said)) f
$$;
SELECT is(pg_temp.findings(said::jsonb), wanted::text[], said) FROM (VALUES
  ('{"moves": {"stall": "owner", "deal": "buyer", "talk": ["host", "guest"], "booking": "guest"},
    "stays": {"fond.person_id": "x"}}', NULL),
  ('{"moves": {"stall": "owner", "deal": "buyer"}, "stays": {"fond.person_id": "x"}}',
    '{"/collections/person/merge missing","/collections/person/merge missing",'
    '"/collections/person/merge missing"}'),
  ('{"moves": {"stall": "owner", "deal": "buyer", "talk": ["host", "guest"], "booking": "guest",
    "fond": "person"}, "stays": {}}', '{"/collections/person/merge/moves/fond key"}'),
  ('{"moves": {"stall": "owner", "deal": "stall", "talk": ["host", "nobody"], "shed": "x",
    "booking": "guest"}, "stays": {"fond.person_id": "x", "deal.buyer_id": "x",
    "talk.guest_id": "x", "deal.stall_code": "x", "stall.owner_id": "x"}}',
    '{"/collections/person/merge/moves/deal missing",'
    '"/collections/person/merge/moves/shed missing",'
    '"/collections/person/merge/moves/talk/1 missing",'
    '"/collections/person/merge/stays/deal.stall_code unused",'
    '"/collections/person/merge/stays/stall.owner_id unused"}')) v(said, wanted);
SELECT is((SELECT array_agg(f.path || ' ' || f.code) FROM reeve.catalog_check(jsonb_set(
    pg_temp.with_merge(), '{actions,2}', '{"verb": "merge", "collection": "item"}')) f),
  '{"/actions/2 missing"}', 'a merge of things has to be like another verb');
SELECT is((SELECT array_agg(f.path || ' ' || f.code) FROM reeve.catalog_check(jsonb_set(
    pg_temp.with_merge(), '{actions,2}',
    '{"verb": "merge", "collection": "item", "like": "verify"}')) f), NULL, 'and may be then');

-- The plan: what moves, what clashes, what stays.
SELECT pg_temp.digest() AS before \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_plan('merge', 'shop', 'person', '3', '{"name": "2", "why": "one person"}')
  AS plan \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'plan'::jsonb #> '{refusal}', NULL, 'two accounts may be merged');
SELECT results_eq(format($$SELECT e ->> 'name', e ->> 'kind', (e ->> 'rows')::int
    FROM jsonb_array_elements(%L::jsonb -> 'effects') e$$, :'plan'),
  $$VALUES ('account', 'hide', 1), ('booking.guest', 'set', 2),
    ('booking.guest that clash: the row of the account that stays wins', 'list', 1),
    ('deal.buyer', 'set', 1),
    ('deal.buyer that clash: the row of the account that stays wins', 'list', 1),
    ('stall.owner', 'set', 1), ('talk.host', 'set', 1),
    ('talk.host that clash: the row of the account that stays wins', 'list', 1),
    ('talk.guest', 'set', 0), ('talk.host,guest', 'set', 1),
    ('talk.host,guest that clash: the row of the account that stays wins', 'list', 0)$$,
  'the plan counts what moves and, by unique and exclusion constraints, what cannot');
SELECT is(:'plan'::jsonb #>> '{into,label}', 'Bert Buyer', 'it names the account that stays');
SELECT is(:'plan'::jsonb -> 'notes', '["fond.person_id stays with person:3: Likes are personal."]',
  'and what stays with the one that goes, and why');
SELECT is(:'plan'::jsonb ->> 'danger', 'severe', 'somebody has to type the name');
SELECT is(pg_temp.digest(), :'before', 'a plan changes nothing');

-- Done, and shown.
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('merge', 'shop', 'person', '3',
  '{"name": "2", "why": "one person"}', :'plan')), 'done', 'they are merged');
SELECT results_eq($$SELECT key FROM reeve.left_list(1, NULL, 9) ORDER BY collection, key$$,
  $$VALUES ('2'), ('2'), ('4')$$, 'left lists the rows that clash');
SELECT is(state, 'merged into person:2, no end', 'the one that goes says so')
FROM reeve.subject_status('shop', 'person', '3');
SELECT results_eq($$SELECT kind, name FROM reeve.subject_marks('shop', 'person', '2')$$,
  $$VALUES ('merge', 'person:3 was merged into this one')$$, 'and the one that stays');
SELECT results_eq($$SELECT action_id, kind FROM reeve.subject_history('shop', 'person', '2', 9)$$,
  $$VALUES (1::bigint, 'merge of person:3')$$, 'its history, too');
RESET SESSION AUTHORIZATION;
SELECT ok(blocked_until = 'infinity', 'the app has the account barred')
FROM "Odd Shop"."Person" WHERE id = 3;
SELECT results_eq('SELECT id, buyer_id FROM "Odd Shop".deal WHERE id IN (1, 2, 7) ORDER BY id',
  'VALUES (1::bigint, 2::bigint), (2, 3), (7, 2)', 'what clashes stays, the rest moves');
SELECT results_eq('SELECT id, host_id, guest_id FROM "Odd Shop".talk ORDER BY id',
  'VALUES (1::bigint, 2::bigint, 2::bigint), (2, 2, 1), (3, 2, 1), (4, 3, 1)',
  'a row may name an account twice');
SELECT results_eq('SELECT id, guest_id FROM "Odd Shop".booking ORDER BY id',
  'VALUES (1::bigint, 2::bigint), (2, 3), (3, 2), (4, 2)', 'exclusion constraints count');
SELECT is((SELECT count(*) FROM "Odd Shop".fond WHERE person_id = 3), 1::bigint,
  'what stays has not moved');
SELECT is(pg_temp.kept_rows(), :kept_rows::bigint, 'and nothing is deleted');
SELECT is((SELECT array_agg(k ORDER BY k) FROM (SELECT account AS k FROM reeve.account_keys(
  pg_temp.person_id(), '{2}')) k), '{2,3}', 'both are one person''s');

-- Two merges at once, bulk, chains and oneself.
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT (code, message)::text FROM reeve.action_perform('merge', 'shop', 'person', '3',
  '{"name": "2", "why": "one person"}', :'plan')),
  '(version,"shop_ann was faster: A1 merge by shop_ann")', 'the slower of two is refused');
SELECT is((SELECT (code, message)::text FROM reeve.action_perform('merge', 'shop', 'person', key,
  jsonb_build_object('name', into_key), NULL)), wanted, said)
FROM (VALUES
  ('3', '1', '(state,"person:3 was merged into person:2 by A1")', 'one that was merged'),
  ('1', '3', '(state,"person:3 was merged into person:2 by A1")', 'into one that was merged'),
  ('1', '1', '(argument,"person:1 cannot be merged into itself")', 'into itself'),
  ('1', '99', '(notfound,"there is no person:99")', 'into nobody'),
  ('99', '1', '(notfound,"there is no person:99")', 'of nobody'),
  ('1', NULL, '(argument,"say which account stays: merge person:… into person:…")', 'into')
  ) v(key, into_key, wanted, said);
SELECT throws_ok($$SELECT reeve.action_perform('merge', 'shop', 'person', '1', '{"name": "x"}',
  NULL)$$, 'RV004', NULL, 'what cannot be a key is none');
SELECT is((SELECT (code, message)::text FROM reeve.action_perform('merge', 'shop', 'stall', 'c',
  '{"name": "a-1"}', NULL)), '(argument,"merge is not declared for stall")',
  'only what declares it');
RESET SESSION AUTHORIZATION;

-- A plan that was made before another merge of the account that stays.
SET SESSION AUTHORIZATION shop_bob;
SELECT reeve.undo_perform(1, NULL, NULL) AS undone \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.digest(), :'before', 'an undo gives back every row');
SELECT is((SELECT count(*) FROM reeve.mark), 0::bigint, 'and they are two persons again');
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_plan('merge', 'shop', 'person', '2', '{"name": "1"}') AS plan \gset
SET SESSION AUTHORIZATION shop_bob;
SELECT outcome FROM reeve.action_perform('merge', 'shop', 'person', '3', '{"name": "2"}', NULL)
\gset
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT (code, message)::text FROM reeve.action_perform('merge', 'shop', 'person', '2',
  '{"name": "1"}', :'plan')), '(version,"shop_bob was faster: A3 merge by shop_bob")',
  'a merge changes the version of the account that stays');

-- Chains: the later merge is undone first.
SELECT outcome FROM reeve.action_perform('merge', 'shop', 'person', '2', '{"name": "1"}', NULL)
\gset
SELECT is((SELECT (code, message)::text FROM reeve.undo_perform(3, NULL, NULL)),
  '(state,"person:2 was merged into person:1 since: undo A4 first")',
  'a merge is not undone below another one');
SELECT is((SELECT outcome FROM reeve.undo_perform(4, NULL, NULL)), 'done', 'the later one is');
SELECT is((SELECT outcome FROM reeve.undo_perform(3, NULL, NULL)), 'done', 'then the first');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.digest(), :'before', 'and all is as before');

-- A row that the app has changed meanwhile is named, not overwritten.
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome, message AS done FROM reeve.action_perform('merge', 'shop', 'person', '3',
  '{"name": "2"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop('UPDATE "Odd Shop".deal SET buyer_id = 4 WHERE id = 7');
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq(format($$SELECT l ->> 'collection', l ->> 'key', l ->> 'why' FROM
    jsonb_array_elements((reeve.undo_perform(%s, NULL, NULL)).detail -> 'lost') l$$,
    substr(:'done', 2)), $$VALUES ('deal', '7', 'changed since')$$, 'the undo names it');
RESET SESSION AUTHORIZATION;
SELECT is(buyer_id, 4::bigint, 'and leaves it') FROM "Odd Shop".deal WHERE id = 7;
SELECT pg_temp.alter_shop('UPDATE "Odd Shop".deal SET buyer_id = 3 WHERE id = 7');
SELECT is(pg_temp.digest(), :'before', 'all else is back');
SELECT * FROM finish();
ROLLBACK;
