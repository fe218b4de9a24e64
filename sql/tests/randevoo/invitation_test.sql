-- Customers by invitation alone: a store invites a telephone number, and whoever verifies it books.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,rival,ann,bob}'::text[]) p \g /dev/null

SELECT pg_temp.shop('salon', pg_temp.kept('owner')) \g /dev/null

SELECT pg_temp.thing('gown', pg_temp.kept('salon')) \g /dev/null

\set ann_phone +390612345678

CREATE FUNCTION pg_temp.booked(who text, store text DEFAULT 'salon', hour integer DEFAULT 10)
RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM randevoo.reservation_admit(pg_temp.kept(who), pg_temp.kept(store),
    timestamptz '2031-06-11 00:00+00' + hour * interval '1 hour', '2031-06-09 08:00+00');
  RETURN 'booked';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$;

-- A code that is wrong, whatever the right one is.
CREATE FUNCTION pg_temp.wrong(code text) RETURNS text LANGUAGE sql AS $$
  SELECT translate(code, '0123456789', '1234567890')
$$;

:as_app;

SELECT randevoo.store_invitation_only_set(pg_temp.kept('owner'), pg_temp.kept('salon'), TRUE, now())
\g /dev/null

SELECT throws_ok($$SELECT pg_temp.book('visit', 'ann', 'salon', 'gown')$$, 'RN014', NULL,
  'who is not invited does not book');

CREATE FUNCTION pg_temp.statuses(who text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(DISTINCT s.status, ', ')
  FROM randevoo.slot_status(pg_temp.kept('salon'), pg_temp.kept(who), '2031-06-11',
    '2031-06-09 08:00+00') s
$$;

SELECT is(pg_temp.statuses(w), 'uninvited', 'and sees why: ' || w)
FROM unnest('{ann,nobody}'::text[]) w;

SELECT throws_ok(format('SELECT randevoo.%s', c), code, NULL, c)
FROM (VALUES
  (format('store_invite(%s, %s, %L, now())', pg_temp.kept('rival'), pg_temp.kept('salon'),
    :'ann_phone'), 'RN003'),
  (format('store_uninvite(%s, %s, %L, now())', pg_temp.kept('rival'), pg_temp.kept('salon'),
    :'ann_phone'), 'RN003'),
  (format('store_invitation_only_set(%s, %s, FALSE, now())', pg_temp.kept('rival'),
    pg_temp.kept('salon')), 'RN003'),
  (format('store_invite(%s, %s, %L, now())', pg_temp.kept('owner'), pg_temp.kept('salon'),
    '06 1234'), 'RN012'),
  (format('phone_code(%s, %L, now())', pg_temp.kept('ann'), '06 1234'), 'RN012')) v(c, code);

SELECT randevoo.store_invite(pg_temp.kept('owner'), pg_temp.kept('salon'), :'ann_phone', now())
\g /dev/null

-- The number is verified by its code alone.

SELECT randevoo.phone_code(pg_temp.kept('bob'), :'ann_phone', now()) AS bobs \gset

SELECT throws_ok(format('SELECT randevoo.phone_code(%s, %L, now() + interval ''59 s'')',
  pg_temp.kept('bob'), :'ann_phone'), 'RN012', NULL, 'codes are sent once a minute');

SELECT matches(:'bobs'::text, '^\d{6}$', 'a code has six digits');

SELECT is(randevoo.phone_verify(pg_temp.kept('bob'), pg_temp.wrong(:'bobs'), now()), FALSE,
  'who guesses does not have it') FROM generate_series(1, 5);

SELECT is(randevoo.phone_verify(pg_temp.kept('bob'), :'bobs', now()), FALSE,
  'nor after five guesses, who is right');

SELECT randevoo.phone_code(pg_temp.kept('ann'), :'ann_phone', now()) AS anns \gset

SELECT is(randevoo.phone_verify(pg_temp.kept('rival'), :'anns', now()), FALSE,
  'a code is of one person');

SELECT is(randevoo.phone_verify(pg_temp.kept('ann'), :'anns', now() + interval '11 minutes'), FALSE,
  'and of ten minutes');

SELECT is(randevoo.phone_verify(pg_temp.kept('ann'), :'anns', now()), TRUE, 'ann has the number');

SELECT is(randevoo.phone_verify(pg_temp.kept('ann'), :'anns', now()), FALSE, 'a code is used once');

SAVEPOINT other_number;

SELECT randevoo.phone_code(pg_temp.kept('ann'), '+399999999', now() + interval '2 minutes') AS other
\gset

SELECT is(randevoo.phone_verify(pg_temp.kept('ann'), pg_temp.wrong(:'other'), now()
  + interval '2 minutes'), FALSE, 'a code for another number that is wrong');

RESET SESSION AUTHORIZATION;

SELECT is(format('%s %s', u.phone = p.phone, p.verified_at IS NOT NULL), 't t',
  'leaves the number that was verified')
FROM randevoo.users u JOIN randevoo.phones p ON p.user_id = u.id WHERE u.id = pg_temp.kept('ann');

ROLLBACK TO other_number;

SELECT throws_ok('SELECT FROM randevoo.' || t, '42501', NULL, 'the app does not read ' || t)
FROM unnest('{phones,store_invitations}'::text[]) t;

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM randevoo.phones p WHERE p.code IS NOT NULL
    AND p.code IN (SELECT sha256(convert_to(lpad(n::text, 6, '0'), 'UTF8'))
      FROM generate_series(0, 999999) n)$$, 'codes are kept so that nobody finds them by trying');

