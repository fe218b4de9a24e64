-- The rules of the catalog find what people did by the app's own login: no-shows, a store that
-- never answers, a flood of listings, ten accounts within an hour on one device.
BEGIN;
\ir fixture.sql
CREATE ROLE rule_sam LOGIN IN ROLE reeve_senior;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('rule_sam', 'senior', 'test');
SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["rule_sam"]}') AS recorded \gset
SELECT set_config('test.at', date_trunc('hour', now() - interval '20 days')::text, TRUE) AS at \gset
CREATE FUNCTION pg_temp.at(later interval) RETURNS timestamptz LANGUAGE sql AS $$
  SELECT current_setting('test.at')::timestamptz + later
$$;
SELECT pg_temp.person(p) FROM unnest('{owner,rival,late,punctual}'::text[]) p \g /dev/null
SELECT pg_temp.shop('silent', pg_temp.kept('owner'), 'UTC', '1 hour', 1000),
  pg_temp.shop('busy', pg_temp.kept('rival'), 'UTC', '1 hour', 1000) \g /dev/null
SELECT pg_temp.thing('bag', pg_temp.kept('silent')), pg_temp.thing('ring', pg_temp.kept('busy'))
\g /dev/null

-- Five reservations of each person at each store; the silent one answers none of them.
SELECT pg_temp.book(format('%s %s %s', c, s, n), c, s, v,
  date_trunc('day', pg_temp.at(n * interval '1 day')) + h * interval '1 hour',
  pg_temp.at(n * interval '1 day' - interval '3 days'))
FROM unnest('{late,punctual}'::text[]) c, generate_series(1, 5) n,
  (VALUES ('silent', 'bag', 10), ('busy', 'ring', 12)) b(s, v, h) \g /dev/null
:as_app;
SELECT randevoo.reservation_approve(k.id, pg_temp.kept('rival'),
  pg_temp.at(right(k.name, 1)::int * interval '1 day' - interval '2 days'))
FROM pg_temp.kept k WHERE k.name ~ ' busy ' \g /dev/null
RESET SESSION AUTHORIZATION;
SET LOCAL ROLE randevoo_owner;
UPDATE randevoo.reservations r SET state = 'completed', scanned_at = r.slot_start
FROM pg_temp.kept k WHERE k.id = r.id AND k.name ~ '^punctual busy ';
UPDATE randevoo.reservations r SET state = 'expired' WHERE r.state IN ('pending', 'approved')
  AND r.id IN (SELECT k.id FROM pg_temp.kept k WHERE k.name ~ '(silent|busy) ');
RESET ROLE;

-- Ten accounts within an hour on one device, and nine on another.
:as_app;
SELECT pg_temp.keep(format('%s %s', d, n), randevoo.user_register('A', 'B', 'google', d || n))
FROM (VALUES ('farm', 10), ('family', 9)) f(d, most), generate_series(1, f.most) n \g /dev/null
SELECT randevoo.sign_in(k.id, 'google', 'phone', split_part(k.name, ' ', 1), NULL, NULL, now())
FROM pg_temp.kept k WHERE k.name ~ '^(farm|family) ' \g /dev/null
SELECT randevoo.product_list(pg_temp.kept(o.owner), pg_temp.kept(o.store), 'Bag ' || n, '', '',
  'bags', 10, 'EUR', NULL, NULL, 1, now())
FROM (VALUES ('owner', 'silent', 61), ('rival', 'busy', 60)) o(owner, store, most),
  generate_series(1, o.most) n \g /dev/null
SELECT throws_ok($$SELECT * FROM reeve.flag_rule_list(NULL)$$, '42501', NULL,
  'the app knows nothing of rules');
RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION rule_sam;
SELECT set_eq(format($$SELECT split_part(words, ',', 1), key
    FROM reeve.flag_rule_test('randevoo', %L, %s, 1000)$$, f.rule, f.days),
  format('VALUES (%L, %L)', f.words, pg_temp.kept(f.found)), f.about)
FROM (VALUES
  ('no-shows', 90, '5 within 4 d', 'late',
    'who did not come to what was approved, and nobody whom no store had answered'),
  ('silent-stores', 90, '10 within 4 d', 'silent',
    'a store that never answers, and none whose customers did not come'),
  ('many-listings', 1, '61 within 0 s', 'owner', 'more than 60 listings in a day'),
  ('device-accounts', 1, '10 within 0 s', 'farm 1', 'the first of ten accounts on a device'))
  f(rule, days, words, found, about);
SELECT results_eq($$SELECT count(*)::int FROM reeve.flag_rule_list('randevoo')
  WHERE on_since IS NULL$$, $$VALUES (4)$$, 'all are off');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
