-- Ranks that a catalog declares: the scores, what the triggers tell the change log, who is listed.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();

SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop".vote(
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stall_code text REFERENCES "Odd Shop".stall,
  nr int,
  points int,
  voted_at timestamptz,
  void_until timestamptz,
  words text
);
RESET ROLE;

CREATE FUNCTION pg_temp.ranked(rank jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(pg_temp.manifest(), '{collections,item,rank}', rank),
    '{collections,vote}', '{"table": "vote", "key": ["id"], "label": "t.id::text",
      "show": ["id"], "visible": "void_until", "parents": {
        "item": {"collection": "item", "columns": ["stall_code", "nr"]},
        "stall": {"collection": "stall", "columns": ["stall_code"]}}}')
$$;

CREATE FUNCTION pg_temp.rank() RETURNS jsonb LANGUAGE sql AS $$
  SELECT '{"of": "vote", "via": "item", "points": "t.points", "at": "t.voted_at",
    "half_life": "10d", "listed": "t.nr <> 4", "by": {"collection": "person",
      "weight": "CASE WHEN $by = 2 AND t.nr = 2 THEN 100 WHEN $by = 3 THEN 0 END"}}'::jsonb
$$;

SELECT results_eq(
  format('SELECT path, code FROM reeve.catalog_check(pg_temp.ranked(pg_temp.rank() || %L))',
    c.change),
  format('VALUES (%L::text, %L::text)', '/collections/item/rank' || c.path, c.code), c.words)
FROM (VALUES
  ('{"of": "nothing"}', '/of', 'missing', 'points come from a collection'),
  ('{"via": "stall"}', '/via', 'missing', 'via leads to the ranked row'),
  ('{"points": "t.stall_code::box"}', '/points', 'expression', 'points are a number'),
  ('{"at": "t.points"}', '/at', 'expression', 'decay is computed from an instant'),
  ('{"where": "t.nothing"}', '/where', 'expression', 'a condition is planned'),
  ('{"listed": "t.nothing"}', '/listed', 'expression', 'so is what is listed'),
  ('{"by": {"collection": "item", "weight": "1"}}', '/by/collection', 'key',
    'for whom is a key of one column'),
  ('{"by": {"collection": "person", "weight": "$by.x"}}', '/by/weight', 'expression',
    'a weight is planned'),
  ('{"public": true, "roles": ["nobody_at_all"]}', '/roles/0', 'missing',
    'who may call the app''s own function is a role'),
  ('{"roles": ["shop_owner"]}', '/roles', 'missing', 'and none is made without public')
  ) c(change, path, code, words);

SELECT results_eq($$SELECT path, code FROM reeve.catalog_check(jsonb_set(
    pg_temp.ranked(pg_temp.rank() || '{"public": true}'), '{collections,item,personal}',
    '["title"]') #- '{collections,item,search}') WHERE path LIKE '%/rank/%'$$,
  $$VALUES ('/collections/item/rank/public', 'personal')$$,
  'a rank whose labels are personal is not public');

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.ranked(pg_temp.rank())) \gset
SELECT r.rank_id, -r.rank_id AS log_id FROM reeve.rank_rule r
JOIN reeve.collection c USING (collection_id) WHERE c.app = 'shop' \gset

CREATE FUNCTION pg_temp.logged() RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  found text[] := ARRAY(
    SELECT DISTINCT k FROM reeve.change c CROSS JOIN LATERAL unnest(coalesce(c.keys,
      ARRAY[c.key])) k
    WHERE c.collection_id < 0 ORDER BY k);
BEGIN
  DELETE FROM reeve.change c WHERE c.collection_id < 0;
  RETURN found;
END
$$;

INSERT INTO "Odd Shop".vote(stall_code, nr, points, voted_at) VALUES
  ('c', 1, 1, now()), ('c', 1, 1, now() - interval '10 days'), ('c', 2, 1, now()),
  ('c', 3, -5, now()), ('c', 4, 9, now()), ('a-1', 1, 1, now() + interval '900 days'),
  (NULL, NULL, 1, now()), ('c', 1, NULL, now());
SELECT is(pg_temp.logged(), '{"[\"a-1\", 1]","[\"c\", 1]","[\"c\", 2]","[\"c\", 3]","[\"c\", 4]"}',
  'new points are logged, each ranked row once');
UPDATE "Odd Shop".vote SET words = 'x';
SELECT is(pg_temp.logged(), '{}', 'what gives no other points is not');
UPDATE "Odd Shop".vote SET nr = 2 WHERE nr = 3;
SELECT is(pg_temp.logged(), '{"[\"c\", 2]","[\"c\", 3]"}',
  'points that move are logged at both ends');
UPDATE "Odd Shop".vote SET void_until = 'infinity' WHERE nr = 2 AND points < 0;
SELECT is(pg_temp.logged(), '{"[\"c\", 2]"}', 'hiding what gives points is logged');

