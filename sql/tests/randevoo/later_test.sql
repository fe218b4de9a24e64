-- A later export of the former app, while the new one is in use: neither a token that was scanned
-- here nor somebody whom the back office bars stops it for the others.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(n) FROM unnest('{Ann,Bea,Own}'::text[]) n;

SELECT pg_temp.shop(n, pg_temp.kept('Own'), capacity => 10) FROM unnest('{one,other}'::text[]) n;

-- Scanned here, and completed or over there.
INSERT INTO randevoo.legacy_timeslots
SELECT 't', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), '10:00 - 12:00';

CREATE FUNCTION pg_temp.scan(token text, at timestamptz) RETURNS void LANGUAGE sql AS
  $$SELECT randevoo.reservation_scan(token, pg_temp.kept('Own'), at)$$;

SELECT pg_temp.made_by_app('randevoo', '{scan}');

CREATE FUNCTION pg_temp.moved(document text, customer text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  made bigint;
  slot timestamptz := (SELECT date_trunc('day', now(), 'UTC') + interval '10 hours');
BEGIN
  INSERT INTO randevoo.legacy_reservations (legacy_id, customer_id, store_id, timeslot, products,
    state, requested_at, approved_at)
  VALUES (document, pg_temp.kept(customer), pg_temp.kept('one'), 't', '[]', 'approved',
    slot - interval '9 days', slot - interval '8 days');
  SET LOCAL ROLE randevoo_owner;
  INSERT INTO randevoo.reservations (legacy_id, customer_id, store_id, slot_start, slot_end, state,
    requested_at, state_at, answer_by)
  VALUES (document, pg_temp.kept(customer), pg_temp.kept('one'), slot, slot + interval '2 hours',
    'approved', slot - interval '9 days', slot - interval '8 days', slot - interval '7 days')
  RETURNING id INTO made;
  RESET ROLE;
  PERFORM randevoo.legacy_take('reservation', document, made, '"approved"');
  PERFORM pg_temp.scan((
    SELECT encode(t.token, 'hex') FROM randevoo.reservation_tokens t
    WHERE t.reservation_id = made), slot - interval '10 minutes');
  RETURN made;
END
$$;

SELECT pg_temp.moved('done', 'Ann'), pg_temp.moved('late', 'Bea');

UPDATE randevoo.legacy_reservations SET state = 'completed', completed_at = now()
WHERE legacy_id = 'done';

UPDATE randevoo.legacy_timeslots SET day = to_char(now() - interval '3 days', 'YYYY-MM-DD');

SELECT lives_ok('SELECT randevoo.heal_reservations()', 'an export after a scan is taken over');

SELECT results_eq($$SELECT legacy_id, state FROM randevoo.reservations ORDER BY legacy_id$$,
  $$VALUES ('done'::text, 'completed'::text), ('late', 'approved')$$,
  'what was completed there is; who came is not late');

-- Barred by the back office, whose limits the app's guards ask.
INSERT INTO randevoo.legacy_timeslots VALUES ('old', '2021-03-08', '9:00 - 9:30');

INSERT INTO randevoo.legacy_reservations (legacy_id, customer_id, store_id, timeslot, products,
  state, requested_at, completed_at)
SELECT 'old ' || n, pg_temp.kept(n), pg_temp.kept('one'), 'old', '[]', 'completed', '2021-03-01',
  '2021-03-08 09:10+00' FROM unnest('{Ann,Bea,Own}'::text[]) n;

INSERT INTO randevoo.legacy_products (legacy_id, store_id, name, description, price, variants,
  photos, is_available, is_sold, is_active, was_banned)
SELECT n, pg_temp.kept(n), 'Bag', '', 10, '[]', '[]', TRUE, FALSE, TRUE, FALSE
FROM unnest('{one,other}'::text[]) n;

CREATE ROLE later_senior LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('later_senior', 'senior', 'test');

SELECT pg_temp.kept('Ann') AS ann, pg_temp.kept('one') AS one \gset

SET SESSION AUTHORIZATION later_senior;

SELECT outcome FROM reeve.action_perform('limit', 'randevoo', 'user', :'ann',
  '{"for": "7d", "why": "no-shows", "name": "bookings", "policy": "fraud"}', NULL);

SELECT outcome FROM reeve.action_perform('limit', 'randevoo', 'store', :'one',
  '{"for": "7d", "why": "flood", "name": "listings", "policy": "fraud"}', NULL);

RESET SESSION AUTHORIZATION;

CREATE TEMP TABLE told AS SELECT t.line FROM randevoo.heal_reservations() t(line)
UNION ALL SELECT t.line FROM randevoo.heal_products() t(line);

SELECT results_eq($$SELECT legacy_id FROM randevoo.reservations WHERE legacy_id LIKE 'old %'
    ORDER BY 1$$,
  $$VALUES ('old Bea'::text), ('old Own')$$, 'one customer who is barred keeps nobody else out');

SELECT is((SELECT count(*) FROM told WHERE line =
  'reservation old Ann is not taken over: the back office bars who has it'), 1::bigint,
  'and is told');

SELECT results_eq('SELECT legacy_id FROM randevoo.products WHERE legacy_id IS NOT NULL',
  $$VALUES ('other'::text)$$, 'nor does a store that may not list');

SELECT is((SELECT count(*) FROM told WHERE line =
  'product one is not taken over: the back office bars its store'), 1::bigint, 'it is told, too');

SELECT * FROM finish();

ROLLBACK;
