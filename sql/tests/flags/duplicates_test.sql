-- `duplicates` shows which accounts share an identifier, never what it is; those who share a
-- verified one come first, whatever an app's owner declares.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
UPDATE reeve.flag SET is_live = FALSE;
DELETE FROM reeve.identifier_scan;
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop"."Person" ADD phone text, ADD proved text[], ADD device text;
INSERT INTO "Odd Shop"."Person"(id, "Full Name") SELECT n, 'Crowd ' || n
FROM generate_series(5, 1300) n;
UPDATE "Odd Shop"."Person" SET email = CASE id WHEN 2 THEN 'a@x.example' WHEN 3 THEN 'a@x.example'
    WHEN 4 THEN 'd@x.example' WHEN 5 THEN 'd@x.example' END,
  phone = CASE WHEN id IN (2, 3) THEN '+39 111' WHEN id IN (6, 7, 8) THEN '+39 222' END,
  device = CASE WHEN id BETWEEN 9 AND 25 THEN 'tablet' WHEN id > 25 THEN 'the shop''s own' END,
  proved = CASE WHEN id IN (4, 5) THEN ARRAY['d@x.example'] WHEN id = 2 THEN ARRAY['a@x.example']
    END;
RESET ROLE;

-- What a catalog may say.
CREATE FUNCTION pg_temp.with_identifiers(said jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.manifest(), '{collections,person,identifiers}', said)
$$;
CREATE FUNCTION pg_temp.findings(said jsonb) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(f.path || ' ' || f.code ORDER BY f.path)
  FROM reeve.catalog_check(pg_temp.with_identifiers(said)) f
$$;
SELECT is(pg_temp.findings(said::jsonb), wanted::text[], said) FROM (VALUES
  ('{"email": {"value": "t.email", "verified": "t.proved"}, "phone": ["t.phone", "t.device"]}',
    NULL),
  ('{"email": {"verified": ["t.proved", "t.nope"]}}',
    '{"/collections/person/identifiers/email/verified/1 expression"}'),
  ('{"email": {"value": "t.nope", "verified": "t.proved"}, "phone": "t.nope"}',
    '{"/collections/person/identifiers/email/value expression",'
    '"/collections/person/identifiers/phone expression"}')) v(said, wanted);
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.with_identifiers(
  '{"email": {"value": "t.email", "verified": "t.proved"}, "phone": "t.phone",
    "device": "t.device"}') || '{"flags": {"again": {"collection": "person", "policy": "fraud",
    "banned": ["email", "device"]}}}') \gset
\ir ../fixtures/worker.sql
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.flag', app => 'shop') AS job \gset
CREATE TEMPORARY TABLE found(
  collection_id int, key text, kind text, value text, is_verified boolean);
GRANT ALL ON found TO reeve_worker;
SET SESSION AUTHORIZATION reeve_worker;
INSERT INTO found SELECT * FROM reeve.identifier_read(:job, 1, 'k1', 1000000);
SELECT set_eq($$SELECT f.key, f.value, f.is_verified FROM found f WHERE f.kind = 'email'$$,
  $$VALUES ('2', 'a@x.example', FALSE), ('2', 'a@x.example', TRUE), ('3', 'a@x.example', FALSE),
    ('4', 'd@x.example', FALSE), ('4', 'd@x.example', TRUE), ('5', 'd@x.example', FALSE),
    ('5', 'd@x.example', TRUE)$$, 'a worker reads what is there and what is verified');
CREATE FUNCTION pg_temp.write(job bigint, verified boolean[]) RETURNS void LANGUAGE sql AS $$
  SELECT reeve.identifier_write(job, 1, 'k1', array_agg(f.collection_id), array_agg(f.key),
    array_agg(coalesce(f.kind, '')),
    array_agg(coalesce(encode(sha256(f.value::bytea), 'hex'), '')), verified)
  FROM found f
$$;
SELECT pg_temp.write(:job, NULL);
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.identifier WHERE is_verified), 0::bigint,
  'of a worker that says nothing of it none is verified');
SELECT array_agg(is_verified) AS verified FROM found \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT pg_temp.write(:job, :'verified');
SELECT count(*) AS rest FROM reeve.identifier_read(:job, 1, 'k1', 1000000) \gset
RESET SESSION AUTHORIZATION;

-- Who may look, and at what.
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok($$SELECT * FROM reeve.duplicate_list('shop', 'person', NULL, 9)$$, 'RV002', NULL,
  'duplicates are for moderators');
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$SELECT * FROM reeve.duplicate_list('shop', 'item', NULL, 9)$$, 'RV003', NULL,
  'a collection has to declare identifiers');
SELECT throws_ok($$SELECT * FROM reeve.duplicate_list('shop', 'person', '{email,hmac}', 9)$$,
  'RV003', 'the catalog declares no identifier hmac of person', 'and those that are asked for');
