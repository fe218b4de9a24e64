BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{host,ann,bob,cas,far,out}'::text[]) p;

SELECT pg_temp.trip('alps', 'host'), pg_temp.trip('city', 'out', 'street');

SELECT pg_temp.join(p, 'alps') FROM unnest('{ann,bob,cas,far}'::text[]) p;

-- events in a trip by hosts or travellers: title, details, place, location, start, end, status

SELECT pg_temp.event('walk', 'ann', 'alps'), pg_temp.event('dinner', 'host', 'alps'),
  pg_temp.event('tram', 'out', 'city');

:as_app;

SELECT is((SELECT array_agg(title ORDER BY title) FROM sotravel.event_list(pg_temp.kept('bob'),
  pg_temp.kept('alps'), pg_temp.day(5))), '{dinner,walk}'::text[],
  'hosts and travellers call to events');

SELECT throws_ok($$SELECT pg_temp.event('x', 'out', 'alps')$$, 'ST005', NULL,
  'nobody outside does');

SELECT throws_ok(format($$SELECT sotravel.event_create(pg_temp.kept('ann'), pg_temp.kept('alps'),
    'x', '', '', %L, %L, pg_temp.day(6), pg_temp.day(7), pg_temp.day(5))$$, latitude, longitude),
  'ST007', NULL, format('no event is at %s, %s', latitude, coalesce(longitude, 'nothing')))
FROM (VALUES ('91', '0'), ('NaN', '0'), ('0', '180.5'), ('Infinity', '0'), ('46', NULL))
  v (latitude, longitude);

SELECT lives_ok(format($$SELECT sotravel.event_create(pg_temp.kept('out'), pg_temp.kept('city'),
    'x', '', '', %s, %s, pg_temp.day(6), pg_temp.day(7), pg_temp.day(5))$$, latitude, longitude),
  format('one may be at %s, %s', latitude, longitude))
FROM (VALUES (90, 0), (-90, 0), (0, 180), (0, -180)) v (latitude, longitude);

SELECT throws_ok($$SELECT sotravel.event_create(pg_temp.kept('ann'), pg_temp.kept('alps'), 'x', '',
  '', NULL, NULL, pg_temp.day(7), pg_temp.day(6), pg_temp.day(5))$$, 'ST007', NULL,
  'an event ends after it starts');

SELECT throws_ok($$SELECT sotravel.event_change(pg_temp.kept('bob'), pg_temp.kept('walk'), 'x', '',
  '', NULL, NULL, pg_temp.day(6), pg_temp.day(7), pg_temp.day(5))$$, 'ST003', NULL,
  'nobody else changes an event');

SELECT lives_ok($$SELECT sotravel.event_change(pg_temp.kept('host'), pg_temp.kept('walk'), 'walk',
  'x', '', NULL, NULL, pg_temp.day(6), pg_temp.day(7), pg_temp.day(5))$$, 'but the trip''s host');

-- invitations with RSVP (pending | going | not going) to people nearby, friends only, or chosen
-- people

SELECT pg_temp.stand('ann', 46.60, 12.30), pg_temp.stand('bob', 46.61, 12.30),
  pg_temp.stand('far', 46.80, 12.30);

SELECT is(sotravel.event_invite(pg_temp.kept('ann'), pg_temp.kept('walk'), 'nearby', NULL,
  pg_temp.day(5)), 1, 'people nearby are invited');

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT user_id, status FROM sotravel.invitations
    WHERE event_id = pg_temp.kept('walk')$$, $$VALUES (pg_temp.kept('bob'), 'pending'::text)$$,
  'and nobody far away');

:as_app;

SELECT is(sotravel.event_invite(pg_temp.kept('ann'), pg_temp.kept('walk'), 'chosen',
  ARRAY[pg_temp.kept('bob'), pg_temp.kept('cas')], pg_temp.day(5)), 1,
  'chosen people are invited, nobody twice');

SELECT is(sotravel.event_invite(pg_temp.kept('host'), pg_temp.kept('dinner'), 'friends', NULL,
  pg_temp.day(5)), 4, 'friends are invited');

SELECT throws_ok($$SELECT sotravel.event_invite(pg_temp.kept('ann'), pg_temp.kept('walk'), 'chosen',
  ARRAY[pg_temp.kept('out')], pg_temp.day(5))$$, 'ST005', NULL, 'nobody outside is invited');

SELECT throws_ok($$SELECT sotravel.event_invite(pg_temp.kept('ann'), pg_temp.kept('dinner'),
  'friends', NULL, pg_temp.day(5))$$, 'ST003', NULL, 'nobody invites to the event of others');

SELECT throws_ok($$SELECT sotravel.event_invite(pg_temp.kept('ann'), pg_temp.kept('walk'), 'all',
  NULL, pg_temp.day(5))$$, 'ST007', NULL, 'nor everybody');

SELECT sotravel.event_rsvp(pg_temp.kept('bob'), pg_temp.kept('walk'), a, NULL, pg_temp.day(5))
FROM unnest('{going,not_going,going}'::text[]) a;

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT status, count(*) OVER () FROM sotravel.invitations
    WHERE (event_id, user_id) = (pg_temp.kept('walk'), pg_temp.kept('bob'))$$,
  $$VALUES ('going'::text, 1::bigint)$$, 'a person has one answer, the last');

