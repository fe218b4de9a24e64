-- What becomes of objects in the bucket when places, photos and people are hidden, come back, are
-- deleted or erased; no object that another row shows goes, whatever somebody wrote into theirs.
BEGIN;

\ir fixture.sql
\ir ../fixtures/sent.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cem,dan}'::text[]) p;

SELECT pg_temp.spot('rock', 'ann'), pg_temp.spot('lake', 'bob', 61),
  pg_temp.spot('hill', 'cem', 62);

-- Two places that shared a folder: hill shows the first photo of lake, too.
INSERT INTO findspot.photos(place_id, number, path, is_mixed)
VALUES (pg_temp.kept('hill'), 3, 'new/lake/1.jpg', TRUE);

-- Hidden and back.
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is((reeve.action_plan('hide', 'findspot', 'place', pg_temp.kept('lake')::text,
  :'why') -> 'files')::text, '{"kept": 1, "withdraw": 1}',
  'a plan says what it withdraws, and how many another row keeps in sight');
SELECT is(pg_temp.reeve_act('hide', 'place', pg_temp.kept('lake')::text, :'why'), 'done', 'hidden');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'withdraw photos new/lake/2.jpg', 'its own photo is withdrawn');
SELECT is(pg_temp.reeve_sent(), 'nothing', 'once');

-- The last row that shows it.
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT pg_temp.keep('lake act', pg_temp.kept('action')) \g /dev/null
SELECT is(pg_temp.reeve_act('hide', 'photo', jsonb_build_array(pg_temp.kept('hill'), 3)::text,
  :'why'), 'done', 'the other photo of that object is hidden');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'withdraw photos new/lake/1.jpg', 'then the object goes, too');
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_undo(), 'done', 'undone');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'restore photos new/lake/1.jpg', 'and it comes back');
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT outcome AS done, detail #>> '{outside_taken_back,files}' AS files
FROM reeve.undo_perform(pg_temp.kept('lake act'), 'test', NULL) \gset
SELECT is(:'files'::text, '{"restore": 1}', 'an undo says how many it restores');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'restore photos new/lake/2.jpg', 'those of the place as well');

-- Undone before it was sent; hidden twice.
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_act('hide', 'place', pg_temp.kept('rock')::text, :'why'), 'done', 'hidden');
SELECT is(pg_temp.reeve_undo(), 'done', 'and undone at once');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'nothing', 'sends neither');
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_act('hide', 'place', pg_temp.kept('rock')::text, :'why'), 'done', 'hidden');
SELECT pg_temp.keep('rock act', pg_temp.kept('action')) \g /dev/null
SELECT is(pg_temp.reeve_act('ban', 'user', pg_temp.kept('ann')::text, :'why'), 'done',
  'its author is banned');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'withdraw photos new/rock/1.jpg, withdraw photos new/rock/2.jpg',
  'withdrawn once for both');
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT outcome AS done FROM reeve.undo_perform(pg_temp.kept('rock act'), 'test', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'nothing', 'one cause less restores nothing');
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_undo(), 'done', 'the ban is undone');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'restore photos new/rock/1.jpg, restore photos new/rock/2.jpg',
  'the last one restores');

-- While it is being sent.
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_act('hide', 'place', pg_temp.kept('rock')::text, :'why'), 'done', 'hidden');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent('retry'), 'withdraw photos new/rock/1.jpg, '
  'withdraw photos new/rock/2.jpg', 'of what is sent no answer comes');
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_undo(), 'done', 'undone meanwhile');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'restore photos new/rock/1.jpg, restore photos new/rock/2.jpg',
  'only their return is sent');

-- A photo of two is destroyed, then the other.
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is((reeve.action_plan('destroy', 'findspot', 'photo', jsonb_build_array(
  pg_temp.kept('hill'), 3)::text, :'just') -> 'files')::text, '{"kept": 1}',
  'the plan of a destruction says that the object stays');
SELECT is(pg_temp.reeve_act('destroy', 'photo', jsonb_build_array(pg_temp.kept('hill'), 3)::text,
  :'just'), 'done', 'destroyed');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'nothing', 'another row shows it: it stays');
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is((reeve.action_plan('destroy', 'findspot', 'photo', jsonb_build_array(
  pg_temp.kept('lake'), 1)::text, :'just') -> 'files')::text, '{"remove": 1}',
  'the last one removes it');
SELECT is(pg_temp.reeve_act('destroy', 'photo', jsonb_build_array(pg_temp.kept('lake'), 1)::text,
  :'just'), 'done', 'destroyed');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'remove photos new/lake/1.jpg', 'and it is removed');

-- Somebody shows another's object and has theirs erased.
INSERT INTO findspot.photos(place_id, number, path)
SELECT pg_temp.kept('hill'), v.number, v.path
FROM (VALUES (3, 'new/rock/1.jpg'), (4, '../../etc/passwd')) v(number, path);
UPDATE findspot.photos SET path = repeat('x', 2600) WHERE place_id = pg_temp.kept('hill')
  AND number = 2;
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is((reeve.action_plan('erase', 'findspot', 'place', pg_temp.kept('hill')::text,
  '{"why": "asked"}') -> 'files')::text, '{"kept": 1, "remove": 1}',
  'of an erasure only their own object goes');
SELECT is(pg_temp.reeve_act('erase', 'place', pg_temp.kept('hill')::text, '{"why": "asked"}'),
  'done', 'erased');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT string_agg(o.sends || ' ' || (o.fields ->> 'name') || ' ' || o.is_erased, ', ')
  FROM reeve.outside o WHERE o.action_id = pg_temp.kept('action') AND o.state = 'pending'),
  'files.remove new/hill/1.jpg true', 'the name is known until the object is gone');
SELECT is(pg_temp.reeve_sent('failed'), 'remove photos new/hill/1.jpg',
  'no path of another row, out of the bucket, or of 2,600 bytes is sent');
SELECT is((SELECT o.state || ' ' || (o.fields ->> 'name') FROM reeve.outside o
  WHERE o.action_id = pg_temp.kept('action') AND o.sends = 'files.remove'),
  'failed new/hill/1.jpg', 'also when it failed');
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT outside AS failed FROM reeve.outside_list('findspot', NULL, NULL, 'failed', 9) \gset
SELECT is((SELECT r.outcome FROM reeve.outside_retry(:failed, 'the key was renewed') r), 'done',
  'which is sent again');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.reeve_sent(), 'remove photos new/hill/1.jpg', 'it is gone');
SELECT is((SELECT count(*) FROM reeve.outside o WHERE o.fields::text LIKE '%new/hill/1%'
  OR o.error LIKE '%new/hill%' OR o.file = sha256(convert_to(
    jsonb_build_array('findspot', 'photos', 'new/hill/1.jpg')::text, 'UTF8'))), 0::bigint,
  'and its name and digest with it');

-- A row comes to name it before the removal was sent.
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_act('erase', 'place', pg_temp.kept('lake')::text, '{"why": "asked"}'),
  'done', 'another is erased');
RESET SESSION AUTHORIZATION;
INSERT INTO findspot.photos(place_id, number, path)
VALUES (pg_temp.kept('rock'), 3, 'new/lake/2.jpg');
SELECT is(pg_temp.reeve_sent(), 'nothing', 'what a row shows again meanwhile is not removed');

-- Nobody else reads or does any of it.
:as_app;
SELECT throws_ok($$SELECT reeve.file_put('findspot', '{}')$$, '42501', NULL, 'the app cannot');
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
