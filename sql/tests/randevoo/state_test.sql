BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,rival,ann,bob}'::text[]) p;

SELECT pg_temp.shop('shop', pg_temp.kept('owner'), 'UTC', '1 hour', 1000),
  pg_temp.shop('theirs', pg_temp.kept('rival'), 'UTC', '1 hour', 1000);

SELECT pg_temp.thing('bag', pg_temp.kept('shop')), pg_temp.thing('ring', pg_temp.kept('theirs'));

-- Every pair of states -------------------------------------------------------------------------

CREATE TEMPORARY TABLE state(name text, extra text);

INSERT INTO state VALUES ('pending', ''), ('approved', ''), ('disapproved', ''), ('held', ''),
  ('expired', ''), ('cancelled', ''), ('completed', ', scanned_at = slot_start'), ('failed', ''),
  ('revoked', ', state_reason = ''closed''');

CREATE TEMPORARY TABLE allowed(origin text, target text);

INSERT INTO allowed VALUES
  ('pending', 'approved'), ('pending', 'disapproved'), ('pending', 'held'), ('pending', 'expired'),
  ('pending', 'cancelled'), ('held', 'pending'), ('held', 'cancelled'), ('approved', 'completed'),
  ('approved', 'failed'), ('approved', 'expired'), ('approved', 'revoked');

GRANT ALL ON state, allowed TO PUBLIC;

SET LOCAL ROLE randevoo_owner;

-- Makes a reservation in a state (the owner may hold the past) and tries to change it.
CREATE FUNCTION pg_temp.attempt(origin state, target state) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  r bigint;
BEGIN
  EXECUTE format('INSERT INTO randevoo.reservations (customer_id, store_id, slot_start, slot_end,
      state, held_until, scanned_at, state_reason)
    VALUES (pg_temp.person(%L), pg_temp.kept(''shop''), ''2031-06-11 10:00+00'',
      ''2031-06-11 11:00+00'', %L, %L, %L, %L) RETURNING id',
    origin.name || '>' || target.name, origin.name,
    CASE origin.name WHEN 'held' THEN '2031-06-11 10:00+00' END,
    CASE origin.name WHEN 'completed' THEN '2031-06-11 10:00+00' END,
    CASE origin.name WHEN 'revoked' THEN 'closed' END) INTO r;
  EXECUTE format('UPDATE randevoo.reservations SET state = %L, held_until = %L%s WHERE id = %s',
    target.name, CASE target.name WHEN 'held' THEN '2031-06-11 10:00+00' END, target.extra, r);
  RETURN 'done';
EXCEPTION WHEN SQLSTATE 'RN004' OR SQLSTATE 'RN011' THEN
  RETURN 'refused';
END
$$;

SELECT is(pg_temp.attempt(o, t), CASE WHEN a.origin IS NULL THEN 'refused' ELSE 'done' END,
  format('%s to %s is %s', o.name, t.name,
    CASE WHEN a.origin IS NULL THEN 'refused' ELSE 'allowed' END))
FROM state o CROSS JOIN state t LEFT JOIN allowed a ON (a.origin, a.target) = (o.name, t.name)
WHERE o.name <> t.name
ORDER BY o.name, t.name;

RESET ROLE;

-- The store answers ----------------------------------------------------------------------------

:as_app;

SELECT pg_temp.book('r', 'ann', 'shop', 'bag');

SELECT throws_ok($$SELECT randevoo.reservation_approve(pg_temp.kept('r'), pg_temp.kept('rival'),
    '2031-06-09 09:00+00')$$, 'RN003', NULL, 'only the store''s owner approves');

SELECT throws_ok($$SELECT randevoo.reservation_disapprove(pg_temp.kept('r'), pg_temp.kept('ann'),
    NULL, '2031-06-09 09:00+00')$$, 'RN003', NULL, 'only the store''s owner disapproves');

SELECT throws_ok($$SELECT randevoo.reservation_cancel(pg_temp.kept('r'), pg_temp.kept('owner'),
    '2031-06-09 09:00+00')$$, 'RN003', NULL, 'only the customer cancels');

