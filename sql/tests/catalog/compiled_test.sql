-- What catalog apply compiles, and what acts keep in a session: a change of the catalog, of a rank
-- or of a table in the middle of it counts at once, and nobody else can write it.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(56);
CREATE FUNCTION pg_temp.reeve_effects(verb text, key text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', e ->> 'name', e ->> 'rows'), ', ' ORDER BY n)
  FROM jsonb_array_elements(reeve.action_plan(verb, 'shop', 'stall', key,
    '{"policy": "spam", "for": "7d"}') -> 'effects') WITH ORDINALITY x(e, n)
$$;
CREATE FUNCTION pg_temp.reeve_with(effects jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.manifest(), '{actions}', pg_temp.manifest() -> 'actions'
    || jsonb_build_object('verb', 'halt', 'collection', 'stall', 'like', 'hide',
      'effects', effects))
$$;

-- The catalog.
SELECT lives_ok($$SELECT reeve.catalog_apply(pg_temp.reeve_with('[
  {"name": "stall", "collection": "stall", "hide": true},
  {"name": "items", "collection": "item", "via": "stall", "hide": true}]'))$$);
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_effects('halt', 'a-1'), 'stall 1, items 4', 'the plan has both effects');
SELECT is(pg_temp.reeve_effects('halt', 'a-1'), 'stall 1, items 4', 'and again');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT r.name, r.root_sql FROM reeve.rule r
    WHERE r.app = 'shop' AND r.verb = 'halt' AND r.is_live ORDER BY r.seq$$,
  $$VALUES ('stall', 't.code::text'), ('items', 't.stall_code::text::text')$$,
  'each effect has the expression of the subject that its rows depend on');
SELECT lives_ok($$SELECT reeve.catalog_apply(pg_temp.reeve_with('[
  {"name": "items", "collection": "item", "via": "stall", "where": "t.nr = 1", "hide": true}]'))$$);
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_effects('halt', 'a-1'), 'items 1',
  'a catalog that was applied meanwhile is the one that is planned by');
SELECT results_eq($$SELECT p.outcome FROM reeve.action_perform('halt', 'shop', 'stall', 'a-1',
  '{"policy": "spam", "for": "7d"}', NULL) p$$, $$VALUES ('done')$$, 'and acted by');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT e.key FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
  WHERE r.verb = 'halt'$$, $$VALUES ('["a-1", 1]')$$, 'with the rows of its one effect');

-- The rank, in the same session.
UPDATE reeve.member SET rank = 'viewer' WHERE role_name = 'shop_ann';
SET SESSION AUTHORIZATION shop_ann;
SELECT results_eq($$SELECT p.code FROM reeve.action_perform('halt', 'shop', 'stall', 'b',
  '{"policy": "spam", "for": "7d"}', NULL) p$$, $$VALUES ('rank')$$,
  'a rank that was taken meanwhile is gone');
RESET SESSION AUTHORIZATION;
UPDATE reeve.member SET rank = 'moderator' WHERE role_name = 'shop_ann';

-- The key: one that need not be read is returned as it is only while that is certain.
CREATE FUNCTION pg_temp.reeve_key(key text) RETURNS text LANGUAGE sql AS $$
  SELECT reeve.subject_key(c, key) FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'deal'
$$;
SELECT is(pg_temp.reeve_key('1'), '1', 'a number as the database writes it');
SELECT is(pg_temp.reeve_key('01'), '1', 'and as it does not');
SELECT throws_ok($$SELECT pg_temp.reeve_key('99999999999999999999')$$, 'RV004', NULL,
  'one that is too large is no key');
SELECT is(pg_temp.reeve_key('999'), '999', 'one without a row is as it was typed');
DO $$
DECLARE
  t record;
BEGIN
  FOR t IN SELECT g.tgname FROM pg_trigger g
    WHERE g.tgrelid = '"Odd Shop".deal'::regclass AND NOT g.tgisinternal LOOP
    EXECUTE format('DROP TRIGGER %I ON "Odd Shop".deal', t.tgname);
  END LOOP;
  ALTER TABLE "Odd Shop".deal ALTER id TYPE numeric(10, 2);
END
$$;
SELECT is(pg_temp.reeve_key('1'), '1.00', 'once the column has another type, the row is read');

-- Evidence: by statements whose plans a session keeps, of the tables as they are at each look.
CREATE FUNCTION pg_temp.reeve_seen() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(w.content, ' ' ORDER BY w.place)
  FROM reeve.collection c CROSS JOIN LATERAL reeve.evidence_wanted(c, '{"[\"c\", 4]"}') w
  WHERE c.app = 'shop' AND c.name = 'item'
$$;
CREATE FUNCTION pg_temp.reeve_shows(columns jsonb) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM reeve.catalog_apply(
    jsonb_set(pg_temp.manifest(), '{collections,item,show}', columns))
$$;
SELECT pg_temp.reeve_shows('["title"]') \g /dev/null
SELECT matches(pg_temp.reeve_seen(), '^{"nr": 4, "title": "Silk thing 4", .*Other stall',
  'a row and its parent');
SELECT pg_temp.reeve_shows('["hidden_until"]') \g /dev/null
SELECT matches(pg_temp.reeve_seen(), '^{"nr": 4, "stall_code": "c", "hidden_until": null}',
  'with the columns that a catalog names that was applied meanwhile');
UPDATE "Odd Shop".item SET hidden_until = 'infinity' WHERE stall_code = 'c';
SELECT matches(pg_temp.reeve_seen(), '"hidden_until": "infinity"', 'as the row is now');
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".item RENAME hidden_until TO elsewhere')
  \g /dev/null
SELECT matches(pg_temp.reeve_seen(), '^{"nr": 4, "stall_code": "c"} {.*Other stall',
  'without a column that is gone, and yet the rest');
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".item RENAME elsewhere TO hidden_until')
  \g /dev/null
SELECT matches(pg_temp.reeve_seen(), '"hidden_until": "infinity"', 'and with it once it is back');
DROP FUNCTION reeve_cell.reeve_reader_shop(text[], text);
SELECT matches(pg_temp.reeve_seen(), '"hidden_until": "infinity".*Other stall',
  'also where an upgrade could not make the function that keeps them');
SELECT is((SELECT max(p.parent_key) FROM reeve.collection c
    CROSS JOIN LATERAL reeve.app_parents(c.collection_id, '{"[\"c\", 4]"}') p
    WHERE c.app = 'shop' AND c.name = 'item'), 'c', 'nor of parents');
SELECT pg_temp.reeve_shows('["title"]') \g /dev/null
SELECT throws_ok($$SELECT * FROM reeve_cell.reeve_reader_shop('{}'::text[], 'SELECT 1')
  AS (a int)$$, 'RV006', NULL, 'the function that keeps them runs no other statement');
SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok($$SELECT * FROM reeve_cell.reeve_reader_shop('{}'::text[], 'evidence 1')
  AS (a text)$$, '42501', NULL, 'nor may a senior call it');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop('CREATE TABLE "Odd Shop".log(id int PRIMARY KEY, stall_code text, '
  'words text) PARTITION BY RANGE (id)') \g /dev/null
SELECT pg_temp.alter_shop('CREATE TABLE "Odd Shop".log_1 PARTITION OF "Odd Shop".log '
  'FOR VALUES FROM (0) TO (9)') \g /dev/null
INSERT INTO "Odd Shop".log VALUES (7, 'c', 'seven');
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(), '{collections,log}',
  '{"table": "log", "key": "id", "label": "t.words", "show": ["words"],
    "parents": {"stall": {"collection": "stall", "columns": ["stall_code"]}}}')) \g /dev/null
