BEGIN;

\ir fixture.sql

SET LOCAL ROLE sotravel_owner;
\o /dev/null
\ir ../../apps/sotravel/sample/words.sql

\ir ../../apps/sotravel/sample.sql
\o
RESET ROLE;

\ir rules.sql

SELECT is(f.broken, 0::bigint, f.rule) FROM found f;

SELECT results_eq($$SELECT (SELECT count(*) FROM sotravel.users),
    (SELECT count(*) FROM sotravel.trips),
    (SELECT count(*) FROM sotravel.trip_members WHERE trip_id = 5) >= 60$$,
  $$VALUES (300::bigint, 10::bigint, TRUE)$$, 'the sample has the people and trips that it says');

SELECT ok(count(*) > 0, t.name || ' has rows') FROM (VALUES ('locations')) t (name)
  CROSS JOIN sotravel.locations GROUP BY t.name;

SELECT is((SELECT count(*) FROM sotravel.chat_faults()), 1::bigint,
  'one chat lacks its last message');

SELECT is((SELECT array_agg(DISTINCT status ORDER BY status) FROM sotravel.events),
  '{cancelled,finished,planned}'::text[], 'events are in every state');

SELECT is((SELECT array_agg(DISTINCT status ORDER BY status) FROM sotravel.invitations),
  '{expired,going,not_going,pending,withdrawn}'::text[], 'and so are invitations');

:as_app;

SELECT cmp_ok((SELECT count(*) FROM sotravel.member_list(5, 5, now())), '>=', 60::bigint,
  'a host sees all members of a large trip');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