SELECT throws_ok($$SELECT randevoo.reservation_approve(pg_temp.kept('r'), pg_temp.kept('owner'),
    '2031-06-11 08:00+00')$$, 'RN004', NULL, 'nothing is approved once the answer is overdue');

SELECT throws_ok($$SELECT randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann'))$$,
  'RN011', NULL, 'a pending reservation has no token');

SELECT throws_ok($$SELECT randevoo.reservation_complete(pg_temp.kept('r'), pg_temp.kept('owner'),
    '2031-06-11 10:30+00')$$, 'RN004', NULL, 'a pending reservation cannot be completed');

SELECT randevoo.reservation_approve(pg_temp.kept('r'), pg_temp.kept('owner'),
  '2031-06-09 09:00+00');

SELECT is((SELECT state_at FROM randevoo.reservations WHERE id = pg_temp.kept('r')),
  timestamptz '2031-06-09 09:00+00', 'the time of approval is kept');

SELECT throws_ok($$SELECT randevoo.reservation_approve(pg_temp.kept('r'), pg_temp.kept('owner'),
    '2031-06-09 10:00+00')$$, 'RN004',
  format('reservation %s is approved already', pg_temp.kept('r')), 'nothing is approved twice');

SELECT throws_ok($$SELECT randevoo.reservation_cancel(pg_temp.kept('r'), pg_temp.kept('ann'),
    '2031-06-09 10:00+00')$$, 'RN004',
  format('reservation %s is approved and cannot become cancelled', pg_temp.kept('r')),
  'no customer takes an approved reservation back, and is told so');

SELECT throws_ok($$SELECT randevoo.reservation_disapprove(pg_temp.kept('r'), pg_temp.kept('owner'),
    NULL, '2031-06-09 10:00+00')$$, 'RN004', NULL, 'no store takes an approval back');

SELECT throws_ok($$SELECT randevoo.reservation_fail(pg_temp.kept('r'), pg_temp.kept('owner'),
    'no', '2031-06-11 09:59+00')$$, 'RN004', NULL, 'no store fails a reservation before it begins');

SELECT throws_ok($$SELECT randevoo.reservation_complete(pg_temp.kept('r'), pg_temp.kept('owner'),
    '2031-06-11 10:30+00')$$, 'RN004', NULL, 'nothing is completed before its token is scanned');

SELECT throws_ok(
  $$SELECT randevoo.reservation_revoke(pg_temp.kept('r'), 'why', '2031-06-09 10:00+00')$$,
  '42501', NULL, 'the app cannot revoke');

SELECT throws_ok($$UPDATE randevoo.reservations SET state = 'revoked'$$, '42501', NULL,
  'the app cannot write to the tables');

SELECT throws_ok($$SELECT * FROM randevoo.reservation_tokens$$, '42501', NULL,
  'the app cannot read the tokens');

-- The token ------------------------------------------------------------------------------------

SELECT matches(randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann')), '^[0-9a-f]{64}$',
  'approval mints a token for the customer');

SELECT throws_ok($$SELECT randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('owner'))$$,
  'RN003', NULL, 'the token is shown to the customer only');

SELECT pg_temp.book('r2', 'bob', 'shop', 'bag');

SELECT randevoo.reservation_approve(pg_temp.kept('r2'), pg_temp.kept('owner'),
  '2031-06-09 09:00+00');

SELECT isnt(randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann')),
  randevoo.reservation_qr(pg_temp.kept('r2'), pg_temp.kept('bob')), 'each reservation has its own');

SELECT throws_ok(format('SELECT randevoo.reservation_scan(%L, pg_temp.kept(%L), %L)', t, o, at),
  'RN011', NULL, format('%s is refused', what))
