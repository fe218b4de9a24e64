-- Views of an app: about one subject, about the whole app, and what a catalog may say of them.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(24);

CREATE FUNCTION pg_temp.reeve_with(views jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.manifest() || jsonb_build_object('views', views)
$$;

SET LOCAL ROLE shop_owner;
CREATE FUNCTION "Odd Shop"."All Deals"(wanted text)
RETURNS TABLE("Deal" text, who text, "days" int, share numeric)
LANGUAGE sql STABLE AS $$
  SELECT 'deal:' || d.id, 'person:' || d.buyer_id, d.id::int, 0.5
  FROM "Odd Shop".deal d WHERE d.state = coalesce(wanted, d.state) ORDER BY d.id
$$;
CREATE FUNCTION "Odd Shop".deals(key text, wanted text) RETURNS SETOF "Odd Shop".deal
LANGUAGE sql STABLE AS $$ SELECT d.* FROM "Odd Shop".deal d WHERE d.stall_code = key ORDER BY 1 $$;
CREATE FUNCTION "Odd Shop".nothing() RETURNS TABLE(n int) LANGUAGE sql AS $$ SELECT 1 / 0 $$;
RESET ROLE;

SELECT pg_temp.reeve_with('{
  "all-deals": {"function": "All Deals", "arguments": ["wanted"],
    "columns": ["Deal", "who", "days", "share"],
    "types": {"Deal": "subject", "days": "days_left", "share": "bar"}, "help": "All of them."},
  "deals": {"collection": "stall", "function": "deals", "arguments": ["wanted"],
    "columns": ["id", "state"]},
  "nothing": {"function": "nothing", "columns": ["n"]}}') AS manifest \gset

SELECT is_empty(format('SELECT * FROM reeve.catalog_check(%L)', :'manifest'), 'views are sound');
SELECT results_eq(format(
    'SELECT path, message FROM reeve.catalog_check(%L) ORDER BY path COLLATE "C"',
    pg_temp.reeve_with('{
      "a": {"function": "deals", "arguments": ["wanted"], "columns": ["id"]},
      "b": {"collection": "stall", "function": "All Deals", "arguments": ["wanted"],
        "columns": ["who"]},
      "c": {"function": "All Deals", "arguments": ["wanted"], "columns": ["who", "wanted", "far"],
        "types": {"who": "subject", "Deal": "subject"}},
      "d": {"collection": "none", "function": "deals", "arguments": ["wanted"],
        "columns": ["id"]}}')),
  $$ VALUES ('/views/a/function', 'there is no function Odd Shop.deals(wanted text)'),
    ('/views/b/function', 'there is no function Odd Shop.All Deals(key text, wanted text)'),
    ('/views/c/columns/1', '"Odd Shop"."All Deals"(text) returns no column wanted'),
    ('/views/c/columns/2', '"Odd Shop"."All Deals"(text) returns no column far'),
    ('/views/c/types/Deal', 'Deal is none of its columns: who, wanted, far'),
    ('/views/d/collection', 'there is no collection none') $$,
  'a function that is not there, arguments taken for columns, types of none, and no collection');
SELECT lives_ok(format('SELECT reeve.catalog_apply(%L, FALSE)', :'manifest'), 'they are applied');
SELECT is((SELECT count(*) FROM reeve.catalog_view WHERE app = 'shop' AND collection_id IS NULL),
  2::bigint, 'two are about the whole app');

SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$ SELECT name, collection, arguments, types, help FROM reeve.view_list()
    WHERE app = 'shop' $$,
  $$ VALUES ('all-deals', NULL, '{wanted}'::text[], '{subject,text,days_left,bar}'::text[],
      'All of them.'),
    ('deals', 'stall', '{wanted}', '{bigint,text}', ''),
    ('nothing', NULL, '{}', '{integer}', '') $$,
  'columns are of the types that the catalog declares, else of those of the function');
SELECT results_eq($$ SELECT * FROM reeve.view_run('shop', 'all-deals', NULL, '{NULL}') LIMIT 2 $$,
  $$ VALUES ('{deal:1,person:2,1,0.5}'::text[]), ('{deal:2,person:3,2,0.5}') $$,
  'a view about the whole app needs no subject');
SELECT is((SELECT count(*) FROM reeve.view_run('shop', 'all-deals', 'ignored', '{NULL}', 1)),
  1::bigint, 'and gives no more rows than it is asked for');
SELECT is((SELECT count(*) FROM reeve.view_run('shop', 'all-deals', NULL, '{NULL}', 0)),
  0::bigint, 'be it none');
SELECT is((SELECT count(*) FROM reeve.view_run('shop', 'all-deals', NULL, '{void''; --}')),
  0::bigint, 'arguments are values');
SELECT isnt_empty($$ SELECT * FROM reeve.view_run('shop', 'deals', 'a-1', '{NULL}') $$,
  'a view about a subject, by a function that returns rows of a table');
SELECT is_empty($$ SELECT reeve.view_run('shop', 'deals', NULL, '{NULL}') $$,
  'which is not about everything');
SELECT throws_ok($$ SELECT reeve.view_run('shop', 'nothing', NULL, '{}') $$, '22012', NULL,
  'what the function raises is told');
SELECT throws_ok($$ SELECT reeve.view_run('shop', 'none', NULL, '{}') $$, 'RV003',
  'no view none in app shop', 'a view that there is not');
RESET SESSION AUTHORIZATION;

-- It runs as the app's reader, who may write nothing.
SET LOCAL ROLE shop_owner;
CREATE OR REPLACE FUNCTION "Odd Shop".nothing() RETURNS TABLE(n int) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "Odd Shop".deal;
  RETURN QUERY SELECT 1;
END
$$;
RESET ROLE;
SET SESSION AUTHORIZATION shop_vic;
SELECT throws_ok($$ SELECT reeve.view_run('shop', 'nothing', NULL, '{}') $$, NULL, NULL,
  'a view writes nothing');
RESET SESSION AUTHORIZATION;

-- Links.
SELECT is_empty(format('SELECT * FROM reeve.catalog_check(%L)', jsonb_set(pg_temp.manifest(),
  '{collections,deal,link}', to_jsonb(l))), format('%s is a link', l))
FROM unnest(ARRAY['https://shop.example/deals/{key}', 'shop://{key}?a=%20#b']) l;
SELECT results_eq(format('SELECT path, code FROM reeve.catalog_check(%L)', jsonb_set(
    pg_temp.manifest(), '{collections,deal,link}', to_jsonb(l))),
  $$ VALUES ('/collections/deal/link', 'link') $$, format('%s is none', l))
FROM unnest(ARRAY['https://shop.example/deals', 'deals/{key}', 'https://shop.example/{id}/{key}',
  E'https://shop.example/\x1b{key}']) l;

SELECT jsonb_set(jsonb_set(pg_temp.manifest(), '{collections,item,link}',
    '"https://shop.example/{key}?again={key}"'), '{collections,stall,link}', '"shop://{key}"')
  AS linked \gset
SELECT count(*) AS applied FROM reeve.catalog_apply(:'linked') \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT is(reeve.subject_link('shop', 'stall', 'a-1'), 'shop://a-1', 'the link of a row');
SELECT is(reeve.subject_link('shop', 'item', '["b\"2",1]'),
  'https://shop.example/%5B%22b%5C%222%22%2C%201%5D?again=%5B%22b%5C%222%22%2C%201%5D',
  'its key as the row writes it, encoded');
SELECT throws_ok($$ SELECT reeve.subject_link('shop', 'deal', '1') $$, 'RV003', NULL,
  'a collection without one');
SELECT set_eq($$ SELECT collection FROM reeve.console_catalog()
    WHERE app = 'shop' AND linkable $$, $$ VALUES ('stall'), ('item') $$, 'and which have one');
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