SELECT throws_ok($$INSERT INTO sotravel.invitations (event_id, user_id, audience)
  VALUES (pg_temp.kept('walk'), pg_temp.kept('bob'), 'chosen')$$, '23505', NULL,
  'whoever writes the row');

:as_app;

SELECT throws_ok($$SELECT sotravel.event_rsvp(pg_temp.kept('bob'), pg_temp.kept('walk'), 'maybe',
  NULL, pg_temp.day(5))$$, 'ST007', NULL, 'an answer is going or not going');

SELECT throws_ok($$SELECT sotravel.event_rsvp(pg_temp.kept('far'), pg_temp.kept('walk'), 'going',
  NULL, pg_temp.day(5))$$, 'ST003', NULL, 'who is not invited does not answer');

-- an RSVP link (token per event) instead of bulk messages

SELECT sotravel.event_rsvp(pg_temp.kept('far'), pg_temp.kept('walk'), 'going',
  sotravel.event_link(pg_temp.kept('ann'), pg_temp.kept('walk'), pg_temp.day(5)), pg_temp.day(5));

RESET SESSION AUTHORIZATION;

SELECT is((SELECT audience || ' ' || status FROM sotravel.invitations
  WHERE (event_id, user_id) = (pg_temp.kept('walk'), pg_temp.kept('far'))), 'link going',
  'who has the event''s link answers');

:as_app;

SELECT throws_ok($$SELECT sotravel.event_rsvp(pg_temp.kept('far'), pg_temp.kept('walk'), 'going',
  sotravel.event_link(pg_temp.kept('host'), pg_temp.kept('dinner'), pg_temp.day(5)),
  pg_temp.day(5))$$, 'ST006', NULL, 'the token of another event is refused');

SELECT throws_ok($$SELECT sotravel.event_rsvp(pg_temp.kept('out'), pg_temp.kept('walk'), 'going',
  sotravel.event_link(pg_temp.kept('ann'), pg_temp.kept('walk'), pg_temp.day(5)),
  pg_temp.day(5))$$, 'ST005', NULL, 'a link that leaks lets nobody in from outside the trip');

SELECT throws_ok($$SELECT sotravel.event_rsvp(pg_temp.kept('far'), pg_temp.kept('walk'),
  'not_going', NULL, pg_temp.day(8))$$, 'ST004', NULL, 'nobody answers after the event');

SELECT throws_ok($$SELECT sotravel.event_rsvp(pg_temp.kept('far'), pg_temp.kept('walk'), 'going',
  sotravel.event_link(pg_temp.kept('ann'), pg_temp.kept('walk'), pg_temp.day(5)),
  pg_temp.day(8))$$, 'ST004', NULL, 'nor with its link');

SELECT isnt(sotravel.event_link(pg_temp.kept('ann'), pg_temp.kept('walk'), pg_temp.day(5)),
  sotravel.event_link(pg_temp.kept('host'), pg_temp.kept('dinner'), pg_temp.day(5)),
  'each event has a token of its own');

SELECT throws_ok($$SELECT sotravel.event_link(pg_temp.kept('bob'), pg_temp.kept('walk'),
  pg_temp.day(5))$$, 'ST003', NULL, 'which only who may invite gets to see');

RESET SESSION AUTHORIZATION;

SELECT is(has_table_privilege('sotravel_app', 'sotravel.event_links', 'SELECT'), FALSE,
  'the app does not read tokens from their table');

:as_app;

SELECT is((SELECT count(*) FROM sotravel.invitation_list(pg_temp.kept('bob'), pg_temp.day(5))),
  2::bigint, 'what somebody is asked to, they see');

RESET SESSION AUTHORIZATION;

UPDATE sotravel.trips SET hidden_until = 'infinity' WHERE id = (
  SELECT e.trip_id FROM sotravel.events e WHERE e.id = pg_temp.kept('walk'));

:as_app;

SELECT is((SELECT count(*) FROM sotravel.invitation_list(pg_temp.kept('bob'), pg_temp.day(5))),
  0::bigint, 'not while its trip is hidden');

RESET SESSION AUTHORIZATION;

UPDATE sotravel.trips SET hidden_until = NULL WHERE hidden_until = 'infinity';

SAVEPOINT on_trip;

DELETE FROM sotravel.trip_members WHERE user_id = pg_temp.kept('bob');

:as_app;

SELECT is((SELECT count(*) FROM sotravel.invitation_list(pg_temp.kept('bob'), pg_temp.day(5))),
  0::bigint, 'nor when they have left it');

ROLLBACK TO on_trip;

:as_app;

SELECT sotravel.event_cancel(pg_temp.kept('ann'), pg_temp.kept('walk'), pg_temp.day(5));

RESET SESSION AUTHORIZATION;

SELECT is((SELECT array_agg(status ORDER BY status) FROM sotravel.invitations
  WHERE event_id = pg_temp.kept('walk')), '{going,going,withdrawn}'::text[],
  'with a cancelled event unanswered invitations are withdrawn');

SELECT throws_ok($$UPDATE sotravel.events SET status = 'planned' WHERE id = pg_temp.kept('walk')$$,
  'ST004', NULL, 'a cancelled event stays so');

:as_app;

SELECT throws_ok($$SELECT sotravel.event_rsvp(pg_temp.kept('bob'), pg_temp.kept('walk'), 'going',
  NULL, pg_temp.day(5))$$, 'ST004', NULL, 'nobody answers to a cancelled event');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
