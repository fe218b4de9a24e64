-- The back office's views of the whole app.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,heir,a,b,c,d,e,f,g}'::text[]) p;

SELECT pg_temp.shop('shop', pg_temp.kept('owner'), 'Europe/Rome', capacity => 9);

SET LOCAL ROLE randevoo_owner;

INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end, state)
SELECT pg_temp.kept(r.who), pg_temp.kept('shop'), r.starts::timestamptz,
  r.starts::timestamptz + r.lasts, r.state
FROM (VALUES
  ('a', '2031-06-11 10:00+02', interval '1 hour', 'approved'),
  ('b', '2031-06-11 10:20+02', '1 hour', 'approved'),
  ('c', '2031-06-11 12:00+02', '30 minutes', 'pending'),
  ('d', '2031-06-11 17:30+02', '1 hour', 'pending'),
  ('e', '2031-06-12 09:00+02', '1 hour', 'pending'),
  ('f', '2031-06-13 10:00+02', '1 hour', 'pending'),
  ('g', '2031-06-11 10:30+02', '1 hour', 'cancelled')) r (who, starts, lasts, state);

UPDATE randevoo.store_hours SET opens_at = NULL, closes_at = NULL
WHERE store_id = pg_temp.kept('shop') AND weekday = 5;

SELECT results_eq(
  $$SELECT split_part(v.store, ':', 1), v.state, v.slot, v.reason FROM randevoo.view_off_grid() v
    WHERE v.store = 'store:' || pg_temp.kept('shop')$$,
  $$VALUES ('store', 'approved', 'Wed 10:20', 'no slot starts at 10:20'),
    ('store', 'pending', 'Wed 12:00', 'slots last 60 min'),
    ('store', 'pending', 'Wed 17:30', 'open 10:00-18:00'),
    ('store', 'pending', 'Thu 09:00', 'open 10:00-18:00'),
    ('store', 'pending', 'Fri 10:00', 'closed on Fridays')$$,
  'reservations off the grid, each with why, in the store''s own time');

-- Whatever the clock does: all quarters of the days on which summer time begins and ends, where
-- hours are missing and where they come twice.

SAVEPOINT clocks;
UPDATE randevoo.store_hours SET opens_at = '00:00', closes_at = '23:00'
WHERE store_id = pg_temp.kept('shop');
INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end, state)
SELECT pg_temp.kept((ARRAY['a', 'b', 'c', 'd', 'e', 'f', 'g'])[1 + n % 7]), pg_temp.kept('shop'),
  d.day + n * interval '15 minutes', d.day + n * interval '15 minutes' + interval '1 hour',
  'approved'
FROM (VALUES (timestamptz '2031-03-30 00:00+01'), ('2031-10-26 00:00+02')) d (day)
  CROSS JOIN generate_series(0, 99) n;

RESET ROLE;

:as_app;

SELECT array_agg('reservation:' || r.id) AS off_grid
FROM randevoo.reservation_off_grid(pg_temp.kept('shop'), statement_timestamp()) r \gset

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

SELECT set_eq(
  $$SELECT v.reservation FROM randevoo.view_off_grid() v
    WHERE v.store = 'store:' || pg_temp.kept('shop')$$,
  format('SELECT unnest(%L::text[])', :'off_grid'),
  'the same reservations as by the grid itself, also where clocks change');
SELECT cmp_ok((SELECT count(*)::int FROM randevoo.view_off_grid() v
    WHERE v.store = 'store:' || pg_temp.kept('shop')), '<', 190, 'and some lie on it');
ROLLBACK TO clocks;

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

UPDATE randevoo.stores SET hidden_until = 'infinity' WHERE id = pg_temp.kept('shop');

SELECT is_empty(
  $$SELECT FROM randevoo.view_demand() WHERE store = 'store:' || pg_temp.kept('shop')$$,
  'a hidden store is in no demand');

UPDATE randevoo.stores SET hidden_until = NULL WHERE id = pg_temp.kept('shop');

UPDATE randevoo.store_hours SET opens_at = NULL, closes_at = NULL
WHERE store_id = pg_temp.kept('shop');

SELECT results_eq(
  $$SELECT opens, filled, requests, change, worth FROM randevoo.view_demand()
    WHERE store = 'store:' || pg_temp.kept('shop')$$,
  $$VALUES (NULL::time, '0/0', '{0,0,0,0,0,0,0,0,0,0,0,0,0,7}'::bigint[], 7::bigint, NULL)$$,
  'nor is one that is always closed full, whatever it is asked for');

-- The store's owner wrote, and another owns it now.
INSERT INTO randevoo.groups (customer_id, store_id)
VALUES (pg_temp.kept('a'), pg_temp.kept('shop'));

SELECT pg_temp.keep('chat', g.id) FROM randevoo.groups g WHERE g.store_id = pg_temp.kept('shop');

INSERT INTO randevoo.messages (group_id, author_id, body, sent_at)
SELECT pg_temp.kept('chat'), pg_temp.kept(p), 'x', '2031-06-09 08:00+00'
FROM unnest('{owner,a}'::text[]) p;

SELECT is_empty($$SELECT FROM randevoo.view_chat_faults()
  WHERE chat = 'group:' || pg_temp.kept('chat')$$, 'a chat of the two whom it is of');

UPDATE randevoo.stores SET owner_id = pg_temp.kept('heir') WHERE id = pg_temp.kept('shop');

SELECT results_eq(
  $$SELECT split_part(subject, ':', 1), author, fault FROM randevoo.view_chat_faults()
    WHERE chat = 'group:' || pg_temp.kept('chat')$$,
  $$VALUES ('message', 'user:' || pg_temp.kept('owner'), 'its author is not in this chat')$$,
  'what somebody wrote who is in it no more');

SELECT * FROM finish();

ROLLBACK;
