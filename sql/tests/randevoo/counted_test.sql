-- Who counts on whom: customers on stores and products, and stores on customers.
BEGIN;

\ir fixture.sql

CREATE ROLE randevoo_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('randevoo_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["randevoo_test_admin"]}') AS recorded \gset

\set why '{"policy": "counterfeit", "for": "7d", "why": "a test"}'

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob,cem,dan,eve}'::text[]) p \g /dev/null

SELECT pg_temp.shop('shop', pg_temp.kept('owner'), 'UTC', '1 hour', 9) \g /dev/null

SELECT pg_temp.thing(t, pg_temp.kept('shop')) FROM unnest('{bag,coat}'::text[]) t \g /dev/null

:as_app;

SELECT pg_temp.keep('branch', randevoo.branch_open(pg_temp.kept('owner'), pg_temp.kept('shop'),
  'branch', 'Testville', NULL, NULL, NULL, 'UTC', '2031-06-09 08:00+00'));

SELECT randevoo.store_hours_set(pg_temp.kept('owner'), pg_temp.kept('branch'), d, '10:00', '18:00')
FROM generate_series(1, 7) d \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT pg_temp.thing('hat', pg_temp.kept('branch')) \g /dev/null

SELECT pg_temp.book('anns', 'ann', 'shop', 'bag'), pg_temp.book('bobs', 'bob', 'shop', 'bag'),
  pg_temp.book('dans', 'dan', 'branch', 'hat'), pg_temp.book('eves', 'eve', 'shop', 'bag')
\g /dev/null

:as_app;

SELECT pg_temp.keep('cems', randevoo.reservation_book(pg_temp.kept('cem'), pg_temp.kept('shop'),
  '2031-06-11 10:00+00', ARRAY[pg_temp.kept('bag'), pg_temp.kept('coat')], '{1,1}',
  '2031-06-09 08:00+00')) \g /dev/null

SELECT randevoo.reservation_approve(pg_temp.kept('bobs'), pg_temp.kept('owner'),
  '2031-06-09 08:30+00');

RESET SESSION AUTHORIZATION;

-- As an earlier ban left it.
UPDATE randevoo.reservations SET state = 'held', held_until = '2031-06-10 08:00+00'
WHERE id = pg_temp.kept('eves');

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT results_eq($$SELECT p ->> 'danger', (SELECT sum((e ->> 'rows')::int)
      FROM jsonb_array_elements(p -> 'effects') e)::int
    FROM reeve.action_plan('hide', 'randevoo', 'product', pg_temp.kept('product coat')::text,
      '{"policy": "spam"}') p$$, $$VALUES ('mild', 2)$$,
  'what is only listed makes a plan no worse');

RESET SESSION AUTHORIZATION;

CREATE TEMPORARY TABLE counted(place serial, state text, verbs text, subject text, who text,
  template text, left_by text, remains text, nobody text);

INSERT INTO counted(state, verbs, subject, who, template, left_by, remains) VALUES
  ('reservation pending', 'ban suspend delete', 'user:owner', 'user:ann', 'reservation-held', NULL,
    NULL),
  ('reservation pending', 'hide', 'user:owner', NULL, NULL, 'reservations to come at their stores',
    'reservation:anns'),
  ('reservation pending', 'ban suspend delete erase', 'user:ann', 'user:owner',
    'customer-withdrawn', NULL, NULL),
  ('reservation pending', 'hide', 'user:ann', NULL, NULL, 'reservations to come as a customer',
    'reservation:anns'),
  ('reservation pending', 'ban delete', 'store:shop', 'user:ann', 'reservation-held', NULL, NULL),
  ('reservation pending', 'ban delete', 'store:shop', 'user:dan', 'reservation-held', NULL, NULL),
  ('reservation pending', 'hide', 'store:shop', NULL, NULL, 'reservations to come',
    'reservation:anns'),
  ('reservation pending', 'hide', 'store:shop', NULL, NULL, 'reservations to come at branches',
    'reservation:dans'),
  ('reservation pending', 'ban delete', 'product:product bag', 'user:ann', 'product-withdrawn',
    NULL, NULL),
  ('reservation pending', 'ban delete', 'product:product bag', 'user:cem', 'product-left', NULL,
    NULL),
  ('reservation pending', 'hide', 'product:product bag', NULL, NULL,
    'reservations to come with it', 'reservation:cems'),
  ('reservation held', 'ban suspend delete erase', 'user:eve', 'user:owner', 'customer-withdrawn',
    NULL, NULL),
  ('reservation held', 'ban delete', 'product:product bag', 'user:eve', 'product-withdrawn', NULL,
    NULL),
  ('reservation held', 'hide', 'product:product bag', NULL, NULL, 'reservations to come with it',
    'reservation:eves'),
  ('reservation approved', 'ban suspend delete erase', 'user:owner', NULL, NULL,
    'approved reservations at their stores', 'reservation:bobs'),
  ('reservation approved', 'hide', 'user:owner', NULL, NULL, 'reservations to come at their stores',
    'reservation:bobs'),
  ('reservation approved', 'ban suspend delete erase', 'user:bob', NULL, NULL,
    'approved reservations as a customer', 'reservation:bobs'),
  ('reservation approved', 'hide', 'user:bob', NULL, NULL, 'reservations to come as a customer',
    'reservation:bobs'),
  ('reservation approved', 'ban delete erase', 'store:shop', NULL, NULL, 'approved reservations',
    'reservation:bobs'),
  ('reservation approved', 'hide', 'store:shop', NULL, NULL, 'reservations to come',
    'reservation:bobs'),
  ('reservation approved', 'ban delete', 'product:product bag', NULL, NULL,
    'approved reservations with it', 'reservation:bobs'),
  ('reservation approved', 'hide', 'product:product bag', NULL, NULL,
    'reservations to come with it', 'reservation:bobs'),
  ('reservation approved', 'revoke', 'reservation:bobs', 'user:bob', 'reservation-revoked', NULL,
    NULL),
  ('reservation approved', 'revoke', 'reservation:bobs', 'user:owner', 'store-reservation-revoked',
    NULL, NULL);

INSERT INTO counted(state, verbs, subject, nobody)
SELECT 'reservation ' || s, 'merge', 'user:ann',
  'it goes on with the account that stays; left has the one that clashes with another of theirs'
FROM unnest('{pending,held,approved}'::text[]) s;

INSERT INTO counted(state, verbs, subject, nobody) VALUES
  ('reservation pending', 'erase', 'user:owner',
    'without grace it is held for no time: the job of stale rows cancels it and tells'),
  ('reservation pending', 'erase', 'store:shop',
    'without grace it is held for no time: the job of stale rows cancels it and tells'),
  ('reservation pending', 'revoke erase', 'reservation:anns',
    'only an approved one can be revoked; an erasure takes words, not the slot'),
  ('reservation held', 'revoke erase', 'reservation:eves',
    'only an approved one can be revoked; an erasure takes words, not the slot'),
  ('reservation approved', 'erase', 'reservation:bobs', 'an erasure takes words, not the slot'),
  ('reservation held', 'ban suspend delete erase hide', 'user:owner',
    'told when it was held; the job of stale rows ends it and tells'),
  ('reservation held', 'hide', 'user:eve',
    'the store waits for nothing until it is pending again; the job of stale rows ends it'),
  ('reservation held', 'ban delete hide erase', 'store:shop',
    'told when it was held; the job of stale rows ends it and tells');

\ir ../counted.sql

ROLLBACK;
