BEGIN;

\ir fixture.sql

SELECT count(*) = 0 AS is_empty FROM randevoo.users \gset

\if :is_empty
SET LOCAL ROLE randevoo_owner;
\o /dev/null
\ir ../../apps/randevoo/sample/words.sql
\ir ../../apps/randevoo/sample.sql
\o
RESET ROLE;
\endif

SELECT results_eq(
  $$SELECT (SELECT count(*) FROM randevoo.users), (SELECT count(*) FROM randevoo.stores),
      (SELECT count(*) FROM randevoo.products), (SELECT count(*) FROM randevoo.reservations)$$,
  $$VALUES (1000::bigint, 50::bigint, 2000::bigint, 5000::bigint)$$,
  'the sample has the rows that it promises');

SELECT cmp_ok((SELECT count(DISTINCT time_zone) FROM randevoo.stores), '>=', 10::bigint,
  'its stores are in many zones');

SELECT is((SELECT count(DISTINCT state) FROM randevoo.reservations), 9::bigint,
  'it has reservations in every state');

:as_app;

SELECT is_empty(
  $$SELECT r.id FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
    WHERE s.id <> 22 AND NOT EXISTS (
      SELECT FROM randevoo.slot_grid(s.id, (r.slot_start AT TIME ZONE s.time_zone)::date) g
      WHERE (g.slot_start, g.slot_end) = (r.slot_start, r.slot_end))$$,
  'every reservation lies on its store''s grid');

RESET SESSION AUTHORIZATION;

SELECT ok((SELECT count(*) BETWEEN 1 AND 5 AND bool_and(store = 'store:22')
    FROM randevoo.view_off_grid()),
  'but a few of a store that has shortened a day');

SELECT results_eq('SELECT chat, author IS NOT NULL FROM randevoo.view_chat_faults()',
  $$VALUES ('group:20', FALSE), ('group:21', TRUE)$$, 'two chats do not fit together');

SELECT ok((SELECT count(*) >= 40 AND bool_and(split_part(filled, '/', 1)::int
      <= split_part(filled, '/', 2)::int) AND max(worth) LIKE '% ___' AND max(change) > 0
    FROM randevoo.view_demand()),
  'stores are as full as they are asked for');

:as_app;

SELECT is_empty(
  $$SELECT r.id FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
    WHERE r.state IN ('pending', 'approved')
      AND randevoo.slot_taken(s.id, r.slot_start, r.slot_end) > s.capacity$$,
  'no slot is over capacity');

RESET SESSION AUTHORIZATION;

SELECT is_empty(
  $$SELECT a.id FROM randevoo.reservations a JOIN randevoo.reservations b
      ON b.customer_id = a.customer_id AND b.id > a.id
        AND tstzrange(a.slot_start, a.slot_end) && tstzrange(b.slot_start, b.slot_end)
    WHERE a.state IN ('pending', 'approved') AND b.state IN ('pending', 'approved')$$,
  'nobody is in two places at once');

SELECT is_empty(
  $$SELECT r.id FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
    WHERE (r.slot_start AT TIME ZONE s.time_zone)::date
        - (r.requested_at AT TIME ZONE s.time_zone)::date
        NOT BETWEEN 0 AND s.booking_range_days - 1
      OR r.slot_start AT TIME ZONE s.time_zone
        < date_trunc('hour', r.requested_at AT TIME ZONE s.time_zone) + interval '1 hour'$$,
  'every request was made within range and lead time');

SELECT is_empty($$SELECT id FROM randevoo.reservations
  WHERE requested_at > now() OR state_at > now()$$,
  'nothing happened in the future');

SELECT is_empty(
  $$SELECT r.id FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
    WHERE r.customer_id = s.owner_id$$,
  'nobody books at their own store');

SELECT is_empty(
  $$SELECT r.id FROM randevoo.reservations r WHERE NOT EXISTS (
      SELECT FROM randevoo.reservation_items i WHERE i.reservation_id = r.id)$$,
  'every reservation has products');

