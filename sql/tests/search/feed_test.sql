-- The feed of an app's changes: what a catalog may declare, and what clients are told of whom. What
-- needs several transactions is in feed_test.sh: here entries of the log are given to an old one.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();

CREATE ROLE shop_web LOGIN;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_web;
CREATE ROLE shop_other LOGIN;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_other;

CREATE FUNCTION pg_temp.fed(feed jsonb, rules jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.manifest(), '{collections}', (
    SELECT jsonb_object_agg(c.key, CASE WHEN rules ? c.key
      THEN c.value || jsonb_build_object('feed', rules -> c.key) ELSE c.value END)
    FROM jsonb_each(pg_temp.manifest() -> 'collections') c))
    || CASE WHEN feed IS NULL THEN '{}' ELSE jsonb_build_object('feed', feed) END
$$;

SELECT results_eq(format('SELECT path, code FROM reeve.catalog_check(pg_temp.fed(%L, %L))',
    c.feed, c.rules), format('VALUES (%L::text, %L::text)', c.path, c.code), c.words)
FROM (VALUES
  ('{"roles": ["shop_web"]}'::jsonb, '{}'::jsonb, '/feed', 'missing', 'a feed is of something'),
  (NULL, '{"item": {}}', '/collections/item/feed', 'missing', 'a feed has readers'),
  ('{"roles": ["nobody_at_all"]}', '{"item": {}}', '/feed/roles/0', 'missing', 'who are roles'),
  ('{"roles": ["shop_web"], "who": "nobody"}', '{"item": {}}', '/feed/who', 'missing',
    'a person is of a collection'),
  ('{"roles": ["shop_web"], "who": "item"}', '{"item": {}}', '/feed/who', 'key',
    'whose key is one column'),
  ('{"roles": ["shop_web"]}', '{"item": {"to": "t.nothing"}}', '/collections/item/feed/to',
    'expression', 'a condition is planned'),
  ('{"roles": ["shop_web"]}', '{"item": {"to": "TRUE", "gone": "$key = 1"}}',
    '/collections/item/feed/gone', 'expression', 'that of a row that is gone too'),
  ('{"roles": ["shop_web"]}', '{"item": {"where": "$who = 1"}}', '/collections/item/feed/where',
    'expression', 'what is there is the same for all'),
  ('{"roles": ["shop_web"]}', '{"item": {"gone": "TRUE"}}', '/collections/item/feed/gone',
    'missing', 'gone needs to'),
  ('{"roles": ["shop_web"]}', '{"item": {"calls": ["nothing"]}}',
    '/collections/item/feed/calls/0', 'missing', 'what is called is there')
  ) c(feed, rules, path, code, words);

SELECT results_eq($$SELECT path, code FROM reeve.catalog_check(jsonb_set(pg_temp.fed(
    '{"roles": ["shop_web"]}', '{"person": {}}'), '{collections,person,personal}', '["id"]'))
    WHERE path LIKE '%/feed'$$,
  $$VALUES ('/collections/person/feed', 'personal')$$, 'a key that is personal is not told');

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
SELECT is_empty($$SELECT FROM pg_proc WHERE proname = 'changes'
    AND pronamespace = '"Odd Shop"'::regnamespace$$, 'without a feed there is no function');
SELECT is_empty($$SELECT FROM pg_proc
    WHERE proname ~ '^capture_\d+$' AND prosrc ~ 'reeve_feed_shop'$$,
  'nor a notification');

CREATE FUNCTION pg_temp.feed() RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.fed('{"roles": ["shop_web"], "keep": "1h", "who": "person"}', '{
    "stall": {},
    "item": {"where": "t.title <> ''lost''"},
    "deal": {
      "to": "$who IN (buyer_id, (SELECT owner_id FROM \"Odd Shop\".stall WHERE code = stall_code))",
      "gone": "$who <> 4"}}')
$$;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.feed()) \gset