SELECT throws_ok('SELECT * FROM reeve.identifier', '42501', NULL, 'nobody reads the table');
SELECT results_eq($$SELECT group_no, key, label, shared, is_verified, accounts
    FROM reeve.duplicate_list('shop', 'person', NULL, 8)$$,
  $$VALUES (1::bigint, '4', E'Evil \x1b[31m Name', 'verified email', TRUE, 2::bigint),
    (1, '5', 'Crowd 5', 'verified email', TRUE, 2),
    (2, '2', 'Bert Buyer', 'email, phone', FALSE, 2),
    (2, '3', 'Carl Client', 'email, phone', FALSE, 2),
    (3, '6', 'Crowd 6', 'phone', FALSE, 3), (3, '7', 'Crowd 7', 'phone', FALSE, 3),
    (3, '8', 'Crowd 8', 'phone', FALSE, 3), (4, '10', 'Crowd 10', 'device', FALSE, 17)$$,
  'verified of both comes first, then what says most; rows are limited');
SELECT is((SELECT count(*) FROM reeve.duplicate_list('shop', 'person', '{device}', NULL)),
  10::bigint, 'of a larger group ten are shown, and none of what over a thousand share');
SELECT results_eq($$SELECT DISTINCT group_no, shared FROM reeve.duplicate_list('shop', 'person',
  '{phone}', NULL) ORDER BY 1$$, $$VALUES (1::bigint, 'phone'), (2, 'phone')$$,
  'only what is asked for counts');
SELECT matches((SELECT l.shared FROM reeve.link_list('shop', 'person', '4', 9) l),
  '^verified email [(]2 accounts[)]$', '`links` says what is verified, too');
SELECT outcome AS banned, detail ->> 'action_id' AS ban FROM reeve.action_perform('ban', 'shop',
  'person', '5', '{"policy": "fraud", "for": "1d"}', NULL) \gset
SELECT results_eq($$SELECT key, ban FROM reeve.duplicate_list('shop', 'person', NULL, 2)$$,
  format($$VALUES ('4', NULL), ('5', 'A%s')$$, :'ban'), 'and who is banned');
RESET SESSION AUTHORIZATION;

-- A tablet that a shop lends to everybody, or an owner who says so, makes nobody suspicious: nor
-- does it make a ban, and what flags do then, take long.
SELECT collection_id AS person FROM reeve.collection WHERE app = 'shop' AND name = 'person' \gset
DELETE FROM reeve.change;
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', n,
  '{"policy": "fraud", "for": "1d"}', NULL)), 'done', 'ban of person:' || n)
FROM unnest('{9,100}'::text[]) n;
RESET SESSION AUTHORIZATION;
SELECT set_eq(format($$SELECT unnest(keys)::int FROM reeve.change
    WHERE collection_id = %s AND keys IS NOT NULL$$, :person),
  'SELECT generate_series(10, 25)', 'of those who share what over a thousand do none is looked at');
SELECT set_eq($$SELECT j.key::int FROM reeve.flag f
    CROSS JOIN LATERAL reeve.flag_judge(f, ARRAY(SELECT generate_series(1, 1300)::text), now(),
      FALSE) j WHERE f.app = 'shop' AND f.is_live$$,
  'SELECT 4 UNION SELECT generate_series(10, 25)', 'nor reported');
SET SESSION AUTHORIZATION shop_ann;
SELECT set_eq($$SELECT key::int FROM reeve.flag_test('shop', 'again', 99)$$,
  'SELECT 4 UNION SELECT generate_series(10, 25)', '`flags test` finds the same among all');
RESET SESSION AUTHORIZATION;

-- Neither a value nor a digest is in what it returns.
SET SESSION AUTHORIZATION shop_sam;
SELECT string_agg(d::text, ' ') AS said FROM reeve.duplicate_list('shop', 'person', NULL, NULL) d
\gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.identifier i
  WHERE strpos(:'said', encode(i.hmac, 'hex')) > 0 OR :'said' ~ 'x[.]example|[+]39'), 0::bigint,
  'a senior does not see them, either: `reveal` shows fields, and records it');

-- A former one still ties accounts, by half.
SET SESSION AUTHORIZATION reeve_worker;
DELETE FROM found f WHERE f.key = '5';
INSERT INTO found SELECT f.collection_id, '5', NULL, NULL FROM found f LIMIT 1;
SELECT pg_temp.write(:job, (SELECT array_agg(is_verified) FROM found));
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT key, shared, is_verified
    FROM reeve.duplicate_list('shop', 'person', '{email}', 2)$$,
  $$VALUES ('4', 'verified former email', TRUE), ('5', 'verified former email', TRUE)$$,
  'who had a verified one still shares it');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