FROM (
  SELECT randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann')), 'rival',
    '2031-06-11 10:05+00', 'a token at another owner''s store'
  UNION ALL SELECT randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann')), 'owner',
    '2031-06-11 11:00+00', 'a token after the end of the slot'
  UNION ALL SELECT randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann')), 'owner',
    '2031-06-11 08:59+00', 'a token over an hour before its slot'
  UNION ALL SELECT randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann')), 'owner',
    '2031-06-10 22:55+00', 'a token the evening before'
  UNION ALL SELECT repeat('0', 64), 'owner', '2031-06-11 10:05+00', 'a token that is none'
  UNION ALL SELECT 'zz', 'owner', '2031-06-11 10:05+00', 'a token of another form'
  UNION ALL SELECT NULL, 'owner', '2031-06-11 10:05+00', 'no token'
) v (t, o, at, what);

RESET SESSION AUTHORIZATION;

UPDATE randevoo.settings SET scan_before = '30 minutes';

:as_app;

SELECT throws_ok(format('SELECT randevoo.reservation_scan(%L, pg_temp.kept(%L), %L)',
    randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann')), 'owner',
    '2031-06-11 09:29+00'), 'RN011', NULL, 'how early it may be scanned is a setting');

SELECT randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann')) AS token \gset

SELECT pg_temp.keep('scanned', randevoo.reservation_scan(:'token', pg_temp.kept('owner'),
  '2031-06-11 09:30+00'));

SELECT is(pg_temp.kept('scanned'), pg_temp.kept('r'), 'a token names its own reservation');

SELECT throws_ok($$SELECT randevoo.reservation_qr(pg_temp.kept('r'), pg_temp.kept('ann'))$$,
  'RN011', NULL, 'a used token is not shown again');

SELECT throws_ok(format('SELECT randevoo.reservation_scan(%L, %s, ''2031-06-11 10:06+00'')',
    :'token', pg_temp.kept('owner')), 'RN011', NULL, 'a token serves once');

RESET SESSION AUTHORIZATION;

SELECT throws_ok(
  $$UPDATE randevoo.reservations SET scanned_at = NULL WHERE id = pg_temp.kept('r')$$,
  'RN011', NULL, 'a scan cannot be taken back, whoever writes');

SELECT throws_ok(
  $$UPDATE randevoo.reservations SET scanned_at = now() WHERE state = 'pending'$$,
  'RN011', NULL, 'nor made for a reservation that is not approved')
WHERE EXISTS (SELECT FROM randevoo.reservations WHERE state = 'pending');

:as_app;

SELECT lives_ok($$SELECT randevoo.reservation_complete(pg_temp.kept('r'), pg_temp.kept('owner'),
    '2031-06-11 10:50+00')$$, 'once scanned, the store completes');

SELECT lives_ok($$SELECT randevoo.reservation_fail(pg_temp.kept('r2'), pg_temp.kept('owner'),
    'nobody came', '2031-06-11 10:30+00')$$, 'once begun, the store may fail it unscanned');

RESET SESSION AUTHORIZATION;

-- What is fixed --------------------------------------------------------------------------------

SET LOCAL ROLE randevoo_owner;

SELECT pg_temp.book('r3', 'ann', 'shop', 'bag', '2031-06-11 12:00+00');

:as_app;

SELECT randevoo.reservation_approve(pg_temp.kept('r3'), pg_temp.kept('owner'),
  '2031-06-09 09:00+00');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

SELECT throws_ok(
  format('UPDATE randevoo.reservations SET %s WHERE id = pg_temp.kept(''r3'')', change),
  'RN010', NULL, 'nobody changes an approved reservation: ' || change)
FROM unnest(ARRAY[
  'slot_start = slot_start + interval ''5 min'', slot_end = slot_end + interval ''5 min''',
  'slot_end = slot_end + interval ''1 minute''', 'store_id = pg_temp.kept(''theirs'')',
  'customer_id = pg_temp.kept(''bob'')', 'requested_at = now()']) change;

SELECT throws_ok(
  format(statement || ' WHERE reservation_id = pg_temp.kept(''r3'')'),
  'RN010', NULL, 'nobody changes its products: ' || statement)
