-- What Sotravel's feed tells whom.
BEGIN;

\ir fixture.sql

\ir ../feed.sql

SELECT pg_temp.person(p) FROM unnest('{host,ann,out}'::text[]) p;

:as_app;

SELECT pg_temp.keep('alps', sotravel.trip_create(pg_temp.kept('host'), 'Alps', 'Testville',
  'mountain', now() - interval '1 hour', now() + interval '1 day', NULL,
  now() - interval '1 hour'));

SELECT sotravel.trip_join(pg_temp.kept('ann'), pg_temp.kept('alps'),
  sotravel.trip_link(pg_temp.kept('host'), pg_temp.kept('alps'), now()), now());

SELECT alike(pg_temp.told(p), format('%%upsert trip_member [%s, %s]%%', pg_temp.kept('alps'),
  pg_temp.kept('ann')), p || ' learns who has joined')
FROM unnest('{host,ann}'::text[]) p;

SELECT unalike(pg_temp.told('out'), '%trip%', 'of a trip, nobody outside learns');

SELECT pg_temp.forget();

SELECT sotravel.trip_role_set(pg_temp.kept('host'), pg_temp.kept('alps'), pg_temp.kept('ann'),
  r, now()) FROM unnest('{host,traveller}'::text[]) r;

SELECT is(pg_temp.told(p), format('upsert trip_member [%s, %s]', pg_temp.kept('alps'),
  pg_temp.kept('ann')), p || ' learns of a role')
FROM unnest('{host,ann}'::text[]) p;

SELECT pg_temp.forget();

SELECT sotravel.user_change(pg_temp.kept('ann'), 'Anna', NULL, NULL, NULL, now());

SELECT is(pg_temp.told(p), pg_temp.row('upsert user', 'ann'), p || ' learns of a new name')
FROM unnest('{host,ann}'::text[]) p;

SELECT is(pg_temp.told('out'), 'nothing', 'and a stranger does not');

SELECT pg_temp.forget();

SELECT sotravel.location_set(pg_temp.kept('ann'), 46.6, 12.3, now());

SELECT is(pg_temp.told(p), pg_temp.row('upsert location', 'ann'),
  p || ' sees where a fellow member is')
FROM unnest('{host,ann}'::text[]) p;

SELECT is(pg_temp.told(p), 'nothing', p || ' does not')
FROM unnest('{out,nobody}'::text[]) p;

SELECT pg_temp.forget();

SELECT sotravel.location_withdraw(pg_temp.kept('ann'), now());

SELECT is(pg_temp.told('host'), pg_temp.row('gone location', 'ann'),
  'one that is withdrawn is gone');

SELECT is(pg_temp.told('out'), 'nothing', 'of which nobody outside learns');

SELECT sotravel.location_set(pg_temp.kept('ann'), 46.6, 12.3, now());

SELECT pg_temp.keep('pair', sotravel.chat_pair_open(pg_temp.kept('host'), pg_temp.kept('ann'),
  now()));

SELECT pg_temp.forget();

SELECT pg_temp.keep('hello', sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'),
  'Hello', now()));

SELECT is(pg_temp.told(p), pg_temp.row('upsert message', 'hello'),
  p || ' learns of a message in their chat')
FROM unnest('{host,ann}'::text[]) p;

SELECT is(pg_temp.told('out'), 'nothing', 'another''s chat is never told');

SELECT pg_temp.forget();

SELECT pg_temp.keep('swim', sotravel.event_create(pg_temp.kept('host'), pg_temp.kept('alps'),
  'Swim', NULL, NULL, NULL, NULL, now(), now() + interval '1 hour', now()));

SELECT sotravel.event_rsvp(pg_temp.kept('ann'), pg_temp.kept('swim'), 'going',
  sotravel.event_link(pg_temp.kept('host'), pg_temp.kept('swim'), now()), now());

SELECT matches(pg_temp.told('ann'), format('upsert chat_member \[\d+, %s\].*'
  'upsert event %s, upsert invitation', pg_temp.kept('ann'), pg_temp.kept('swim')),
  'who goes to an event learns that they are in its chat');

SELECT pg_temp.forget();

RESET SESSION AUTHORIZATION;

CREATE ROLE sotravel_test_admin LOGIN;

GRANT reeve_senior TO sotravel_test_admin;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('sotravel_test_admin', 'senior', 'postgres');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["sotravel_test_admin"]}') AS recorded \gset

SELECT pg_temp.forget();

SELECT y.name AS policy FROM reeve.policy y WHERE y.app = 'sotravel' ORDER BY y.name LIMIT 1 \gset

SELECT pg_temp.kept('ann') AS ann \gset

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is((SELECT p.outcome FROM reeve.action_perform('ban', 'sotravel', 'user', :'ann',
    jsonb_build_object('policy', :'policy'::text, 'for', '1d', 'why', 'a test'), NULL) p),
  'done', 'a user is banned');

:as_app;

SELECT is(pg_temp.told('host'), concat_ws(', ', pg_temp.row('gone location', 'ann'),
  pg_temp.row('gone message', 'hello'), pg_temp.row('gone user', 'ann')),
  'phones drop the name, the messages and the position of who is banned');

SELECT is(pg_temp.told('out'), 'nothing', 'of which nobody else learns');

SELECT pg_temp.forget();

SELECT sotravel.trip_member_remove(pg_temp.kept('host'), pg_temp.kept('alps'), pg_temp.kept('ann'),
  now());

SELECT alike(pg_temp.told(p), format('gone chat_member [%%, %2$s], gone trip_member [%1$s, %2$s]%%',
  pg_temp.kept('alps'), pg_temp.kept('ann')), p || ' learns who is taken off the trip')
FROM unnest('{host,ann}'::text[]) p;

SELECT is(pg_temp.told('out'), 'nothing', 'and nobody else');

SELECT * FROM finish();

ROLLBACK;
