-- Planted vote rings are found, and nobody else; what an app's own function finds is reported.
BEGIN;

\ir sample_fixture.sql

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT results_eq(
  $$SELECT collection, key FROM reeve.flag_test('buckit', 'vote-ring', 100)$$,
  $$SELECT 'user'::text, n::text FROM generate_series(41, 46) n$$,
  'the ring is found; a couple and a crowd are not');

SELECT is((SELECT words FROM reeve.flag_test('buckit', 'vote-ring', 1)),
  '12 × activity with 5 others, each within 30m of them: '
    'user:42, user:43, user:44, user:45, user:46',
  'and how it acted');

SELECT results_eq(
  $$SELECT collection, key, words FROM reeve.flag_test('buckit', 'down-vote-storm', 100)$$,
  $$VALUES ('user', '56', 'voted down 12 activities of user:40 within a day (12)')$$,
  'what a function of the app finds is told with its reason');

RESET SESSION AUTHORIZATION;

-- By the keys of changed rows, as the change log gives them.
SELECT results_eq(
  $$SELECT j.key FROM reeve.flag f, reeve.flag_judge(f, '{"[43, 105]","[51, 205]"}', now(), FALSE) j
    WHERE f.app = 'buckit' AND f.name = 'vote-ring'$$,
  $$VALUES ('43')$$, 'of changed votes only their own accounts are looked at');

-- Votes that differ, that are spread out, or of too few do not make a ring.
INSERT INTO buckit.votes(user_id, activity_id, value, voted_at) OVERRIDING SYSTEM VALUE
SELECT u, 220 + i, CASE WHEN u % 2 = 0 THEN 1 ELSE -1 END, now() - interval '20 days'
FROM generate_series(91, 96) u, generate_series(1, 12) i
ON CONFLICT DO NOTHING;

INSERT INTO buckit.votes(user_id, activity_id, value, voted_at)
SELECT u, 240 + i, 1, now() - interval '20 days' + u * interval '40 minutes'
FROM generate_series(97, 102) u, generate_series(1, 12) i
ON CONFLICT DO NOTHING;

INSERT INTO buckit.votes(user_id, activity_id, value, voted_at)
SELECT u, 260 + i, 1, now() - interval '20 days'
FROM generate_series(103, 105) u, generate_series(1, 12) i
ON CONFLICT DO NOTHING;

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is((SELECT count(*) FROM reeve.flag_test('buckit', 'vote-ring', 100)), 6::bigint,
  'three on each side, six in turns and three at once are no ring');

SELECT outcome FROM reeve.action_perform('void', 'buckit', 'user', '44', :'why', NULL) \gset

SELECT is((SELECT count(*) FROM reeve.flag_test('buckit', 'vote-ring', 100)), 5::bigint,
  'whose votes are void is no longer found');

RESET SESSION AUTHORIZATION;

-- One activity posted twice: at the same moment and spot, under a similar name.
INSERT INTO buckit.activities(author_id, title, description, photo_url, place, latitude, longitude,
  happens_at)
SELECT 41, t.title, 'A walk', 'https://photos.example/1.jpg', 'Suomenlinna', t.latitude, 24.98,
  now() + t.after
FROM (VALUES (1, 'Evening walk', 60.15, interval '3 days'),
  (2, 'evening walks', 60.1504, '3 days'), (3, 'Evening walk', 60.15, '10 days'),
  (4, 'Evening walk', 60.16, '3 days'), (5, 'Fishing', 60.15, '3 days'))
  t(nr, title, latitude, after)
ORDER BY t.nr;

SELECT min(id) AS walk, max(id) FILTER (WHERE title = 'evening walks') AS again
FROM buckit.activities WHERE place = 'Suomenlinna' \gset

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT results_eq($$SELECT key, words FROM reeve.flag_test('buckit', 'posted-twice', 100)$$,
  format('VALUES (%L::text, %L::text)', :'again', format('like activity:%s, 44 m away', :'walk')),
  'only that is reported: not what comes again another week, lies elsewhere or is something else');

RESET SESSION AUTHORIZATION;

-- What a catalog may say ---------------------------------------------------------------------

CREATE FUNCTION pg_temp.flag(flag jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(a.manifest, '{flags}', jsonb_build_object('x',
    '{"collection": "vote", "policy": "spam"}'::jsonb || flag))
  FROM reeve.app a WHERE a.app = 'buckit'
$$;

SELECT results_eq(format('SELECT path, code FROM reeve.catalog_check(pg_temp.flag(%L))', c.flag),
  format('VALUES (%L::text, %L::text)', '/flags/x' || c.path, c.code), c.words)
FROM (VALUES
  ('{"sql": {"function": "nothing"}}', '/sql/function', 'missing', 'a flag''s function is there'),
  ('{"sql": {"function": "fold"}}', '/sql/function', 'missing',
    'and returns what a flag is made of'),
  ('{"sql": {"function": "flag_storm", "about": "nobody"}}', '/sql/about', 'missing',
    'it is about a collection'),
  ('{"group": {"by": "nobody", "on": "activity", "at": "t.voted_at", "accounts": 4, "targets": 8,
    "within": "30m"}}', '/group/by', 'missing', 'a group is of a parent'),
  ('{"group": {"by": "voter", "on": "activity", "at": "t.nothing", "accounts": 4, "targets": 8,
    "within": "30m"}}', '/group/at', 'expression', 'its expressions are planned'))
  c(flag, path, code, words);

SELECT * FROM finish();

ROLLBACK;