SELECT is_empty(
  $$SELECT i.reservation_id FROM randevoo.reservation_items i
      JOIN randevoo.reservations r ON r.id = i.reservation_id
      JOIN randevoo.products p ON p.id = i.product_id
    WHERE p.store_id <> r.store_id$$,
  'all of its own store');

:as_app;

SELECT is_empty($$SELECT id FROM randevoo.product_variants WHERE randevoo.variant_free(id) < 0$$,
  'no stock is over-reserved');

RESET SESSION AUTHORIZATION;

SELECT is_empty(
  $$SELECT r.id FROM randevoo.reservations r
    WHERE r.state IS DISTINCT FROM (
      SELECT h.to_state FROM randevoo.reservation_state_history h
      WHERE h.reservation_id = r.id ORDER BY h.id DESC LIMIT 1)$$,
  'the history of each ends in its state');

SELECT is_empty(
  $$SELECT h.reservation_id FROM (
      SELECT *, lag(to_state) OVER w AS was, lag(at) OVER w AS before
      FROM randevoo.reservation_state_history
      WINDOW w AS (PARTITION BY reservation_id ORDER BY id)) h
    WHERE h.from_state IS DISTINCT FROM h.was OR h.at < h.before$$,
  'each step of a history follows the one before, in state and in time');

SELECT is_empty(
  $$SELECT r.id FROM randevoo.reservations r
      LEFT JOIN randevoo.reservation_tokens t ON t.reservation_id = r.id
    WHERE (t.token IS NULL) <> NOT EXISTS (
      SELECT FROM randevoo.reservation_state_history h
      WHERE h.reservation_id = r.id AND h.to_state = 'approved')$$,
  'those that were approved have a token, no others');

SELECT cmp_ok(
  (SELECT count(*) FROM randevoo.reservations WHERE state = 'pending' AND answer_by <= now()), '>=',
  50::bigint, 'some pending ones are stale');

SELECT cmp_ok(
  (SELECT count(*) FROM randevoo.reservations WHERE state = 'approved' AND slot_end <= now()), '>=',
  50::bigint, 'some approved ones have passed unscanned');

SELECT is((SELECT first_name || ' ' || last_name FROM randevoo.users WHERE id = 7),
  'Zoraida Bellafiore', 'user 7 has a name to remember');

SELECT is((SELECT count(*) FROM randevoo.stores WHERE owner_id = 7), 2::bigint, 'two stores');

SELECT is(
  (SELECT count(*) FROM randevoo.products p JOIN randevoo.stores s ON s.id = p.store_id
   WHERE s.owner_id = 7), 80::bigint, '80 products');

SELECT cmp_ok(
  (SELECT count(*) FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
   WHERE s.owner_id = 7 AND r.state = 'pending' AND r.answer_by > now() + interval '1 day'),
  '>=', 10::bigint, 'ten and more pending reservations that will not expire within a day');

SELECT cmp_ok(
  (SELECT count(*) FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
   WHERE s.owner_id = 7 AND r.state = 'approved' AND r.slot_start > now()), '>=', 3::bigint,
  'approved ones');

SELECT cmp_ok((SELECT count(*) FROM randevoo.reservations WHERE customer_id = 7
  AND state = 'pending'),
  '>=', 1::bigint, 'and pending ones of their own as a customer');

SELECT cmp_ok(
  (SELECT count(*) FROM randevoo.users WHERE first_name ~ '[\x01-\x1f\u0085\u202e]'), '>=',
    4::bigint,
  'some names hold escapes, line breaks and bidi overrides');

SELECT cmp_ok((SELECT count(*) FROM randevoo.products WHERE name ~ '[\x01-\x1f\u202e]'), '>=',
  3::bigint,
  'as do some products');

SELECT * FROM finish();

ROLLBACK;
