-- Photos of people and images of trips in the bucket: they go and come back with what shows them,
-- and are removed with whom they are of; what another row shows stays.
BEGIN;

\ir fixture.sql
\ir ../fixtures/sent.sql

CREATE ROLE sotravel_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('sotravel_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["sotravel_test_admin"]}') AS recorded \gset

-- What needs a second person is another test's.
DELETE FROM reeve.approval_rule;

\set why '{"policy": "unsafe", "for": "7d", "why": "a test"}'

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, what text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code, p.detail ->> 'files')
  FROM reeve.action_perform(verb, 'sotravel', collection, pg_temp.kept(what)::text, args, NULL) p
  CROSS JOIN LATERAL (SELECT pg_temp.keep('action', (p.detail ->> 'action_id')::bigint)) k
$$;

CREATE FUNCTION pg_temp.reeve_plan(verb text, collection text, what text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT reeve.action_plan(verb, 'sotravel', collection, pg_temp.kept(what)::text, args) ->> 'files'
$$;

CREATE FUNCTION pg_temp.reeve_undo() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, detail #>> '{outside_taken_back,files}')
  FROM reeve.undo_perform(pg_temp.kept('action'), 'test', NULL)
$$;

SELECT pg_temp.person(p) FROM unnest('{host,ann,bob}'::text[]) p;

-- Addresses as the app writes them; bob's trip has ann's photo, spelled in a way of his own.
:as_app;

SELECT sotravel.user_change(pg_temp.kept(v.who), v.who, v.photo, NULL, NULL, now())
FROM (VALUES ('host', 'https://photos.example/p/host.jpg?w=90'),
  ('ann', 'https://firebasestorage.googleapis.com/v0/b/b/o/p%2Fann%20one.jpg?alt=media&token=1'),
  ('bob', 'gs://b/p/bob.jpg')) v(who, photo);

SELECT pg_temp.keep(v.trip, sotravel.trip_create(pg_temp.kept(v.host), v.trip, 'Testville',
  'mountain', now() - interval '1 day', now() + interval '9 days', v.image, now()))
FROM (VALUES ('alps', 'host', 'https://photos.example/t/alps.jpg'),
  ('lakes', 'bob', 'https://storage.googleapis.com/b/p/%61nn%20one.jpg')) v(trip, host, image)
\g /dev/null

RESET SESSION AUTHORIZATION;

-- A trip.
SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_plan('hide', 'trip', 'alps', :'why'), '{"withdraw": 1}',
  'a plan says what it withdraws');

SELECT is(pg_temp.reeve_act('hide', 'trip', 'alps', :'why'), 'done {"withdraw": 1}',
  'a trip is hidden');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'withdraw photos t/alps.jpg', 'and its image withdrawn');

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done {"restore": 1}', 'undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'restore photos t/alps.jpg', 'it is restored');

-- A person, whose trip stays in sight for those who are on it.
SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_act('ban', 'user', 'host', :'why'), 'done {"withdraw": 1}',
  'a host is banned');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'withdraw photos p/host.jpg',
  'their photo goes, not their trip''s');

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done {"restore": 1}', 'undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'restore photos p/host.jpg', 'it is back');

-- What another row shows stays while that is in sight.
SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_plan('ban', 'user', 'ann', :'why'), '{"kept": 1}',
  'whose photo a trip shows keeps it in sight');

SELECT is(pg_temp.reeve_act('hide', 'trip', 'lakes', :'why'), 'done', 'that trip is hidden');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'nothing', 'and ann''s photo stays: it is hers');

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_act('ban', 'user', 'ann', :'why'), 'done {"withdraw": 1}',
  'she is banned, too');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'withdraw photos p/ann one.jpg', 'then it goes');

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done {"restore": 1}', 'her ban is undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'restore photos p/ann one.jpg', 'and it is back');

-- Whoever is erased and shows another's photo.
:as_app;

SELECT sotravel.user_change(pg_temp.kept('bob'), 'bob', 'https://photos.example/p%2Fhost.jpg', NULL,
  NULL, now());

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'nothing', 'what the app changes itself sends nothing');

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_plan('erase', 'user', 'bob', '{"why": "asked"}'), '{"kept": 1}',
  'the plan of an erasure says whose objects stay');

SELECT is(pg_temp.reeve_act('erase', 'user', 'bob', '{"why": "asked"}'), 'done',
  'who shows another''s photo is erased');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'nothing', 'the other''s stays');

-- A deletion: withdrawn at once, removed when it cannot be undone any more.
SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_act('delete', 'user', 'host', '{"policy": "unsafe", "why": "a test"}'),
  'done {"withdraw": 1}', 'an account is deleted');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'withdraw photos p/host.jpg', 'its photo is withdrawn');

UPDATE reeve.action SET erase_at = now() - interval '1 s' WHERE action_id = pg_temp.kept('action');

SELECT is((reeve.erasure_advance('sotravel', 1000)).state, 'running', 'a month later it is erased');

SELECT is(pg_temp.reeve_sent(), 'remove photos p/host.jpg', 'and its photo removed');

-- An erasure: the hidden trip names the photo still.
SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_act('erase', 'user', 'ann', '{"why": "asked"}'), 'done {"withdraw": 1}',
  'ann is erased');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'withdraw photos p/ann one.jpg',
  'what a hidden trip shows is withdrawn and not removed');

-- What makes a name.
SELECT is(sotravel.photo_object(v.url), v.object, coalesce(nullif(left(v.url, 60), ''), 'nothing'))
FROM (VALUES ('https://firebasestorage.googleapis.com/v0/b/b/o/a%2fb%20%C3%A9.jpg#x', 'a/b é.jpg'),
  ('https://firebasestorage.googleapis.com/v0/b/b/o/a%FF.jpg', NULL),
  ('https://storage.googleapis.com/b/a/1.jpg', 'a/1.jpg'), ('gs://b/a/1.jpg', 'a/1.jpg'),
  ('https://photos.example/t/7.jpg?w=90', 't/7.jpg'), ('https://i.example/p4', NULL),
  ('http://photos.example/a', NULL), ('https://photos.example/' || repeat('é', 513), NULL),
  ('second', NULL), ('', NULL), (NULL, NULL)) v(url, object);

SELECT set_eq(
  $$SELECT i.tablename::text FROM pg_indexes i
    WHERE i.schemaname = 'sotravel' AND i.indexdef ~ 'photo_object\((photo|image)_url\)'$$,
  '{users,trips}'::text[], 'whoever shows an object is found by an index');

-- Nobody else reads or does any of it.
:as_app;

SELECT throws_ok($$SELECT reeve.file_put('sotravel', '{}')$$, '42501', NULL, 'the app cannot');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