FROM unnest(ARRAY['UPDATE randevoo.reservation_items SET quantity = 2',
  'DELETE FROM randevoo.reservation_items']) statement;

SELECT lives_ok(
  $$SELECT randevoo.reservation_revoke(pg_temp.kept('r3'), 'the shop burnt down',
    '2031-06-09 10:00+00')$$, 'an admin revokes an approved reservation');

SELECT throws_ok(
  format('SELECT randevoo.reservation_revoke(pg_temp.kept(''r''), %L, ''2031-06-09 10:00+00'')',
    why),
  'RN012', NULL, 'revoking needs a reason')
FROM (VALUES (NULL), (' ')) v (why);

SELECT throws_ok(
  $$SELECT randevoo.reservation_revoke(pg_temp.kept('r'), 'late', '2031-06-09 10:00+00')$$, 'RN004',
  NULL, 'what has ended cannot be revoked');

-- History and notifications --------------------------------------------------------------------

SELECT results_eq(
  $$SELECT from_state, to_state, at, origin, reason FROM randevoo.reservation_state_history
    WHERE reservation_id = pg_temp.kept('r3') ORDER BY id$$,
  $$VALUES
    (NULL::text, 'pending', timestamptz '2031-06-09 08:00+00', 'app', NULL::text),
    ('pending', 'approved', '2031-06-09 09:00+00', 'app', NULL),
    ('approved', 'revoked', '2031-06-09 10:00+00', 'app', 'the shop burnt down')$$,
  'every change of state is in the history, with its time and reason');

SELECT throws_ok(statement, 'RN010', NULL,
  'history is append-only, even for the owner: ' || statement)
FROM unnest(ARRAY['UPDATE randevoo.reservation_state_history SET reason = NULL',
  'DELETE FROM randevoo.reservation_state_history',
  'TRUNCATE randevoo.reservation_state_history']) statement;

SELECT results_eq(
  $$SELECT k.name, n.kind FROM randevoo.notifications n JOIN kept k ON k.id = n.user_id
      AND k.name IN ('ann', 'owner')
    WHERE n.reservation_id = pg_temp.kept('r3') ORDER BY n.id, k.name$$,
  $$VALUES ('owner', 'reservation_requested'), ('ann', 'reservation_approved'),
    ('ann', 'reservation_revoked'), ('owner', 'reservation_revoked')$$,
  'the store is told of a request, the customer of its answer, both of a revocation');

SELECT pg_temp.book('r4', 'ann', 'shop', 'bag', '2031-06-11 15:00+00');

:as_app;

SELECT randevoo.reservation_cancel(pg_temp.kept('r4'), pg_temp.kept('ann'), '2031-06-09 09:00+00');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE randevoo_owner;

SELECT results_eq(
  $$SELECT k.name, n.kind FROM randevoo.notifications n JOIN kept k ON k.id = n.user_id
      AND k.name IN ('ann', 'owner')
    WHERE n.reservation_id = pg_temp.kept('r4') ORDER BY n.id$$,
  $$VALUES ('owner', 'reservation_requested'), ('owner', 'reservation_cancelled')$$,
  'the store is told when a customer cancels');

SELECT is((SELECT array_agg(state ORDER BY at NULLS LAST) FROM randevoo.view_why(
    pg_temp.kept('r3')::text)), '{pending,approved,revoked}', 'view_why tells the way');

SELECT throws_ok($$SELECT * FROM randevoo.view_why('no; such')$$, 'RN001', NULL,
  'view_why of no reservation says so');

SELECT throws_ok(format('SELECT * FROM randevoo.view_slots(pg_temp.kept(''shop'')::text, %L)', d),
  'RN012', NULL, format('view_slots refuses the day %s', d))
FROM unnest('{2031-02-30,soon,1,''}'::text[]) d;

SELECT is((SELECT min(starts) FROM randevoo.view_slots(pg_temp.kept('shop')::text, '2031-06-11')),
  '2031-06-11 10:00', 'view_slots shows the store''s own time');

SELECT * FROM finish();

ROLLBACK;