-- What has been written belongs to a transaction of long ago; a cursor from before it.
CREATE FUNCTION pg_temp.settle() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$
  UPDATE reeve.change SET xid = '3';
  SELECT regexp_replace(c.cursor, '^(\w+).*', '\1.3.0.0') FROM "Odd Shop".changes() c
$$;
CREATE FUNCTION pg_temp.told(who text, after text DEFAULT pg_temp.settle(), max int DEFAULT 100)
RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(CASE WHEN c.collection IS NULL THEN c.kind
    ELSE concat_ws(' ', c.kind, c.collection, c.key) END ORDER BY c.place)
  FROM "Odd Shop".changes(after, max, who)
    WITH ORDINALITY c(cursor, collection, key, version, kind, at, place)
$$;
CREATE FUNCTION pg_temp.clear() RETURNS void LANGUAGE sql AS 'DELETE FROM reeve.change';
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pg_temp TO PUBLIC;

SELECT pg_temp.clear();
UPDATE "Odd Shop".stall SET title = 'Best stall' WHERE code = 'c';
INSERT INTO "Odd Shop".item VALUES ('c', 5, 'New thing'), ('c', 6, 'lost');
UPDATE "Odd Shop".deal SET state = 'void' WHERE id = 5;
DELETE FROM "Odd Shop".deal WHERE id = 3;

SET SESSION AUTHORIZATION shop_web;
SELECT is(pg_temp.told('2'), '{upsert stall c,"upsert item [\"c\", 5]","gone item [\"c\", 6]",
  upsert deal 5,gone deal 3,end}', 'a buyer learns of stalls, items and their own deals, in order');
SELECT is(pg_temp.told('3'), pg_temp.told('2'), 'so does whose stall it is');
SELECT is(pg_temp.told('1'), '{upsert stall c,"upsert item [\"c\", 5]","gone item [\"c\", 6]",
  gone deal 3,end}', 'another person''s deal is left out; of one deleted there is a key alone');
SELECT is(pg_temp.told('4'), '{upsert stall c,"upsert item [\"c\", 5]","gone item [\"c\", 6]",end}',
  'which gone narrows');
SELECT is(pg_temp.told(NULL), pg_temp.told('4'), 'nobody in particular learns what everybody may');
SELECT is(pg_temp.told('2', max => 2), '{upsert stall c,"upsert item [\"c\", 5]",more}',
  'there is more, in the middle of a statement');
SELECT is((SELECT pg_temp.told('2', c.cursor) FROM "Odd Shop".changes(pg_temp.settle(), 2, '2') c
  WHERE c.kind = 'more'), '{"gone item [\"c\", 6]",upsert deal 5,gone deal 3,end}',
  'and it goes on');
SELECT is((SELECT array_agg(p.told) FROM (
    WITH RECURSIVE page AS (
      SELECT c.* FROM "Odd Shop".changes(pg_temp.settle(), 1, '1') c
      UNION ALL
      SELECT c.* FROM page p CROSS JOIN LATERAL "Odd Shop".changes(p.cursor, 1, '1') c
      WHERE p.kind = 'more')
    SELECT p.kind || coalesce(' ' || p.key, '') AS told FROM page p WHERE p.kind <> 'more') p),
  '{upsert c,"upsert [\"c\", 5]","gone [\"c\", 6]",gone 3,end}',
  'pages of one row walk through what is left out');
SELECT throws_ok(format('SELECT FROM "Odd Shop".changes(pg_temp.settle(), %s)', n), 'RV001',
  format('max is the number of changes wanted, 1 to 1000, not %s', n),
  'a page without rows would go nowhere') FROM unnest('{0,-1}'::int[]) n;
SELECT is((SELECT array_agg(c.version ORDER BY c.version) = array_agg(c.version ORDER BY c.place)
  AND count(DISTINCT c.cursor) = count(*) FROM "Odd Shop".changes(pg_temp.settle())
    WITH ORDINALITY c(cursor, collection, key, version, kind, at, place)), TRUE,
  'versions grow, and each row has a cursor of its own');

