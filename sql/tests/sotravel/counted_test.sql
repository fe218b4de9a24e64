-- Who counts on whom: guests on whoever called them to an event, and the other way round,
-- travellers on the host of their trip.
BEGIN;

\ir fixture.sql

CREATE ROLE sotravel_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('sotravel_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["sotravel_test_admin"]}') AS recorded \gset

\set why '{"policy": "harassment", "for": "7d", "why": "a test"}'

SELECT pg_temp.person(p) FROM unnest('{host,ann,bob,cas,dan}'::text[]) p;

SELECT pg_temp.trip('alps', 'host');

SELECT pg_temp.join(p, 'alps') FROM unnest('{ann,bob,cas,dan}'::text[]) p;

:as_app;

SELECT pg_temp.keep(e, sotravel.event_create(pg_temp.kept(a), pg_temp.kept('alps'), e, '', 'Hut',
  46, 12, now() + interval '1 hour', now() + interval '3 hours', now()))
FROM (VALUES ('walk', 'ann'), ('dinner', 'host')) v (e, a);

SELECT sotravel.event_invite(pg_temp.kept('ann'), pg_temp.kept('walk'), 'friends', NULL, now()),
  sotravel.event_invite(pg_temp.kept('host'), pg_temp.kept('dinner'), 'friends', NULL, now());

SELECT sotravel.event_rsvp(pg_temp.kept(w), pg_temp.kept(e), a, NULL, now())
FROM (VALUES ('ann', 'dinner', 'going'), ('bob', 'walk', 'going'), ('dan', 'walk', 'not_going'))
  v (w, e, a);

RESET SESSION AUTHORIZATION;

SELECT pg_temp.keep(i.status || ' of ' || u.name, i.id)
FROM sotravel.invitations i JOIN sotravel.users u ON u.id = i.user_id
WHERE i.event_id = pg_temp.kept('walk');

-- Who came by the link has been asked by nobody.
UPDATE sotravel.invitations SET invited_by = NULL, audience = 'link'
WHERE id = pg_temp.kept('going of bob');

-- What is left to decide after a ban, and what each decision tells.
CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb) RETURNS bigint
LANGUAGE sql AS $$
  SELECT (detail ->> 'action_id')::bigint
  FROM reeve.action_perform(verb, 'sotravel', collection, key, args, NULL)
$$;

CREATE FUNCTION pg_temp.reeve_left() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(l.label, ' ' ORDER BY l.label) FROM reeve.left_list(NULL, 'sotravel', NULL) l
$$;

CREATE FUNCTION pg_temp.told(action bigint) RETURNS text LANGUAGE sql SECURITY DEFINER AS $$
  SELECT string_agg(DISTINCT u.name || ' ' || o.template, ', ')
  FROM reeve.outbox o JOIN sotravel.users u ON u.id::text = o.key WHERE o.action_id = action
$$;

DELETE FROM reeve.approval_rule;

SAVEPOINT decided;

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT pg_temp.reeve_act('ban', 'user', pg_temp.kept('host')::text, :'why') AS hosts,
  pg_temp.reeve_act('ban', 'user', pg_temp.kept('ann')::text, :'why') AS anns \gset

SELECT is(pg_temp.reeve_left(), 'alps walk',
  'a trip without a host and an event with a guest wait');

SELECT is(pg_temp.told(:anns), 'ann account-blocked, bob event-uncertain',
  'a host who is banned already is told nothing of a guest');

SELECT is(pg_temp.told(pg_temp.reeve_act('appoint', 'trip_member', jsonb_build_array(
    pg_temp.kept('alps'), pg_temp.kept('cas'))::text, '{}')),
  'ann host-changed, bob host-changed, cas host-appointed, dan host-changed, host host-changed',
  'who is made a host, and who follows, are told');

SELECT is(pg_temp.reeve_left(), 'walk', 'the trip has a host');

SELECT is(pg_temp.told(pg_temp.reeve_act('cancel', 'event', pg_temp.kept('walk')::text,
  '{"policy": "harassment"}')), 'ann event-cancelled, bob invitation-withdrawn',
  'the guest learns how it was decided');

SELECT is(pg_temp.reeve_left(), NULL, 'nothing is left');

SELECT is((SELECT p.code FROM reeve.action_perform('appoint', 'sotravel', 'trip_member',
    jsonb_build_array(pg_temp.kept('alps'), pg_temp.kept('ann'))::text, '{}', NULL) p), 'state',
  'who is banned becomes no host');

RESET SESSION AUTHORIZATION;

ROLLBACK TO decided;

CREATE TEMPORARY TABLE counted(place serial, state text, verbs text, subject text, who text,
  template text, left_by text, remains text, nobody text);

INSERT INTO counted(state, verbs, subject, nobody)
SELECT s, 'merge', 'user:ann', 'it goes on with the account that stays'
FROM unnest('{invitation pending,invitation going,event planned}'::text[]) s;

INSERT INTO counted(state, verbs, subject, who, template, left_by, remains, nobody) VALUES
  ('invitation going', 'ban suspend delete erase', 'user:ann', 'user:bob', 'event-uncertain',
    'events that others go to', 'event:walk', NULL),
  ('invitation going', 'ban suspend delete erase', 'user:bob', 'user:ann', 'guest-withdrawn', NULL,
    NULL, NULL),
  ('invitation going', 'cancel', 'event:walk', 'user:bob', 'invitation-withdrawn', NULL, NULL,
    NULL),
  ('invitation going', 'hide', 'trip:alps', 'user:bob', 'trip-hidden',
    'events that somebody goes to', 'event:walk', NULL),
  ('invitation pending', 'ban suspend delete erase', 'user:ann', NULL, NULL, NULL, NULL,
    'who has not answered counts on nothing: the invitation is withdrawn'),
  ('invitation going', 'erase', 'event:walk', 'user:bob', 'invitation-withdrawn', NULL, NULL, NULL),
  ('invitation pending', 'erase', 'event:walk', 'user:cas', 'invitation-withdrawn', NULL, NULL,
    NULL),
  ('event planned', 'erase', 'event:walk', 'user:bob', 'invitation-withdrawn', NULL, NULL, NULL),
  ('invitation pending', 'cancel', 'event:walk', 'user:cas', 'invitation-withdrawn', NULL, NULL,
    NULL),
  ('invitation pending', 'hide', 'trip:alps', 'user:cas', 'trip-hidden', NULL, NULL, NULL),
  ('invitation not_going', '*', NULL, NULL, NULL, NULL, NULL, 'who said no does not come'),
  ('invitation withdrawn', '*', NULL, NULL, NULL, NULL, NULL, 'who was uninvited does not come'),
  ('event planned', 'ban suspend delete erase', 'user:ann', NULL, NULL,
    'events that others go to', 'event:walk', NULL),
  ('event planned', 'cancel', 'event:walk', 'user:ann', 'event-cancelled', NULL, NULL, NULL),
  ('event planned', 'hide', 'trip:alps', 'user:ann', 'trip-hidden', 'events that somebody goes to',
    'event:walk', NULL),
  ('trip_member traveller', 'ban suspend delete erase', 'user:host', 'user:cas', 'host-unavailable',
    'trips without another host', 'trip:alps', NULL),
  ('trip_member traveller', 'hide', 'trip:alps', 'user:cas', 'trip-hidden', NULL, NULL, NULL),
  ('trip_member traveller', 'appoint', 'trip_member:' || jsonb_build_array(pg_temp.kept('alps'),
    pg_temp.kept('cas'))::text, 'user:cas', 'host-appointed', NULL, NULL, NULL);

\ir ../counted.sql

ROLLBACK;