SELECT is(reeve.rank_build(:rank_id), 4::bigint, 'every row with points has a score');
SELECT results_eq(format('SELECT key, round(score::numeric, 3) FROM reeve.rank_score
    WHERE rank_id = %s ORDER BY key', :rank_id),
  $$VALUES ('["a-1", 1]', 1.000), ('["c", 1]', 1.500), ('["c", 2]', 1.000), ('["c", 4]', 9.000)$$,
  'a point is halved in the half-life; what is hidden gives none; no date to come gives more');

UPDATE "Odd Shop".vote SET void_until = NULL WHERE points < 0;
DELETE FROM "Odd Shop".vote WHERE nr = 4;
SELECT is(pg_temp.logged(), '{"[\"c\", 2]","[\"c\", 4]"}', 'points that are gone are logged');
SELECT reeve.rank_apply(r, '{"[\"c\", 2]","[\"c\", 4]"}') FROM reeve.rank_rule r
WHERE r.rank_id = :rank_id \gset
SELECT results_eq(format('SELECT key, round(score::numeric, 3) FROM reeve.rank_score
    WHERE rank_id = %s ORDER BY key', :rank_id),
  $$VALUES ('["a-1", 1]', 1.000), ('["c", 1]', 1.500), ('["c", 2]', -4.000)$$,
  'only what changed is computed again');

INSERT INTO "Odd Shop".vote(stall_code, nr, points, voted_at) VALUES ('c', 2, 5, now()),
  ('c', 4, 50, now());
SELECT reeve.rank_build(:rank_id) AS made \gset

SET SESSION AUTHORIZATION shop_vic;
CREATE FUNCTION pg_temp.listed(who text) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(t.key) FROM reeve.rank_read((
      SELECT r FROM reeve.rank_rule r JOIN reeve.collection c USING (collection_id)
      WHERE c.app = 'shop'), NULL, NULL, NULL, who, 10)
    WITH ORDINALITY t(key, label, score, distance, place)
$$;
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.listed(NULL), '{"[\"c\", 1]","[\"a-1\", 1]","[\"c\", 2]"}',
  'the highest score comes first; what the catalog does not list is left out');
SELECT is(pg_temp.listed('2'), '{"[\"c\", 2]","[\"c\", 1]","[\"a-1\", 1]"}',
  'scores are weighed for somebody');
SELECT is(pg_temp.listed('3'), NULL, 'a weight of 0 leaves a row out');

-- Two rows have changed since they were built, by the log; a third one says something else.
SELECT is(ARRAY(SELECT unnest(reeve.rank_pending(r)) ORDER BY 1), '{"[\"c\", 2]","[\"c\", 4]"}',
  'what is in the log is pending') FROM reeve.rank_rule r WHERE r.rank_id = :rank_id;
UPDATE reeve.rank_score SET score = 50 WHERE rank_id = :rank_id AND key = '["a-1", 1]';
UPDATE reeve.rank_score SET score = 99 WHERE rank_id = :rank_id AND key = '["c", 2]';
SELECT is(pg_temp.listed(NULL), '{"[\"a-1\", 1]","[\"c\", 1]","[\"c\", 2]"}',
  'only what is pending is computed when it is read');
SELECT reeve.rank_build(:rank_id) AS made \gset

SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', '["c", 1]',
  '{"policy": "fraud"}', NULL) \gset
SELECT results_eq(
  $$SELECT key, label, state FROM reeve.subject_trending('shop', 'item', NULL, NULL, NULL, NULL,
    1)$$,
  $$VALUES ('["a-1", 1]', 'Silk thing 1', '')$$, 'a hidden row is not listed');
SELECT throws_ok(
  $$SELECT * FROM reeve.subject_trending('shop', 'stall', NULL, NULL, NULL, NULL, 1)$$, 'RV001',
  'shop/stall is not ranked', 'what has no rank is not listed by it');
SELECT throws_ok(
  $$SELECT * FROM reeve.subject_trending('shop', 'item', 1, 1, NULL, NULL, 1)$$, 'RV001', NULL,
  'nor what has no place, near one');
RESET SESSION AUTHORIZATION;

-- With public, the app has a function of its own, which says the same.
CREATE ROLE shop_web LOGIN;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_web;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.ranked(pg_temp.rank()
  || '{"public": true, "roles": ["shop_web"]}')) \gset
SELECT c.collection_id AS item FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'item'
\gset
SET SESSION AUTHORIZATION shop_web;
SELECT results_eq('SELECT key, label FROM "Odd Shop".trending_item()',
  $$VALUES ('["a-1", 1]', 'Silk thing 1'), ('["c", 2]', 'Silk thing 2')$$,
  'an app''s own function lists what trending does: nothing hidden');
SELECT is((SELECT key FROM "Odd Shop".trending_item('2') LIMIT 1), '["c", 2]',
  'weighed for a person');
SELECT is((SELECT count(*) FROM "Odd Shop".trending_item(max => 1)), 1::bigint,
  'as many as are asked for');
SELECT throws_ok(format('SELECT * FROM "Odd Shop".trending_item(%s)', v.given), 'RV001', NULL,
  format('%s is refused, and no error of what is inside', v.given))
FROM (VALUES ('NULL, 91, 0'), ('NULL, ''NaN'', 0'), ('NULL, 1'), ('''x''')) v(given);
SELECT throws_ok(format('SELECT %s', v.call), '42501', NULL, 'the app''s login calls no ' || v.call)
FROM (VALUES ('reeve.rank_public(1, NULL, NULL, NULL, NULL, 1)'),
  (format('reeve.trending_%s()', :item))) v(call);
RESET SESSION AUTHORIZATION;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.ranked(pg_temp.rank())) \gset
SELECT is(to_regproc('"Odd Shop".trending_item'), NULL, 'and goes with public');

SELECT pg_temp.logged() \gset

TRUNCATE "Odd Shop".vote;
SELECT is(pg_temp.logged(), '{NULL}', 'a truncation is logged');

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
SELECT is_empty(format('SELECT FROM reeve.rank_score WHERE rank_id = %s', :rank_id),
  'a rank that is no longer declared leaves no score');
SELECT is_empty($$SELECT FROM pg_trigger WHERE tgrelid = '"Odd Shop".vote'::regclass
    AND tgname LIKE 'reeve_rank%'$$, 'nor a trigger');

SELECT * FROM finish();
ROLLBACK;