SELECT matches((SELECT string_agg(w.content, ' ' ORDER BY w.place)
    FROM reeve.collection c
    JOIN reeve.reader_statement s ON s.app = c.app AND s.name = 'evidence ' || c.collection_id
    CROSS JOIN LATERAL reeve.evidence_wanted(c, '{7}') w
    WHERE c.app = 'shop' AND c.name = 'log' AND NOT s.is_kept), 'seven.*Other stall',
  'no plan is kept of a partitioned table, which would read all its partitions');
SELECT lives_ok($$SELECT reeve.catalog_apply(pg_temp.reeve_with('[
  {"name": "items", "collection": "item", "via": "stall", "where": "t.nr = 1", "hide": true}]'))$$);

-- The parts of the manifest.
CREATE FUNCTION pg_temp.reeve_whole() RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM reeve.app a
  FULL JOIN (
    SELECT p.app, jsonb_object_agg(p.path[1], p.body) FILTER (WHERE cardinality(p.path) = 1)
      || jsonb_build_object('collections', coalesce(jsonb_object_agg(p.path[2], p.body)
        FILTER (WHERE p.path[1] = 'collections'), '{}')) AS manifest
    FROM reeve.app_part p GROUP BY p.app) p USING (app)
  WHERE a.manifest - 'actions' IS DISTINCT FROM p.manifest
$$;
SELECT is(pg_temp.reeve_whole(), 0::bigint, 'together they are the manifest');
SELECT is((SELECT p.body ->> 'verb' FROM reeve.app_part p
  WHERE p.app = 'shop' AND p.path = '{actions,stall,halt}'), 'halt', 'with its actions');
UPDATE reeve.app SET manifest = jsonb_set(manifest - 'approvals', '{strikes}', '{"expire": "9d"}')
WHERE app = 'shop';
SELECT is(pg_temp.reeve_whole(), 0::bigint, 'however it is written');
SELECT is((SELECT p.body FROM reeve.app_part p WHERE p.app = 'shop' AND p.path = '{strikes}'),
  '{"expire": "9d"}'::jsonb, 'a part changes with it');
SELECT results_eq($$SELECT DISTINCT w.expires_at - a.performed_at
  FROM reeve.action a JOIN reeve.strike s USING (action_id)
  CROSS JOIN reeve.strike_weigh(s.collection_id, ARRAY[s.key], now()) w
  WHERE a.verb = 'halt' AND w.action_id = a.action_id$$, $$VALUES (interval '9 days')$$,
  'and strikes expire by what it says now');

-- Files in buckets.
CREATE FUNCTION pg_temp.reeve_files(files jsonb) RETURNS bigint LANGUAGE sql AS $$
  SELECT count(*) FROM reeve.catalog_apply(
    jsonb_set(pg_temp.manifest(), '{collections,item,files}', files))
$$;
CREATE FUNCTION pg_temp.reeve_hide(key text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(p.detail ->> 'files', p.message)
  FROM reeve.action_perform('hide', 'shop', 'item', key, '{"policy": "spam"}', NULL) p
$$;
UPDATE "Odd Shop".item SET title = stall_code || nr;
SELECT pg_temp.reeve_files('[{"bucket": "b", "column": "title"}]') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_hide('["a-1", 2]'), '{"withdraw": 1}', 'an act withdraws a file');
RESET SESSION AUTHORIZATION;
-- What a session keeps of how they are read.
CREATE FUNCTION pg_temp.reeve_named(key text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', f.bucket, f.object), ', ' ORDER BY f.object)
    || CASE WHEN EXISTS (SELECT FROM reeve.reader_statement s
      WHERE s.app = c.app AND s.name ~ '^(files|objects) ' AND s.is_kept) THEN ', kept' ELSE '' END
  FROM reeve.collection c CROSS JOIN LATERAL reeve.app_files(c, ARRAY[reeve_named.key]) f
  WHERE c.app = 'shop' AND c.name = 'item' GROUP BY c.app
$$;
CREATE FUNCTION pg_temp.reeve_naming(object text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', r.is_shown, cardinality(r.owners)), ', ')
  FROM reeve.app_file_rows('shop', '{b}', ARRAY[object]) r
$$;
SELECT is(pg_temp.reeve_named('["c", 4]'), 'b c4, kept', 'the object that a row names');
SELECT is(pg_temp.reeve_naming('c4'), 'f 1', 'the row that names an object');
UPDATE "Odd Shop".item SET hidden_until = NULL WHERE stall_code = 'c';
SELECT is(pg_temp.reeve_naming('c4'), 't 1', 'as the row is now');
SELECT pg_temp.reeve_files('[{"bucket": "b", "column": "stall_code", "with": ["stall"]}]')
  \g /dev/null
SELECT is(pg_temp.reeve_named('["c", 4]'), 'b c, kept', 'by a column that is named meanwhile');
SELECT is(pg_temp.reeve_naming('c'), 't 2, t 2, t 2, t 2', 'with what they are seen with');
SELECT pg_temp.reeve_files($$[{"bucket": "it's $body$ \\ ; END", "column": "title"}]$$) \g /dev/null
SELECT is(pg_temp.reeve_named('["c", 4]'), E'it''s $body$ \\ ; END c4, kept',
  'the name of a bucket is a name, whatever it holds');
SELECT pg_temp.alter_shop('CREATE TABLE "Odd Shop".shot(id int, stall_code text, nr int, '
  'name text) PARTITION BY RANGE (id)') \g /dev/null
SELECT pg_temp.alter_shop('CREATE TABLE "Odd Shop".shot_1 PARTITION OF "Odd Shop".shot '
  'FOR VALUES FROM (0) TO (9)') \g /dev/null
INSERT INTO "Odd Shop".shot VALUES (1, 'c', 4, 'side'), (2, 'c', 4, 'front'), (3, 'c', 3, 'side');
SELECT pg_temp.reeve_files('[{"bucket": "b", "table": "shot", "of": ["stall_code", "nr"],
  "column": "name"}]') \g /dev/null
SELECT is(pg_temp.reeve_named('["c", 4]'), 'b front, b side',
  'no plan is kept of a partitioned table, and yet it is read');
SELECT is(pg_temp.reeve_naming('side'), 't 1, t 1', 'by the names of objects, too');
DROP FUNCTION reeve_cell.reeve_reader_shop(text[], text);
SELECT is(pg_temp.reeve_named('["c", 4]'), 'b front, b side',
  'also where an upgrade could not make the function that keeps them');
SELECT is(pg_temp.reeve_naming('side'), 't 1, t 1', 'nor of the objects');
SELECT pg_temp.alter_shop('ALTER TABLE "Odd Shop".item ADD made timestamptz DEFAULT now(), '
  'ADD kept date DEFAULT DATE ''2026-01-02''') \g /dev/null
CREATE FUNCTION pg_temp.reeve_made(by text) RETURNS date LANGUAGE sql AS $$
  SELECT reeve.catalog_apply(jsonb_set(pg_temp.manifest(), '{collections,item,created}',
    to_jsonb(by)));
  SELECT m.made::date FROM reeve.collection c
  CROSS JOIN LATERAL reeve.app_made(c, '{"[\"c\", 4]"}') m
  WHERE c.app = 'shop' AND c.name = 'item'
$$;
SELECT is(pg_temp.reeve_made('made'), now()::date, 'when a row was made');
SELECT is(pg_temp.reeve_made('kept'), DATE '2026-01-02', 'by a column that is named meanwhile');
SELECT pg_temp.reeve_files('[]') \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_hide('["a-1", 3]'), '^A', 'none once a catalog without it is applied');
SELECT throws_ok($$UPDATE reeve.file_source SET source = 'reeve.member t'$$, '42501', NULL,
  'whose files are read from a source that no moderator writes');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_owner;
SELECT throws_ok($$INSERT INTO reeve.file_source(app) VALUES ('shop')$$, '42501', NULL,
  'nor the app''s owner');
RESET SESSION AUTHORIZATION;

-- Who may write it.
SET SESSION AUTHORIZATION shop_owner;
SELECT throws_ok($$UPDATE reeve.app_part SET body = '{}'$$, '42501', NULL, 'not the app''s owner');
SELECT throws_ok($$SELECT body FROM reeve.app_part$$, '42501', NULL, 'who may not read it either');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok($$DELETE FROM reeve.app_part$$, '42501', NULL, 'nor a senior');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.rule r WHERE r.root_sql IS NULL AND r.is_live), 0,
  'every live rule is compiled');
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok($$UPDATE reeve.rule SET root_sql = 'NULL::text'$$, '42501', NULL,
  'not a moderator');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_owner;