SELECT throws_ok(format('SELECT * FROM "Odd Shop".changes(%L)', v.cursor), 'RV001', NULL,
  'no cursor: ' || v.cursor)
FROM (VALUES (''), ('x'), ('0.0.0.0'), ('aaaaaaaa.1.1'), ('aaaaaaaa.99999999999999999999.1.0'),
  (E'aaaaaaaa.1.1.0\n'), ('aaaaaaaa.-1.1.0')) v(cursor);
SELECT throws_ok($$SELECT * FROM "Odd Shop".changes('aaaaaaaa.1.1.0')$$, 'RV011',
  'changes of shop since this cursor are no longer kept', 'a cursor of another feed is refused');
SELECT throws_ok(format('SELECT * FROM "Odd Shop".changes(%L)', regexp_replace(pg_temp.settle(),
  '\..*', '.9000000000000000000.0.0')), 'RV011', NULL, 'so is one that is yet to come');
SELECT throws_ok(format('SELECT * FROM "Odd Shop".changes(%L, 10, %L)', pg_temp.settle(), v.who),
  'RV001', 'the changes cannot be read', 'no person: ' || v.who)
FROM (VALUES ('x'), ('2 OR TRUE'), (''), ('2''); DELETE FROM reeve.feed; --')) v(who);
SELECT throws_ok(v.call, '42501', NULL, 'the app''s login may not call ' || v.call)
FROM (VALUES ('SELECT reeve.feed_public(1, NULL, NULL, NULL)'),
  ('SELECT * FROM reeve.change'), ('SELECT * FROM reeve.feed')) v(call);
SET SESSION AUTHORIZATION shop_other;
SELECT throws_ok('SELECT * FROM "Odd Shop".changes()', '42501', NULL, 'another login is refused');
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok('SELECT * FROM "Odd Shop".changes()', '42501', NULL, 'and so is a moderator');

-- An action is a change like any other.
RESET SESSION AUTHORIZATION;
SELECT pg_temp.clear();
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '3',
  '{"policy": "spam", "for": "7d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT is(:'outcome'::text, 'done', 'somebody is banned');
SELECT max(action_id) AS action_id FROM reeve.action \gset
SELECT ok(pg_temp.told('1') @> '{gone stall c,"gone item [\"c\", 1]",upsert deal 4}',
  'a ban tells clients to drop what it hides');
