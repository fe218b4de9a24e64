-- Trending: popular near a place, weighed by the user's own votes, decaying with age.
BEGIN;

\ir sample_fixture.sql

CREATE FUNCTION pg_temp.rank() RETURNS reeve.rank_rule LANGUAGE sql AS $$
  SELECT r FROM reeve.rank_rule r JOIN reeve.collection c USING (collection_id)
  WHERE c.app = 'buckit'
$$;

CREATE FUNCTION pg_temp.listed(
  who text DEFAULT NULL, lat float8 DEFAULT NULL, lon float8 DEFAULT NULL,
  within float8 DEFAULT NULL, most int DEFAULT 300) RETURNS text[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(t.key ORDER BY t.place), '{}')
  FROM reeve.rank_read(pg_temp.rank(), lat, lon, within, who, most)
    WITH ORDINALITY t(key, label, score, distance, place)
$$;

-- The score of each activity that is listed, computed apart.
CREATE TEMPORARY TABLE score AS
SELECT a.id, a.latitude, a.longitude,
  sum(v.value * power(0.5, extract(epoch FROM now() - v.voted_at) / 86400 / 14)) AS score
FROM buckit.activity_shown(now()) a JOIN buckit.votes v ON v.activity_id = a.id
GROUP BY a.id, a.latitude, a.longitude;

SELECT count(*) FROM (SELECT reeve.rank_build((pg_temp.rank()).rank_id)) b \gset

-- Equal scores may differ in their last digits.
CREATE FUNCTION pg_temp.falls(keys text[]) RETURNS boolean LANGUAGE sql AS $$
  SELECT bool_and(f.falls) FROM (
    SELECT s.score <= lag(s.score) OVER (ORDER BY k.place) + 1e-6 IS NOT FALSE AS falls
    FROM unnest(keys) WITH ORDINALITY k(key, place) JOIN score s ON s.id::text = k.key) f
$$;

SELECT set_eq('SELECT unnest(pg_temp.listed())', 'SELECT id::text FROM score WHERE score > 0',
  'trending lists what has a score and may be listed');

SELECT ok(pg_temp.falls(pg_temp.listed()), 'trending: popular, decaying with age');

SELECT set_eq('SELECT unnest(pg_temp.listed(NULL, 60.17, 24.94, 20000))',
  $$SELECT s.id::text FROM score s
    WHERE s.score > 0 AND reeve.earth_distance(60.17, 24.94, s.latitude, s.longitude) <= 20000$$,
  'trending near a place');

SELECT ok(pg_temp.falls(pg_temp.listed(NULL, 60.17, 24.94, 20000)), 'in the same order');

SELECT is(pg_temp.listed(NULL, 60.17, 24.94, 20000, 2), (pg_temp.listed(NULL, 60.17, 24.94,
  20000))[:2],
  'as many as were asked for');

SELECT is(pg_temp.listed(NULL, -10, 100, 20000), '{}', 'nothing is trending where nothing is');

-- User 50 votes one up, and another of the same author; and one down.
SELECT (pg_temp.listed())[40] AS liked, (pg_temp.listed())[1] AS disliked \gset

DELETE FROM buckit.votes v WHERE v.user_id = 50;

:as_app;

SELECT buckit.vote_cast(50, :disliked, -1, now());

RESET SESSION AUTHORIZATION;

INSERT INTO buckit.votes(user_id, activity_id, value)
SELECT 50, a.id, 1 FROM buckit.activities a
WHERE a.author_id = (SELECT x.author_id FROM buckit.activities x WHERE x.id = :liked)
  AND a.id <> :disliked;

SELECT count(*) FROM (SELECT reeve.rank_build((pg_temp.rank()).rank_id)) b \gset

SELECT ok(NOT pg_temp.listed('50') @> ARRAY[:'disliked']
    AND pg_temp.listed() @> ARRAY[:'disliked'],
  'weighed by the user''s own votes: what they voted down is not listed for them');

SELECT cmp_ok(array_position(pg_temp.listed('50'), :'liked'), '<',
  array_position(pg_temp.listed(), :'liked'),
  'and what is of an author whom they voted up comes earlier');

-- A date that passes, a ban, votes that are void.
UPDATE buckit.activities SET happens_at = now() - interval '1 minute' WHERE id = :liked;

SELECT ok(NOT pg_temp.listed() @> ARRAY[:'liked'],
  'an activity whose date has passed leaves trending at once');

SELECT (pg_temp.listed())[1] AS top \gset

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT outcome FROM reeve.action_perform('ban', 'buckit', 'activity', :'top', :'why', NULL) \gset

SELECT detail ->> 'action_id' AS voided
FROM reeve.action_perform('void', 'buckit', 'user', '43', :'why', NULL) \gset

RESET SESSION AUTHORIZATION;

SELECT ok(NOT pg_temp.listed() @> ARRAY[:'top'],
  'a banned activity leaves trending at once');

SELECT score AS before FROM reeve.rank_score
WHERE rank_id = (pg_temp.rank()).rank_id AND key = '105' \gset

SELECT reeve.rank_apply(pg_temp.rank(), ARRAY(
  SELECT DISTINCT k FROM reeve.change c CROSS JOIN LATERAL unnest(coalesce(c.keys, ARRAY[c.key])) k
  WHERE c.collection_id = -(pg_temp.rank()).rank_id)) \gset

SELECT cmp_ok((SELECT s.score FROM reeve.rank_score s
    WHERE s.rank_id = (pg_temp.rank()).rank_id AND s.key = '105'), '<', :before::float8,
  'void votes leave the score');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT outcome FROM reeve.undo_perform(:voided, 'a mistake', NULL) \gset

RESET SESSION AUTHORIZATION;

SELECT reeve.rank_apply(pg_temp.rank(), '{105}') \gset

SELECT is((SELECT round(s.score::numeric, 6) FROM reeve.rank_score s
    WHERE s.rank_id = (pg_temp.rank()).rank_id AND s.key = '105'),
  round(:before::float8::numeric, 6), 'and come back with the undo');

SELECT * FROM finish();

ROLLBACK;