SELECT throws_ok($$UPDATE reeve.rule SET root_sql = 'NULL::text'$$, '42501', NULL,
  'nor the app''s owner');
SELECT throws_ok($$SELECT reeve.catalog_compile('{"app": "shop"}')$$, '42501', NULL,
  'who may not have it compiled either');
RESET SESSION AUTHORIZATION;

-- An upgrade from a release that did not compile.
SELECT pg_temp.reeve_files('[{"bucket": "b", "column": "title", "with": ["stall"]}]') \g /dev/null
UPDATE reeve.rule SET root_sql = NULL, due_sql = NULL WHERE app = 'shop';
DELETE FROM reeve.file_source WHERE app = 'shop';
SELECT reeve.catalog_mend() \g /dev/null
SELECT is((SELECT count(*)::int FROM reeve.rule r WHERE r.root_sql IS NULL AND r.is_live), 0,
  'an upgrade compiles the catalogs that are there');
SELECT results_eq($$SELECT c.name FROM reeve.file_source f
    JOIN reeve.collection c ON c.collection_id = f.owner_id WHERE f.app = 'shop' ORDER BY f.place$$,
  $$VALUES ('item'), ('stall')$$, 'with where they name files, and with whom those are seen');
SELECT is((SELECT count(*)::int FROM reeve.file_source f WHERE f.app = 'shop'
    AND f.owner_keys ~ 'stall_code'), 2, 'each by the key of its row');
SELECT * FROM finish();
ROLLBACK;
