-- What find_ and complete_ answer an app's login, what they refuse, to whom, and in which words.
-- On one server: it takes long.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD about text, ADD listed boolean NOT NULL DEFAULT TRUE,
  ADD price numeric, ADD brand text, ADD colours text[],
  ADD listed_until timestamptz NOT NULL DEFAULT 'infinity';
UPDATE "Odd Shop".item SET about = 'soft as feathers', price = nr,
  brand = CASE WHEN nr < 3 THEN 'Acme' ELSE 'Zeta' END,
  colours = CASE nr WHEN 1 THEN '{red,blue}' WHEN 2 THEN '{red}' ELSE '{}' END::text[];
CREATE FUNCTION "Odd Shop".find_item(text, jsonb) RETURNS text LANGUAGE sql AS $$ SELECT 'own' $$;
RESET ROLE;
CREATE ROLE shop_web LOGIN;
CREATE ROLE shop_part LOGIN;
CREATE ROLE shop_api LOGIN NOINHERIT;
GRANT shop_web TO shop_api;
SELECT jsonb_set(jsonb_set(pg_temp.manifest(), '{collections,item,search}',
    '{"a": ["title"], "c": ["about"], "filters": ["price"], "facets": ["brand", "colours"],
      "public": true, "roles": ["shop_web", "shop_part"],
      "where": "t.listed AND t.listed_until > statement_timestamp()"}'),
  '{collections,stall,search}',
  '{"a": ["title"], "public": true, "roles": ["shop_web", "shop_part"]}')
  AS manifest \gset
SELECT is((SELECT count(*)::int FROM reeve.catalog_check(jsonb_set(:'manifest',
  '{collections,item,search,limit}', v.v::jsonb)) WHERE path ~ 'limit$'), 1, v.v || ' is no limit')
FROM unnest(ARRAY['"600"', '"0/min"', '"-1/s"', '"6e2/min"', '"600 / min"', '"1000000/s"',
  '"5/week"']) v(v);
SELECT is((SELECT min(code) FROM reeve.catalog_check(:'manifest')), 'exists',
  'a function of the app''s own of that name is not replaced');
