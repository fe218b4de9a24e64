-- Photos of people, activities, and lists with their copies, which lie in a bucket outside: they go
-- and come back with what shows them, and are removed with the last row; what another shows stays.
BEGIN;

\ir fixture.sql
\ir ../fixtures/sent.sql

-- What needs a second person is another test's.
DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, what text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code, p.detail ->> 'files')
  FROM reeve.action_perform(verb, 'buckit', collection, pg_temp.kept(what)::text, args, NULL) p
  CROSS JOIN LATERAL (SELECT pg_temp.keep('action', (p.detail ->> 'action_id')::bigint)) k
$$;

CREATE FUNCTION pg_temp.reeve_plan(verb text, collection text, what text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT reeve.action_plan(verb, 'buckit', collection, pg_temp.kept(what)::text, args) ->> 'files'
$$;

CREATE FUNCTION pg_temp.reeve_undo() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, detail #>> '{outside_taken_back,files}')
  FROM reeve.undo_perform(pg_temp.kept('action'), 'test', NULL)
$$;

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cem,dan}'::text[]) p;

SELECT pg_temp.activity('swim', 'ann'), pg_temp.activity('walk', 'cem');

SELECT pg_temp.bucket('summer', 'ann');

-- Addresses as the app writes them; cem writes that of ann's activity in a way of his own.
:as_app;

SELECT buckit.user_photo(pg_temp.kept(p), format('https://photos.example/u/%s.jpg', p), now())
FROM unnest('{ann,bob,cem,dan}'::text[]) p;

SELECT buckit.activity_change(pg_temp.kept(v.who), pg_temp.kept(v.activity), v.activity,
  'a description', v.photo, 'Testville', 60.17, 24.94, now() + interval '7 days', now())
FROM (VALUES
  ('ann', 'swim', 'https://firebasestorage.googleapis.com/v0/b/b/o/a%2Fswim.jpg?alt=media&token=1'),
  ('cem', 'walk', 'gs://b/a/walk.jpg')) v(who, activity, photo);

SELECT buckit.bucket_change(pg_temp.kept('ann'), pg_temp.kept('summer'), 'summer',
  'https://photos.example/b/summer%20one.jpg', now());

SELECT pg_temp.keep('copy', buckit.bucket_copy(pg_temp.kept('bob'), pg_temp.kept('summer'), now()))
\g /dev/null

RESET SESSION AUTHORIZATION;

-- Hidden and back.
SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is(pg_temp.reeve_plan('hide', 'activity', 'swim', :'why'), '{"withdraw": 1}',
  'a plan says what it withdraws');

SELECT is(pg_temp.reeve_act('hide', 'activity', 'swim', :'why'), 'done {"withdraw": 1}',
  'an activity is hidden');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'withdraw photos a/swim.jpg', 'and its photo withdrawn');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done {"restore": 1}', 'undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'restore photos a/swim.jpg', 'it is restored');

-- A bucket, and the copies that have its photo.
SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is(pg_temp.reeve_plan('ban', 'user', 'bob', :'why'), '{"kept": 1, "withdraw": 1}',
  'whose bucket is a copy takes down their own photo alone: that of the copy is ann''s, too');

SELECT is(pg_temp.reeve_act('hide', 'bucket', 'summer', :'why'), 'done {"withdraw": 1}',
  'a bucket is hidden with its copies');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'withdraw photos b/summer one.jpg',
  'no copy keeps its photo in sight');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done {"restore": 1}', 'undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'restore photos b/summer one.jpg', 'it is back');

-- Its owner chooses another: the copy alone shows the former one, while its owner is in sight.
:as_app;

SELECT buckit.bucket_change(pg_temp.kept('ann'), pg_temp.kept('summer'), 'summer',
  'https://photos.example/b/summer2.jpg', now());

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'nothing', 'what the app changes itself sends nothing');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is(pg_temp.reeve_act('ban', 'user', 'bob', :'why'), 'done {"withdraw": 2}',
  'whoever copied it is banned');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'withdraw photos b/summer one.jpg, withdraw photos u/bob.jpg',
  'the photo of a bucket that nobody sees any more goes with that of its owner');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done {"restore": 2}', 'undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'restore photos b/summer one.jpg, restore photos u/bob.jpg',
  'both are back');