SELECT pg_temp.clear();
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS undone FROM reeve.undo_perform(:action_id, 'a mistake', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT ok(pg_temp.told('1') @> '{upsert stall c,"upsert item [\"c\", 1]",upsert deal 4}',
  'and to show it again');

-- What a row's key was before, and all rows at once.
SELECT pg_temp.clear();
UPDATE "Odd Shop".item SET nr = 7 WHERE stall_code = 'c' AND nr = 5;
SELECT is(pg_temp.told('2'), '{"gone item [\"c\", 5]","upsert item [\"c\", 7]",end}',
  'a row that gets another key is gone under the earlier one');
SELECT pg_temp.clear();
TRUNCATE "Odd Shop".item;
SELECT is(pg_temp.told('2'), '{anew item,end}', 'a truncation has all rows read anew');
SELECT throws_ok($$INSERT INTO "Odd Shop".stall VALUES (repeat('k', 2000), 1, 'x')$$, '54000', NULL,
  'a huge key is refused when it is written');

-- Code of the app in a condition, as another owner would have it.
SET LOCAL ROLE shop_owner;
CREATE FUNCTION "Odd Shop".may(who bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE WARNING 'the secret is %', who;
  PERFORM set_config('search_path', 'evil', FALSE);
  EXECUTE 'DELETE FROM reeve.feed';
  RETURN TRUE;
END
$$;
REVOKE ALL ON FUNCTION "Odd Shop".may(bigint) FROM PUBLIC;
CREATE FUNCTION "Odd Shop".set_path(who bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('search_path', 'evil', FALSE), TRUE;
  RETURN TRUE;
END
$$;
RESET ROLE;
CREATE FUNCTION pg_temp.calling(name text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.feed(), '{collections,stall,feed}', jsonb_build_object('calls',
    jsonb_build_array(name), 'to', format('"Odd Shop".%I($who)', name)))
$$;
SELECT split_part(pg_temp.settle(), '.', 1) AS epoch \gset
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.calling('may')) \gset
SELECT isnt(split_part(pg_temp.settle(), '.', 1), :'epoch'::text,
  'another rule begins another feed');
UPDATE "Odd Shop".stall SET title = 'Better stall' WHERE code = 'c';
SET SESSION AUTHORIZATION shop_web;
SELECT throws_ok($$SELECT pg_temp.told('2')$$, 'RV001', 'the changes cannot be read',
  'code that writes is stopped, and its words are not passed on');
RESET SESSION AUTHORIZATION;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.calling('set_path')) \gset
SELECT current_setting('search_path') AS path \gset
SET SESSION AUTHORIZATION shop_web;
SELECT lives_ok($$SELECT pg_temp.told('2')$$, 'code that sets something may run');
SELECT is(current_setting('search_path'), :'path'::text, 'and leaves no setting');
RESET SESSION AUTHORIZATION;

-- What is kept.
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.feed()) \gset
SELECT pg_temp.clear();
INSERT INTO reeve.change(collection_id, key, xid, at)
SELECT c.collection_id, v.key, v.xid::xid8, statement_timestamp() - v.age::interval
FROM reeve.collection c
CROSS JOIN (VALUES ('old', '10', '3h'), ('late', '11', '1m'), ('older', '12', '4h'))
  v(key, xid, age)
WHERE c.app = 'shop' AND c.name IN ('stall', 'person');
SELECT regexp_replace(pg_temp.settle(), '3.0.0$', '') AS epoch \gset
UPDATE reeve.change c SET xid = v.xid::xid8
FROM (VALUES ('old', '10'), ('late', '11'), ('older', '12')) v(key, xid) WHERE c.key = v.key;
UPDATE reeve.change_reader SET xid = '20', change_id = 0 WHERE app = 'shop';
SELECT reeve.change_forget('shop');
SELECT results_eq('SELECT c.name, x.key FROM reeve.change x JOIN reeve.collection c USING
    (collection_id) WHERE c.app = ''shop'' ORDER BY x.xid',
  $$VALUES ('stall'::text, 'late'::text), ('stall', 'older')$$,
  'of the feed''s collections only what is older than it keeps is purged, in order');
SELECT throws_ok(format('SELECT * FROM "Odd Shop".changes(%L)', :'epoch' || '9.0.0'), 'RV011', NULL,
  'a cursor from before it is refused');
SELECT is(pg_temp.told('2', :'epoch' || '11.0.0'), '{gone stall late,gone stall older,end}',
  'one from behind it is not');
UPDATE reeve.change_reader SET xid = '11', change_id = 0 WHERE app = 'shop';
UPDATE reeve.change SET at = at - interval '1 day';
SELECT reeve.change_forget('shop');
SELECT is((SELECT array_agg(key ORDER BY xid) FROM reeve.change), '{late,older}',
  'nothing is purged that another reader has yet to read');
UPDATE reeve.change_reader SET xid = '20', change_id = 0 WHERE app = 'shop';
SELECT reeve.change_forget('shop');
SELECT is_empty('SELECT FROM reeve.change', 'then everything is');

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
SELECT is(to_regproc('"Odd Shop".changes'), NULL, 'a feed that is no longer declared is gone');
SELECT is_empty($$SELECT FROM pg_proc WHERE proname ~ '^changes_\d+$' AND proname <> 'changes_' || (
    SELECT min(feed_id) FROM reeve.feed WHERE app = 'randevoo')::text
    AND proname = 'changes_' || (SELECT feed_id FROM reeve.feed WHERE app = 'shop')$$,
  'so is what was behind it');

SELECT * FROM finish();
ROLLBACK;