DROP FUNCTION "Odd Shop".find_item(text, jsonb);
SELECT count(*) AS applied FROM reeve.catalog_apply(:'manifest') \gset
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
CREATE FUNCTION pg_temp.reeve_build(name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin((SELECT collection_id FROM reeve.collection c
    WHERE c.app = 'shop' AND c.name = reeve_build.name), TRUE, 5);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
END
$$;
SELECT is("Odd Shop".find_item('silk', '{}') ->> 'next', NULL, 'without an index nothing is found');
SELECT pg_temp.reeve_build('item'), pg_temp.reeve_build('stall');

-- What a login is told of an error: all that its client can read.
CREATE FUNCTION pg_temp.told(statement text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  code text; said text; detail text; hint text; context text; part text; rest text;
BEGIN
  EXECUTE statement;
  RETURN '{}';
EXCEPTION WHEN query_canceled OR OTHERS THEN
  GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, said = MESSAGE_TEXT,
    detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT, context = PG_EXCEPTION_CONTEXT,
    part = TABLE_NAME, rest = COLUMN_NAME;
  RETURN jsonb_build_object('code', code, 'said', said, 'hint', hint,
    'rest', concat(detail, part, rest),
    'context', regexp_replace(split_part(context, E'\nSQL statement', 1), 'line \d+ ', ''));
END
$$;
CREATE FUNCTION pg_temp.told_of(query text, options text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.told(format('SELECT "Odd Shop".find_item(%L, %L)', query, options))
$$;

SET SESSION AUTHORIZATION shop_web;
SELECT "Odd Shop".find_item('silk feathers', '{"max": 3, "total": 1000}') AS answer \gset
SELECT is(ARRAY(SELECT jsonb_object_keys(:'answer'::jsonb) ORDER BY 1),
  '{corrected,next,results,total}', 'an answer has these parts');
SELECT is(ARRAY(SELECT jsonb_object_keys(:'answer'::jsonb #> '{results,0}') ORDER BY 1),
  '{key,label,marked,rank,snippet}', 'and a result these');
SELECT is(:'answer'::jsonb -> 'total', '{"count": 12, "exact": true}', 'all rows are counted');
SELECT is(:'answer'::jsonb #> '{results,0,marked}', to_jsonb((
  SELECT marked FROM "Odd Shop".search_item('silk feathers', max => 1))),
  'a row is marked as search_ marks it');
SELECT is("Odd Shop".find_item('slik', '{"highlight": false}') #- '{next}' #- '{total}'
    @> '{"corrected": "silk"}'
    AND NOT "Odd Shop".find_item('slik', '{"highlight": false}') #> '{results,0}' ? 'marked', TRUE,
  'a mistyped word is corrected; marks can be left out');
SELECT is("Odd Shop".find_item('silk', '{"total": 3}') -> 'total',
  '{"count": 3, "exact": false}', 'a total ends where it is told to');
SELECT is("Odd Shop".find_item('silk', '{"total": 0}') ? 'total', FALSE, 'and can be left out');
SELECT is("Odd Shop".find_item('silk', '{"facets": true}') -> 'facets',
  '{"brand": [{"count": 6, "value": "Acme"}, {"count": 6, "value": "Zeta"}],
    "colours": [{"count": 6, "value": "red"}, {"count": 3, "value": "blue"}]}', 'facets count');
SELECT is("Odd Shop".find_item('silk', '{"facets": ["colours"], "filters": {"brand": "zeta"}}')
  -> 'facets', '{"colours": []}', 'of rows that meet the filters, those asked for');
SELECT is("Odd Shop".find_item('silk', '{"sort": "-price", "max": 3}') #>> '{results,2,key}',
  '["c", 4]', 'a filter sorts');
SELECT is((SELECT jsonb_agg(s - 'key') FROM jsonb_array_elements(
    "Odd Shop".complete_item('silk thing 1', '{"counts": true}') -> 'suggestions') s),
  '[{"text": "Silk thing 1", "total": {"count": 3, "exact": true}}]',
  'a suggestion says how many rows have its words');
SELECT is("Odd Shop".complete_item('silk thing 1')
    #> '{suggestions,0}' ? 'total', FALSE, 'or does not');
SELECT is("Odd Shop".find_item(NULL, NULL) -> 'results' <> '[]', TRUE,
  'no query and no options find any row');

-- Several collections.
SELECT is((SELECT array_agg(DISTINCT r ->> 'collection' ORDER BY r ->> 'collection')
  FROM jsonb_array_elements("Odd Shop".find_item('stall OR silk', '{"in": ["stall"]}')
    -> 'results') r), '{item,stall}', 'another collection is searched beside');
SELECT is((SELECT count(*)::int FROM jsonb_array_elements("Odd Shop".find_item('stall OR silk',
  '{"in": ["stall", "stall", "item"]}') -> 'results') r), 15, 'once, however often it is named');
RESET SESSION AUTHORIZATION;
-- shop_part may search items, not stalls: so nobody searches stalls by way of items.
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(:'manifest',
  '{collections,stall,search,roles}', '["shop_web"]')) \gset
SET SESSION AUTHORIZATION shop_part;
SELECT is(pg_temp.told_of('silk', format('{"in": ["item", "%s"]}', n)) - 'context',
  '{"code": "RV001", "said": "options.in[1] is no collection that is searched beside this one",
    "hint": "", "rest": ""}', n || ' is no collection for this login')
FROM unnest(ARRAY['stall', 'person', 'nothing', 'deal']) n;
RESET SESSION AUTHORIZATION;
SELECT count(*) AS applied FROM reeve.catalog_apply(:'manifest') \gset

-- Options that make no sense, with their place; nothing else is told.
SET SESSION AUTHORIZATION shop_web;
SELECT is(pg_temp.told_of('silk', o) - 'hint', jsonb_build_object('code', 'RV001', 'rest', '',
    'said', said, 'context', 'PL/pgSQL function "Odd Shop".find_item(text,jsonb) at RAISE'),
  left(o, 60))
FROM (VALUES
  ('[]', 'options are an object such as {"max": 20}'),
  ('7', 'options are an object such as {"max": 20}'),
  ('{"limit": 1}', 'options.limit is no option'), ('{"": 1}', 'options. is no option'),
  ('{"max": "20"}', 'options.max is no whole number from 1 to 100'),
  ('{"max": 1.5}', 'options.max is no whole number from 1 to 100'),
  ('{"max": 0}', 'options.max is no whole number from 1 to 100'),
  ('{"max": 101}', 'options.max is no whole number from 1 to 100'),
  ('{"max": -1}', 'options.max is no whole number from 1 to 100'),
  ('{"max": 1e400}', 'options.max is no whole number from 1 to 100'),
  ('{"max": [[[20]]]}', 'options.max is no whole number from 1 to 100'),
  ('{"max": 5, "max": "NaN"}', 'options.max is no whole number from 1 to 100'),
  ('{"total": 1001}', 'options.total is no whole number from 0 to 1000'),
  ('{"sort": 1}', 'options.sort is no text'),
  ('{"sort": "nothing"}', 'results cannot be sorted by nothing'),
  ('{"highlight": "yes"}', 'options.highlight is neither true nor false'),
  ('{"filters": []}', 'options.filters is no object'),
  ('{"filters": {"nope": 1}}', 'there is no filter nope'),
  ('{"filters": {"brand": [["Acme"]]}}', 'filter brand[0] is neither text, number nor boolean'),
  ('{"facets": "brand"}', 'options.facets is neither true nor a list of facets'),
  ('{"facets": ["brand", 2]}', 'options.facets[1] is no name'),
  ('{"facets": ["brand", "price"]}', 'options.facets[1] is no facet'),
  ('{"facets": ["brand", ["brand"]]}', 'options.facets[1] is no name'),
  ('{"in": {"stall": 1}}', 'options.in is no list of collections'),
  ('{"visitor": ""}', 'options.visitor has not 1 to 100 characters'),
  ('{"after": {}}', 'options.after is no text'),
  ('{"after": ""}', 'options.after is no cursor of this search'),
  ('{"after": "null"}', 'options.after is no cursor of this search')) o(o, said);
SELECT is(pg_temp.told_of('silk', o) ->> 'said', said, left(o, 40) || ' …')
FROM (VALUES
  ((SELECT jsonb_build_object('facets', jsonb_agg('brand'::text))
      FROM generate_series(1, 10000))::text,
    'options.facets has more than 32 names'),
  (jsonb_build_object('after', repeat('A', 100000))::text,
    'options.after is no cursor of this search'),
  (jsonb_build_object('x', repeat('A', 1000000))::text, 'options have more than 200000 bytes'),
  (jsonb_build_object('filters', jsonb_build_object('brand', (
    SELECT jsonb_agg(n) FROM generate_series(1, 10000) n)))::text,
    'filter brand has more than 64 values')) o(o, said);
SELECT is(pg_temp.told(format('SELECT "Odd Shop".complete_item(''silk'', %L)', o)) ->> 'code',
  'RV001', o || ' of complete_') FROM unnest(ARRAY['{"max": 0}', '{"facets": true}', '[]']) o;
SELECT is(pg_temp.told($$ SELECT "Odd Shop".opened_item('silk', '["c", 1]', repeat('v', 101)) $$)
  ->> 'said', 'visitor has not 1 to 100 characters', 'a visitor has a bound');
SELECT is(pg_temp.told($$ SELECT * FROM "Odd Shop".search_item('silk',
    after => '{"skip": "AAAA"}') $$) ->> 'said', 'after is the place of a result',
  'search_ takes no cursor of find_');
SELECT is(pg_temp.told($$ SELECT * FROM "Odd Shop".search_item('silk', '{"nope": 1}') $$)
  ->> 'context', 'PL/pgSQL function "Odd Shop".search_item(text,jsonb,text,integer,jsonb) '
  'at RAISE', 'an error of search_ names no other function');
SELECT is(pg_temp.told('SELECT reeve.search_answer(1, ''silk'', ''{}'')') ->> 'code', '42501',
  'the functions behind are not for it');

-- A search that is cancelled says no more.
SET LOCAL statement_timeout = '1ms';
SELECT pg_temp.told($$
  SELECT "Odd Shop".find_item(repeat('silk thing feathers ', 100), '{"facets": true}') $$)
  AS told \gset
SET LOCAL statement_timeout = 0;
RESET SESSION AUTHORIZATION;
SELECT is(:'told'::jsonb ->> 'code', '57014', 'a cancelled search is cancelled');
SELECT doesnt_match(:'told'::text, 'reeve', '… and names nothing');
SAVEPOINT broken;
SELECT format('ALTER TABLE reeve_index.%I RENAME COLUMN tsv TO tsv_gone', table_name)
FROM reeve.search_generation WHERE state = 'live' \gexec
SET SESSION AUTHORIZATION shop_web;
SELECT is(pg_temp.told_of('silk', '{"facets": true}') - 'hint', '{"code": "RV001",
    "said": "the search failed", "rest": "",
    "context": "PL/pgSQL function \"Odd Shop\".find_item(text,jsonb) at RAISE"}',
  'of any other error a login learns only that one happened');
RESET SESSION AUTHORIZATION;
ROLLBACK TO broken;

-- Cursors.
SET SESSION AUTHORIZATION shop_web;
SELECT "Odd Shop".find_item('silk', '{"max": 5}') ->> 'next' AS after \gset
SELECT is((SELECT count(*)::int FROM jsonb_array_elements("Odd Shop".find_item('silk',
  jsonb_build_object('max', 10, 'after', :'after')) -> 'results')), 7, 'the rest');
SELECT is(pg_temp.told_of(query, (options || jsonb_build_object('after', cursor))::text) ->> 'said',
  'options.after is no cursor of this search', what)
FROM (VALUES ('silk thing', '{}'::jsonb, :'after', 'a cursor of another query'),
  ('silk', '{"sort": "price"}', :'after', 'of another order'),
  ('silk', '{"filters": {"brand": "Acme"}}', :'after', 'of other filters'),
  ('silk', '{"in": ["stall"]}', :'after', 'of other collections'),
  ('silk', '{}', overlay(:'after' PLACING 'AAAA' FROM 21), 'with other rows'),
  ('silk', '{}', left(:'after', 20), 'cut'), ('silk', '{}', :'after' || 'AAAAAAA', 'longer'),
  ('silk', '{}', :'after' || '==', 'padded'), ('silk', '{}', E'\n' || :'after', 'with a line end'))
  f(query, options, cursor, what);
SELECT is("Odd Shop".find_item('silk', jsonb_build_object('max', 12)) -> 'next', 'null',
  'a page that has all rows has none after it');
RESET SESSION AUTHORIZATION;

-- Hidden rows: whatever is asked, the answer is the same as if there were no such rows.
CREATE TEMP TABLE asked AS
SELECT q, o::jsonb FROM unnest(ARRAY['silk', 'zyglophranter', 'silk zyglo', 'Quux', '',
    'brand:Quux', 'slik', 'thing', 'feathers']) q,
  unnest(ARRAY['{"facets": true}', '{"facets": true, "filters": {"brand": "Quux"}}',
    '{"total": 1000, "sort": "-price"}', '{"in": ["stall"], "facets": ["brand"]}']) o;
GRANT SELECT ON asked TO shop_web;
CREATE FUNCTION pg_temp.answers() RETURNS TABLE(q text, o text, answer jsonb) LANGUAGE plpgsql
SET ROLE shop_web AS $$
BEGIN
  RETURN QUERY
    SELECT a.q, a.o::text, "Odd Shop".find_item(a.q, a.o) #- '{next}' FROM asked a
    UNION ALL
    SELECT p, 'begun', "Odd Shop".complete_item(p, '{"counts": true}')
    FROM unnest(ARRAY['si', 'silk th', 'zyg', 'Qu', 'slik']) p;
END
$$;
CREATE FUNCTION pg_temp.reeve_secret(is_telling boolean, listed boolean DEFAULT TRUE,
  until timestamptz DEFAULT 'infinity') RETURNS void
LANGUAGE sql AS $$
  INSERT INTO "Odd Shop".item(stall_code, nr, title, about, price, brand, colours, listed,
    listed_until)
  SELECT 'c', 99 + n, CASE WHEN is_telling THEN 'Silk zyglophranter' ELSE 'vvvaa vvvbb' END,
    CASE WHEN is_telling THEN 'thing feathers' ELSE 'wwwaa wwwbb' END, 99,
    CASE WHEN is_telling THEN 'Quux' ELSE 'Other' END,
    CASE WHEN is_telling THEN '{red,black}' ELSE '{green}' END::text[], listed, until
  FROM generate_series(1, 60) n
$$;
SELECT pg_temp.reeve_secret(FALSE, FALSE), pg_temp.reeve_build('item');
CREATE TEMP TABLE before AS SELECT * FROM pg_temp.answers();
CREATE FUNCTION pg_temp.reeve_same(cause text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN NEXT is((
    SELECT left(string_agg(format(E'%s %s\n  was %s\n  is  %s', q, o, left(b.answer::text, 300),
      left(a.answer::text, 300)), E'\n'), 2000)
    FROM before b JOIN pg_temp.answers() a USING (q, o)
    WHERE a.answer IS DISTINCT FROM b.answer), NULL, cause || ' tells nothing');
END
$$;
DELETE FROM "Odd Shop".item WHERE nr > 99;
SELECT pg_temp.reeve_secret(TRUE), pg_temp.reeve_build('item');
SELECT isnt((SELECT answer FROM pg_temp.answers() LIMIT 1),
  (SELECT answer FROM before LIMIT 1), 'what everybody may see is told');
SAVEPOINT shown;
UPDATE "Odd Shop".item SET listed = FALSE WHERE nr > 99;
SELECT pg_temp.reeve_same('a row withdrawn a moment ago');
SET SESSION AUTHORIZATION shop_web;
SELECT is("Odd Shop".find_item('silk', '{"total": 12}') -> 'total', '{"count": 12, "exact": true}',
  'rows that are withdrawn take no place in a count');
SELECT is("Odd Shop".find_item('silk', '{"total": 11}') -> 'total', '{"count": 11, "exact": false}',
  'which says where there are more');
RESET SESSION AUTHORIZATION;
ROLLBACK TO shown;
UPDATE "Odd Shop".item SET listed_until = statement_timestamp() WHERE nr > 99;
SELECT pg_temp.reeve_same('a row whose time has passed');
ROLLBACK TO shown;
DELETE FROM "Odd Shop".item WHERE nr > 99;
SELECT pg_temp.reeve_same('a row deleted a moment ago');
ROLLBACK TO shown;
UPDATE "Odd Shop".item SET hidden_until = 'infinity' WHERE nr > 99;
SELECT pg_temp.reeve_same('a row that the app hides');
ROLLBACK TO shown;
SET SESSION AUTHORIZATION shop_sam;
SELECT is(min(p.outcome), 'done', 'a senior hides them')
FROM generate_series(100, 159) n CROSS JOIN LATERAL reeve.action_perform('hide', 'shop', 'item',
  format('["c", %s]', n), '{"policy": "fraud", "forever": true}', NULL) p;
RESET SESSION AUTHORIZATION;
SELECT pg_temp.reeve_same('a row hidden in this transaction');
ROLLBACK TO shown;

-- Who may call, and their schema.
SELECT is(ARRAY(SELECT has_schema_privilege(r, 'Odd Shop', 'USAGE')
    AND has_function_privilege(r, '"Odd Shop".find_item(text, jsonb)', 'EXECUTE')
  FROM unnest(ARRAY['shop_web', 'shop_part', 'shop_api']) r), '{t,t,f}',
  'the catalog lets its roles call, and lets them into the schema');
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_ann;
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(:'manifest',
  '{collections,item,search,roles}', '["shop_ann", "shop_part"]')) \gset
SELECT is(ARRAY(SELECT has_function_privilege(r, '"Odd Shop".find_item(text, jsonb)', 'EXECUTE')
  FROM unnest(ARRAY['shop_web', 'shop_part', 'shop_ann']) r), '{f,t,t}',
  'who goes out of the roles may call no longer');
SELECT is(has_schema_privilege('shop_web', 'Odd Shop', 'USAGE'), TRUE,
  'the schema stays open to who may call something else in it');
SELECT count(*) AS applied FROM reeve.catalog_apply(
  :'manifest'::jsonb #- '{collections,item,search}' #- '{collections,stall,search}') \gset
SELECT is(ARRAY(SELECT has_schema_privilege(r, 'Odd Shop', 'USAGE')
  FROM unnest(ARRAY['shop_web', 'shop_part', 'shop_ann']) r), '{f,f,t}',
  'and is closed with the last; what somebody else granted stays');
SELECT is((SELECT count(*)::int FROM pg_proc WHERE proname ~ '^(find|complete|opened)_item$')
  + (SELECT count(*)::int FROM reeve.app_grant WHERE app = 'shop'), 0, 'its functions are gone');
SELECT * FROM finish();
ROLLBACK;