SELECT results_eq($$SELECT pg_temp.booked(w) FROM unnest('{ann,bob}'::text[]) w$$,
  ARRAY['booked', 'RN014'], 'who has the number of an invitation books, and nobody else');

:as_app;

SELECT is(pg_temp.statuses('ann'), 'available', 'ann sees the slots');

SELECT lives_ok($$SELECT pg_temp.book('visit', 'ann', 'salon', 'gown')$$, 'ann does');

SELECT pg_temp.keep('branch', randevoo.branch_open(pg_temp.kept('owner'), pg_temp.kept('salon'),
  'Annex', 'Rome', NULL, NULL, NULL, 'UTC', now())) \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT pg_temp.booked(w, 'branch', 14) FROM unnest('{ann,bob}'::text[]) w$$,
  ARRAY['booked', 'RN014'], 'a branch has the invitations of its head');

-- A number that has another holder now.

:as_app;

SELECT randevoo.phone_code(pg_temp.kept('bob'), :'ann_phone', now() + interval '1 hour') AS bobs
\gset

SELECT is(randevoo.phone_verify(pg_temp.kept('bob'), :'bobs', now() + interval '1 hour'), TRUE,
  'bob has verified the number');

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT pg_temp.booked(w, 'salon', 14) FROM unnest('{ann,bob}'::text[]) w$$,
  ARRAY['RN014', 'booked'], 'it is his, and the invitation with it');

:as_app;

SELECT randevoo.store_uninvite(pg_temp.kept('owner'), pg_temp.kept('salon'), :'ann_phone', now())
\g /dev/null

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.booked('bob', 'salon', 14), 'RN014', 'an invitation is taken back');

SELECT is(pg_temp.state('visit'), 'pending', 'what was booked stays');

:as_app;

SELECT randevoo.store_invite(pg_temp.kept('owner'), pg_temp.kept('salon'), :'ann_phone', now())
\g /dev/null

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.booked('bob', 'salon', 14), 'booked',
  'who has verified before is invited at once');

-- Who is erased leaves no number.

CREATE ROLE randevoo_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('randevoo_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["randevoo_test_admin"]}') AS recorded \gset

DELETE FROM reeve.approval_rule;

SELECT set_config('test.bob', pg_temp.kept('bob')::text, TRUE),
  set_config('test.salon', pg_temp.kept('salon')::text, TRUE) \g /dev/null

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT results_eq($$SELECT (cells::text[])[2] FROM reeve.subject_details('randevoo', 'store',
  current_setting('test.salon')) WHERE detail = 'invitations'$$, ARRAY['•••'],
  'the console masks the numbers that a store invited');

SELECT is((SELECT outcome FROM reeve.action_perform('erase', 'randevoo', 'user',
  current_setting('test.bob'), '{"why": "asked"}', NULL)), 'done', 'bob is erased');

RESET SESSION AUTHORIZATION;

SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000) \g /dev/null

SELECT is_empty(format('SELECT phone FROM randevoo.%I WHERE phone = %L', t, :'ann_phone'),
  'with his number in ' || t) FROM unnest('{users,phones,store_invitations}'::text[]) t;

SELECT * FROM finish();

ROLLBACK;
