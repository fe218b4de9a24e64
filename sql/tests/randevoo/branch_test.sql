-- Several branches of one store: each has hours, capacity, stock and reservations of its own, and
-- what hides the store hides them.
BEGIN;

\ir fixture.sql

CREATE ROLE randevoo_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('randevoo_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["randevoo_test_admin"]}') AS recorded \gset

DELETE FROM reeve.approval_rule;

SELECT pg_temp.person(p) FROM unnest('{owner,rival,ann,bob}'::text[]) p \g /dev/null

SELECT pg_temp.shop('head', pg_temp.kept('owner')), pg_temp.shop('other', pg_temp.kept('rival')),
  pg_temp.shop('third', pg_temp.kept('owner'))
\g /dev/null

SELECT pg_temp.thing('bag', pg_temp.kept('head')) \g /dev/null

\set monday '''2031-06-09 08:00+00'''
\set wednesday '''2031-06-11 10:00+00'''

:as_app;

SELECT pg_temp.keep('branch', randevoo.branch_open(pg_temp.kept('owner'), pg_temp.kept('head'),
  'Harbour', 'Oulu', 'Port', 65.01, 25.47, 'Europe/Helsinki', :monday)) \g /dev/null

SELECT results_eq($$SELECT weekday, opens_at, closes_at FROM randevoo.store_hours
    WHERE store_id = pg_temp.kept('branch') ORDER BY 1$$,
  $$SELECT weekday, opens_at, closes_at FROM randevoo.store_hours
    WHERE store_id = pg_temp.kept('head') ORDER BY 1$$,
  'a branch begins with the hours of its head');

SELECT throws_ok(format('SELECT randevoo.branch_open(%s, %s, %L, %L, NULL, NULL, NULL, %L, now())',
  pg_temp.kept(b.owner), pg_temp.kept(b.head), 'X', 'X', 'UTC'), b.code, NULL, b.words)
FROM (VALUES ('owner', 'branch', 'RN012', 'a branch has no branches'),
  ('rival', 'head', 'RN003', 'nobody opens one of somebody else''s store'))
  b(owner, head, code, words);

-- Of its own: other hours, two places at a time, its own stock.

SELECT randevoo.store_hours_set(pg_temp.kept('owner'), pg_temp.kept('branch'), 3, '12:00', '15:00'),
  randevoo.store_change(pg_temp.kept('owner'), pg_temp.kept('branch'), 'Harbour', 'boutique', '',
    'Oulu', 'Port', 65.01, 25.47, '1 hour', 2, 30, '24 hours', :monday) \g /dev/null

SELECT results_eq(format('SELECT count(*) FROM randevoo.slot_grid(%s, %L)', pg_temp.kept(s),
  '2031-06-11'), ARRAY[n::bigint], 'slots are by the hours of ' || s)
FROM (VALUES ('head', 8), ('branch', 3)) v(s, n);

SELECT pg_temp.keep('product there', randevoo.product_copy(pg_temp.kept('owner'),
  pg_temp.kept('product bag'), pg_temp.kept('branch'), :monday)) \g /dev/null

SELECT pg_temp.keep('bag there', v.id) FROM randevoo.product_variants v
WHERE v.product_id = pg_temp.kept('product there') \g /dev/null

SELECT is((SELECT stock FROM randevoo.product_variants WHERE id = pg_temp.kept('bag there')), 0,
  'a product that a branch lists too has no stock there yet');

SELECT throws_ok(format('SELECT randevoo.product_copy(%s, %s, %s, now())', pg_temp.kept('owner'),
  pg_temp.kept('product bag'), pg_temp.kept('other')), 'RN003', NULL,
  'nobody lists it at a store of somebody else');

SELECT randevoo.variant_stock_set(pg_temp.kept('owner'), pg_temp.kept('bag there'), 1, :monday)
\g /dev/null

SELECT pg_temp.book('anns', 'ann', 'branch', 'bag there', :wednesday) \g /dev/null

SELECT throws_ok($$SELECT pg_temp.book('bobs', 'bob', 'branch', 'bag there',
  '2031-06-11 11:00+00')$$, 'RN008', NULL, 'one piece is there, though the head has a hundred');

SELECT lives_ok($$SELECT pg_temp.book('bobs', 'bob', 'head', 'bag')$$,
  'what is booked at a branch takes no place and no piece of its head');

SELECT is((randevoo.slot_taken(pg_temp.kept('branch'), :wednesday, '2031-06-11 11:00+00'),
  randevoo.slot_taken(pg_temp.kept('head'), :wednesday, '2031-06-11 11:00+00'))::text, '(1,1)',
  'each has its own reservations');

SELECT results_eq(format('SELECT name, is_head FROM randevoo.branch_list(%s, %L)', pg_temp.kept(s),
  '2031-06-09 08:00+00'), $$VALUES ('head', TRUE), ('Harbour', FALSE)$$,
  'customers of ' || s || ' see all') FROM unnest('{head,branch}'::text[]) s;

RESET SESSION AUTHORIZATION;

-- Whoever writes.

SELECT throws_ok(format('UPDATE randevoo.stores SET head_id = %s WHERE id = %s',
  pg_temp.kept(w.head), pg_temp.kept(w.store)), w.code, NULL, w.words)
FROM (VALUES ('other', 'third', '23503', 'a head has the same owner'),
  ('branch', 'head', 'RN012', 'a store with branches is none'),
  ('head', 'head', 'RN012', 'nor its own')) w(head, store, code, words);

UPDATE randevoo.stores SET owner_id = pg_temp.kept('rival') WHERE id = pg_temp.kept('head');

SELECT is((SELECT owner_id FROM randevoo.stores WHERE id = pg_temp.kept('branch')),
  pg_temp.kept('rival'), 'who takes a store over has its branches');

SELECT set_config('test.head', pg_temp.kept('head')::text, TRUE) \g /dev/null

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT concat_ws(' ', outcome, code, message) AS hidden, detail ->> 'action_id' AS action
FROM reeve.action_perform('hide', 'randevoo', 'store', current_setting('test.head'),
  '{"policy": "spam", "for": "7d"}', NULL) \gset

RESET SESSION AUTHORIZATION;

SELECT matches(:'hidden'::text, '^done', 'an admin hides the head');

:as_app;

SELECT is_empty(format('SELECT FROM randevoo.branch_list(%s, now())', pg_temp.kept('head')),
  'and its branches with it');

SELECT is_empty($$SELECT FROM randevoo.product_listing(now())
  WHERE id IN (pg_temp.kept('product bag'), pg_temp.kept('product there'))$$, 'and what they list');

RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT is((SELECT outcome FROM reeve.undo_perform(:action, 'a mistake', NULL)), 'done', 'undone');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is((SELECT count(*) FROM randevoo.branch_list(pg_temp.kept('branch'), now())), 2::bigint,
  'all of them are back');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