-- Somebody shows another's objects, and is erased.
:as_app;

SELECT buckit.activity_change(pg_temp.kept('cem'), pg_temp.kept('walk'), 'walk', 'a description',
  'https://storage.googleapis.com/b/a%2fsw%69m.jpg', 'Testville', 60.17, 24.94,
  now() + interval '7 days', now());

SELECT pg_temp.keep(v.label, buckit.bucket_make(pg_temp.kept('cem'), v.label, v.photo, now()))
FROM (VALUES ('his', 'https://photos.example/b/his.jpg'),
  ('out', 'https://photos.example/..%2F..%2Fetc%2Fpasswd'),
  ('long', 'https://photos.example/' || repeat('x', 1900)),
  ('elsewhere', 'https://elsewhere.example/b/summer2.jpg')) v(label, photo) \g /dev/null

RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is(pg_temp.reeve_plan('erase', 'user', 'cem', '{"why": "asked"}'),
  '{"kept": 1, "remove": 2}', 'the plan of an erasure says whose objects stay');

SELECT is(pg_temp.reeve_act('erase', 'user', 'cem', '{"why": "asked"}'), 'done {"remove": 2}',
  'cem is erased');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'remove photos b/his.jpg, remove photos u/cem.jpg',
  'his own objects are removed, and none of ann''s, out of the bucket or without a name');

SELECT is((SELECT count(*) FROM reeve.outside o WHERE o.fields::text ~ 'his|cem'), 0::bigint,
  'and their names with them');

-- A deletion: withdrawn at once, removed when it cannot be undone any more.
SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is(pg_temp.reeve_act('delete', 'bucket', 'summer', '{"policy": "manipulation", "why": "x"}'),
  'done {"withdraw": 2}', 'a bucket is deleted with its copies');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'withdraw photos b/summer one.jpg, '
  'withdraw photos b/summer2.jpg', 'their photos are withdrawn');

UPDATE reeve.action SET erase_at = now() - interval '1 s' WHERE action_id = pg_temp.kept('action');

SELECT is((reeve.erasure_advance('buckit', 1000)).state, 'running', 'a month later it is erased');

SELECT is(pg_temp.reeve_sent(), 'remove photos b/summer2.jpg',
  'and its photo removed; a copy, which is hidden, still has the other');

-- An account with all that is theirs, but for what another row shows.
UPDATE buckit.users SET photo_url = 'https://photos.example/u/%61nn.jpg'
WHERE id = pg_temp.kept('dan');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is(pg_temp.reeve_act('erase', 'user', 'ann', '{"why": "asked"}'), 'done {"remove": 2}',
  'ann is erased');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_sent(), 'remove photos a/swim.jpg, remove photos b/summer one.jpg',
  'her photos are removed, that in the copy too; dan shows the other as his');

-- What makes a name.
SELECT is(buckit.photo_object(v.url), v.object, coalesce(nullif(left(v.url, 60), ''), 'nothing'))
FROM (VALUES ('https://firebasestorage.googleapis.com/v0/b/b/o/a%2fb%20%C3%A9.jpg#x', 'a/b é.jpg'),
  ('https://firebasestorage.googleapis.com/v0/b/b/o/a%FF.jpg', NULL),
  ('https://firebasestorage.googleapis.com/v0/b/b/o/a%00.jpg', NULL),
  ('https://storage.googleapis.com/b/a/1.jpg', 'a/1.jpg'), ('gs://b/a/1.jpg', 'a/1.jpg'),
  ('https://photos.example/b/a/7.jpg?w=90', 'b/a/7.jpg'),
  ('https://graph.facebook.com/7/picture', NULL), ('http://photos.example/a', NULL),
  ('https://photos.example/' || repeat('é', 513), NULL), ('a/1.jpg', NULL), ('', NULL),
  (NULL, NULL)) v(url, object);

SELECT set_eq(
  $$SELECT i.tablename::text FROM pg_indexes i
    WHERE i.schemaname = 'buckit' AND i.indexdef LIKE '%photo_object(photo_url)%'$$,
  '{users,activities,buckets}'::text[], 'whoever shows an object is found by an index');

-- Nobody else reads or does any of it.
:as_app;

SELECT throws_ok($$SELECT reeve.file_put('buckit', '{}')$$, '42501', NULL, 'the app cannot');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
