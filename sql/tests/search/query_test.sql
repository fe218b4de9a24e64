-- The language of queries, filters, facets, rules, and what an app's own functions answer.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();

-- Parsing: any text is a query.
SELECT is(reeve.search_parse(q, '{brand,price}') - '{text,every}'::text[],
  jsonb_build_object('clauses', c::jsonb),
  q)
FROM (VALUES
  ('silk bag', '[]'),
  ('"silk bag"', '[{"not": false, "any": [{"words": "silk bag", "phrase": true}]}]'),
  ('bag -silk', '[{"not": true, "any": [{"words": "silk"}]}]'),
  ('red OR blue', '[{"not": false, "any": [{"words": "red"}, {"words": "blue"}]}]'),
  ('OR', '[]'), ('a OR', '[]'), ('OR a', '[]'), ('- -- -"', '[]'), ('15.6" laptop', '[]'),
  ('brand:"Casa Velluti"', '[{"not": false, "any": [
    {"field": "brand", "op": "=", "value": "Casa Velluti"}]}]'),
  ('-brand:acme', '[{"not": true, "any": [{"field": "brand", "op": "=", "value": "acme"}]}]'),
  ('price:10..50', '[{"not": false, "any": [
    {"field": "price", "op": "..", "value": "10", "until": "50"}]}]'),
  ('price:>=42', '[{"not": false, "any": [{"field": "price", "op": ">=", "value": "42"}]}]'),
  ('brand:a OR brand:b', '[{"not": false, "any": [{"field": "brand", "op": "=", "value": "a"},
    {"field": "brand", "op": "=", "value": "b"}]}]'),
  ('colour:red', '[]'), ('http://x.example/?a=b', '[]')) v(q, c);
SELECT is(reeve.search_parse('“Silk bag” -wool colour:red price:<5', '{price}') ->> 'text',
  'silk bag colour red', 'what is no declared field is words; what excludes or filters is none');
SELECT is(reeve.search_parse('bag red OR blue "a b" OR c x:1 OR wool', '{x}') ->> 'every', 'bag',
  'a side of an OR need not be there');
SELECT cmp_ok(jsonb_array_length(reeve.search_parse(repeat('-a ', 100000), '{}') -> 'clauses'),
  '<=', 64, 'of a long query a bounded part is read');

-- A shop whose items have what is filtered by.
RESET ROLE;
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD "Brand" text, ADD price numeric, ADD sizes text[], ADD about text,
  ADD listed boolean NOT NULL DEFAULT TRUE, ADD made date;
UPDATE "Odd Shop".item SET "Brand" = CASE WHEN nr % 2 = 0 THEN 'Ácme Co' ELSE 'Zeta' END,
  price = nr * 10.5, sizes = ARRAY[(40 + nr)::text, 'XL'], made = date '2026-03-28' + nr,
  about = 'It is made of velvet, ' || repeat('well ', 30) || 'and of cotton';
UPDATE "Odd Shop".item SET listed = FALSE WHERE stall_code = 'c';
RESET ROLE;
CREATE ROLE shop_web LOGIN;
CREATE FUNCTION pg_temp.shop(search jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.manifest(), '{collections,item,search}', search) $$;
SELECT is((SELECT string_agg(path || ' ' || code, ', ' ORDER BY path) FROM reeve.catalog_check(
  pg_temp.shop('{"a": ["title"], "filters": ["nope"], "facets": ["Brand"], "roles": ["shop_web"]}'))
  ), '/collections/item/search/filters/0 missing', 'a filter is a column');
SELECT is((SELECT string_agg(path || ' ' || code, ', ' ORDER BY path) FROM reeve.catalog_check(
  pg_temp.shop('{"a": ["title"], "roles": ["nobody_here"]}'))),
  '/collections/item/search/roles missing, /collections/item/search/roles/0 missing',
  'roles need public and have to be there');
SELECT is((SELECT string_agg(path || ' ' || code, ', ' ORDER BY path) FROM reeve.catalog_check(
  jsonb_set(pg_temp.manifest(), '{collections,person,search}',
    '{"a": ["email"], "filters": ["email"]}'))),
  '/collections/person/search/a/0 personal, /collections/person/search/filters/0 personal',
  'personal fields are neither searched nor filtered by');
SELECT is((SELECT string_agg(path || ' ' || code, ', ' ORDER BY path) FROM reeve.catalog_check(
  jsonb_set(jsonb_set(pg_temp.manifest(), '{collections,person,search}',
    '{"a": ["Full Name"], "public": true}'), '{collections,person,label}', '"t.email"'))),
  '/collections/person/search/public personal', 'nor shown to everybody in a label');
SELECT is((SELECT string_agg(c.path || ' ' || c.code, ', ') FROM reeve.catalog_check_search(
    jsonb_set(jsonb_set(pg_temp.manifest(), '{collections,item,search}', '{"a": ["title"]}'),
      '{collections,item,conversation}',
      '{"of": "stall", "at": "made", "text": "about"}')) c),
  '/collections/item/search personal', 'messages of a conversation are not searched');
CREATE TEMP TABLE full_search AS SELECT '{"a": ["title"], "c": ["about"],
  "filters": ["price", "made"], "facets": ["Brand", "sizes"], "public": true,
  "roles": ["shop_web"], "where": "t.listed"}'::jsonb AS spec;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.shop((SELECT spec FROM full_search)))
\gset
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
CREATE FUNCTION pg_temp.reeve_build(collection_id int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin(collection_id, FALSE, 5);
  s record;
BEGIN
  LOOP
    SELECT * INTO s FROM reeve.search_step(gen, NULL, NULL);
    EXIT WHEN s.did IN ('built', 'stale');
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
END
$$;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_web;
SET SESSION AUTHORIZATION shop_web;
SELECT is_empty($$ SELECT * FROM "Odd Shop".search_item('silk') $$,
  'without an index nothing is found');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.reeve_build(:item);
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
CREATE FUNCTION pg_temp.found(query text, filters jsonb DEFAULT '{}') RETURNS text LANGUAGE sql AS
$$ SELECT string_agg(DISTINCT s.key::jsonb ->> 1, ',' ORDER BY s.key::jsonb ->> 1)
   FROM reeve.search_find(
     reeve.search_ask(reeve.search_live('shop', 'item'), query, filters, NULL, FALSE), 100, NULL) s
$$;
SELECT is(pg_temp.found(q, f::jsonb), found, q || ' ' || f)
FROM (VALUES
  ('silk', '{}', '1,2,3,4'), ('silk price:<20', '{}', '1'), ('silk price:21..31.5', '{}', '2,3'),
  ('price:>=31.5', '{}', '3,4'), ('price:>31.5', '{}', '4'), ('price:21', '{}', '2'),
  ('price:..', '{}', '1,2,3,4'), ('Brand:"acme co"', '{}', '2,4'), ('Brand:zeta', '{}', '1,3'),
  ('-Brand:zeta silk', '{}', '2,4'), ('sizes:42', '{}', '2'), ('sizes:>=43', '{}', '3,4'),
  ('sizes:41 OR sizes:44', '{}', '1,4'), ('made:2026-03-30', '{}', '2'),
  ('made:2026-03', '{}', '1,2,3'), ('made:>2026-03-30', '{}', '3,4'),
  ('made:2026-99-99', '{}', NULL), ('price:cheap', '{}', NULL), ('price:1e9..', '{}', NULL),
  ('about:velvet', '{}', '1,2,3,4'), ('title:velvet', '{}', NULL),
  ('"silk thing"', '{}', '1,2,3,4'), ('"thing silk"', '{}', NULL), ('silk -thing', '{}', NULL),
  ('silk -velvet', '{}', NULL), ('silk', '{"Brand": "Zeta"}', '1,3'),
  ('', '{"sizes": ["41", "42"]}', '1,2'), ('silk', '{"price": {"min": 20, "max": 40}}', '2,3'),
  ('silk', '{"Brand": []}', '1,2,3,4')) v(q, f, found);
SELECT is((SELECT count(*)::int FROM reeve.search_find(
  reeve.search_ask(reeve.search_live('shop', 'item'), 'nothing OR 3 silk', '{}', 'price', FALSE),
  50, NULL)), 3, 'a sorted OR asks for one side');
SELECT throws_ok($$ SELECT pg_temp.found('x', '{"nope": 1}') $$, 'RV001', 'there is no filter nope',
  'a filter that is none is refused');
SELECT throws_ok(format('SELECT pg_temp.found(''silk'', %L)', f), 'RV001', message,
  'what is no filter is refused with its place: ' || left(f, 40))
FROM (VALUES ('{"Brand": {"a": [[[1]]]}}', 'filter Brand has bounds other than min and max'),
  ('{"Brand": {}}', 'filter Brand has bounds other than min and max'),
  ('{"Brand": {"min": 1, "max": 2, "step": 1}}', 'filter Brand has bounds other than min and max'),
  ('{"Brand": null}', 'filter Brand is neither text, number nor boolean'),
  ('{"Brand": ["Zeta", {"a": 1}]}', 'filter Brand[1] is neither text, number nor boolean'),
  ('{"price": {"max": [5]}}', 'filter price.max is neither text, number nor boolean'),
  ('{"price": {"min": null}}', 'filter price.min is neither text, number nor boolean'),
  ('{"Brand": "' || repeat('x', 201) || '"}', 'filter Brand has more than 200 characters'),
  ((SELECT jsonb_build_object('sizes', jsonb_agg(n))::text FROM generate_series(1, 65) n),
    'filter sizes has more than 64 values'),
  ((SELECT jsonb_object_agg('f' || n, n)::text FROM generate_series(1, 33) n),
    'filters have more than 32 fields')) v(f, message);
SELECT throws_ok($$ SELECT * FROM reeve.search('shop', 'silk', sort => 'title') $$, 'RV001', NULL,
  'so is an order that is none');
SELECT results_eq($$ SELECT f.field, f.value, f.documents, f.is_exact
    FROM reeve.search_facets('shop', 'silk thing', 'item', max => 1) f $$,
  $$ VALUES (NULL::text, NULL::text, 12::bigint, TRUE), ('Brand', 'Ácme Co', 6, TRUE),
    ('sizes', 'XL', 12, TRUE) $$, 'facets count what has every word, as it is written');
CREATE FUNCTION pg_temp.reeve_counting(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  asked reeve.search_query := reeve.search_ask(ARRAY(
    SELECT p.generation_id FROM reeve.search_pointer p JOIN reeve.collection c USING (collection_id)
    WHERE c.app = 'shop' AND c.name = 'item'), query, '{}', NULL, FALSE);
  line text;
  plan text := '';
BEGIN
  FOR line IN EXECUTE (
    SELECT format('EXPLAIN SELECT FROM reeve_index.%I i WHERE %s', (e.g).table_name, e.condition)
    FROM reeve.search_every(asked) e)
  LOOP
    plan := plan || line;
  END LOOP;
  RETURN plan;
END
$$;
SELECT matches(pg_temp.reeve_counting(''), 'Anti Join',
  'of many documents hidden subjects are not looked up one by one');
SELECT matches(pg_temp.reeve_counting('silk'), 'SubPlan', '… but of few');

-- Order and pages
SELECT results_eq($$ SELECT DISTINCT ON (nth) (s.key::jsonb ->> 1)::int
    FROM reeve.search('shop', 'silk', 'item', sort => '-price', max => 6) WITH ORDINALITY
      s(app, collection, key, label, rank, marked, snippet, corrected, place, nth) ORDER BY nth $$,
  $$ VALUES (4), (4), (4), (3), (3), (3) $$, 'sorted by a filter');
CREATE FUNCTION pg_temp.paged(query text, sort text, size int) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  keys text[] := '{}';
  place jsonb;
  page record;
BEGIN
  LOOP
    SELECT array_agg(s.key ORDER BY s.nth) AS keys,
      (array_agg(s.place ORDER BY s.nth DESC))[1] AS place
    INTO page
    FROM reeve.search_find(
      reeve.search_ask(reeve.search_live('shop', 'item'), query, '{}', sort, FALSE), size, place)
      WITH ORDINALITY s(gen, key, label, rank, marked, snippet, corrected, place, nth);
    EXIT WHEN page.keys IS NULL;
    keys := keys || page.keys;
    place := page.place;
  END LOOP;
  RETURN keys;
END
$$;
SELECT is(pg_temp.paged(q, s, 5), pg_temp.paged(q, s, 100),
  format('pages of %s by %s are the whole', q, s))
FROM (VALUES ('silk', 'relevance'), ('silk thing 3', NULL), ('', 'price'),
  ('silk', '-made')) v(q, s);
SELECT results_eq($$ SELECT (s.place ->> 'seen')::int FROM reeve.search_find(reeve.search_ask(
    reeve.search_live('shop', 'item'), 'silk', '{}', NULL, FALSE), 4,
    jsonb_build_object('in', 0, 'key', 'none', 'seen', 6)) s $$, 'VALUES (6), (7), (8), (9)',
  'a page whose last row is gone goes on where that was');
SELECT is(cardinality(pg_temp.paged('silk', NULL, 5)), 12, 'no row twice, none left out');
SELECT throws_ok(format('SELECT * FROM reeve.search(''shop'', ''silk'', after => %L)', a), 'RV001',
  NULL, 'place ' || a)
FROM unnest(ARRAY['1', '{}', '{"in": "x", "key": 1, "seen": 1}',
  '{"in": 1, "key": "a", "seen": -1}',
  '[]', '{"in": 1, "key": "a", "seen": 9999}', '{"skip": "AAAA"}']) a;
SELECT is((SELECT s.snippet FROM reeve.search('shop', 'cotton', 'item', max => 1) s)[2], 'cotton',
  'a snippet shows the match in the text that has it');

-- The app's own functions
DELETE FROM reeve.search_heard;
SET SESSION AUTHORIZATION shop_web;
SELECT is((SELECT count(*)::int FROM "Odd Shop".search_item('silk')), 8,
  'everybody finds what is listed');
SELECT is((SELECT count(*)::int FROM "Odd Shop".search_item('slik price:<20')), 2,
  'with the same language');
SELECT results_eq($$ SELECT suggestion FROM "Odd Shop".suggest_item('sil') $$,
  $$ VALUES ('Silk thing 1'), ('Silk thing 2'), ('Silk thing 3'), ('Silk thing 4') $$,
  'suggestions are different labels');
SELECT is_empty($$ SELECT * FROM "Odd Shop".suggest_item('s') $$, 'not for a single letter');
SELECT is((SELECT count(*)::int FROM "Odd Shop".suggest_item('slik thing')), 4,
  'misspelt words are corrected');
SAVEPOINT reading;
SET LOCAL transaction_read_only = on;
SELECT is((SELECT count(*)::int FROM "Odd Shop".search_item('silk thing')), 8,
  'a search that can write nothing down answers all the same');
ROLLBACK TO reading;
SELECT count(*) FROM "Odd Shop".search_item('zzzz') \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT results_eq($$ SELECT app, query, is_empty, count(*) FROM reeve.search_heard
    WHERE query ~ '^(silk|slik|zzzz|sil)' AND query <> 'silk thing' GROUP BY 1, 2, 3 ORDER BY 2 $$,
  $$ VALUES ('shop', 'silk', FALSE, 1::bigint), ('shop', 'slik price:<20', FALSE, 1),
    ('shop', 'zzzz', TRUE, 1) $$, 'searches of its users are noted once, suggestions are not');
SET SESSION AUTHORIZATION shop_web;
SELECT lives_ok(format('SELECT * FROM "Odd Shop".%s(%L)', f, q), f || ' ' || left(q, 40))
FROM unnest(ARRAY['search_item', 'suggest_item']) f, unnest(ARRAY['', ' ', '''', '\', ':*',
  '& | !', 'a & (b', '"', '-', '--', 'OR OR OR', 'price:', 'price:..', 'price:<', 'price:"', '$$',
  'price:<1) OR (TRUE', 'Brand:''; DROP TABLE x; --', 'Brand:"$1 %s %I %L"', '-Brand:x', '?:true',
  '=Brand:x', 'label:x', 'key:x', 'hidden_until:..', E'\u202e\x01', repeat('silk ', 30000),
  repeat('-silk ', 20000), repeat('"a b" ', 20000), repeat('x', 100000), repeat('a OR ', 20000),
  repeat('price:1 OR ', 20000), '漢字 😀 กาแฟ']) q;
SELECT is_empty($$ SELECT * FROM "Odd Shop".search_item('-listed:x -Brand:nope')
  WHERE key LIKE '%"c"%' $$, 'no operator shows what is not listed');
SELECT throws_ok(s, '42501', NULL, s)
FROM unnest(ARRAY[
  $$ SELECT * FROM reeve.search('shop', 'silk') $$,
  $$ SELECT * FROM reeve.search_public(1, 'silk', '{}', NULL, 20, NULL) $$,
  format('SELECT * FROM reeve.search_%s(''silk'')', :item),
  'SELECT * FROM reeve_index.' || quote_ident('document'),
  'SELECT * FROM "Odd Shop".item']) s;
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.search('shop', 'silk', 'item')), 12,
  'an admin finds all');

-- What is hidden, unlisted or gone is so at once, though the index has not moved.
UPDATE "Odd Shop".item SET hidden_until = 'infinity' WHERE stall_code = 'a-1' AND nr = 1;
UPDATE "Odd Shop".item SET listed = FALSE WHERE stall_code = 'a-1' AND nr = 2;
DELETE FROM "Odd Shop".item WHERE stall_code = 'a-1' AND nr = 3;
SET SESSION AUTHORIZATION shop_web;
SELECT results_eq($$ SELECT key FROM "Odd Shop".search_item('silk') WHERE key LIKE '%a-1%' $$,
  $$ VALUES ('["a-1", 4]') $$, 'hidden, unlisted and deleted rows are gone');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.action_perform('hide', 'shop', 'item', '["a-1", 4]',
  '{"policy": "fraud", "forever": true}', NULL)), 'done', 'an item is hidden by an admin');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_web;
SELECT is_empty($$ SELECT key FROM "Odd Shop".search_item('silk') WHERE key LIKE '%a-1%' $$,
  '… and gone');
RESET SESSION AUTHORIZATION;

-- An error says nothing of what is inside.
DO $do$
BEGIN
  EXECUTE (SELECT format('ALTER TABLE reeve_index.%I RENAME COLUMN tsv TO tsv_gone', table_name)
    FROM reeve.search_generation WHERE state = 'live');
END
$do$;
SET SESSION AUTHORIZATION shop_web;
SELECT throws_ok($$ SELECT * FROM "Odd Shop".search_item('silk') $$, 'RV001', 'the search failed',
  'a fault inside is no news for everybody');
RESET SESSION AUTHORIZATION;
DO $do$
BEGIN
  EXECUTE (SELECT format('ALTER TABLE reeve_index.%I RENAME COLUMN tsv_gone TO tsv', table_name)
    FROM reeve.search_generation WHERE state = 'live');
END
$do$;

-- Rules
SET SESSION AUTHORIZATION shop_sam;
SELECT is((reeve.search_rule_add('shop', 'item', 'pin', 'Silk', '["c", 4]')).outcome, 'done',
  'a senior pins a row');
SELECT is((SELECT key FROM reeve.search('shop', 'SILK', 'item', max => 1)), '["c", 4]',
  '… which comes first for that query');
SELECT isnt((SELECT key FROM reeve.search('shop', 'silk thing', 'item', max => 1)), '["c", 4]',
  '… and no other');
SELECT is((SELECT count(*)::int FROM reeve.search('shop', 'silk', 'item', max => 50)
  WHERE key = '["c", 4]'), 1, '… once');
SELECT is((reeve.search_rule_add('shop', 'item', 'hide', '', '["b\"2", 1]')).outcome, 'done',
  'a row is hidden from all queries');
SELECT is_empty($$ SELECT key FROM reeve.search('shop', 'silk', 'item', max => 50)
  WHERE key = '["b\"2", 1]' $$, '… and not found');
SELECT is((reeve.search_rule_add('shop', 'item', 'stop', 'the', '')).outcome, 'done',
  'a stop word');
SELECT is((SELECT count(*)::int FROM reeve.search('shop', 'the silk', 'item', max => 50)), 9,
  '… is passed over');
SELECT is((reeve.search_rule_add('shop', 'item', 'synonym', 'satin', 'silk')).outcome, 'done',
  'a synonym');
SELECT is((SELECT count(*)::int FROM reeve.search('shop', 'satin', 'item', max => 50)), 9,
  '… finds what the other word finds');
SELECT is((reeve.search_rule_add('shop', 'item', k, w, v)).code, c, format('%s %s %s', k, w, v))
FROM (VALUES ('pin', 'silk', '["nowhere", 1]', 'notfound'), ('pin', '', '["c", 4]', 'argument'),
  ('stop', 'two words', '', 'argument'), ('synonym', '--', 'silk', 'argument'),
  ('nope', 'a', 'b', 'argument'), (NULL, 'a', 'b', 'argument'),
  ('pin', 'silk', '["c", 4]', 'state')) v(k, w, v, c);
SELECT is((SELECT string_agg(kind, ',' ORDER BY rule_id) FROM reeve.search_rules('shop')),
  'pin,hide,stop,synonym', 'rules are listed');
SELECT is((reeve.search_rule_remove(min(rule_id))).outcome, 'done', 'a rule is removed')
FROM reeve.search_rules('shop');
SELECT isnt((SELECT key FROM reeve.search('shop', 'silk', 'item', max => 1)), '["c", 4]',
  '… and no longer holds');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_vic;
SELECT is((reeve.search_rule_add('shop', 'item', 'stop', 'a', '')).code, 'rank',
  'a viewer adds none');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.command WHERE kind LIKE 'search.rule%'
  AND outcome = 'done'), 5, 'what was decided is on the record');

-- What is no longer public is gone.
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.shop((
  SELECT spec - '{public,roles,where}'::text[] FROM full_search))) \gset
SELECT is((SELECT count(*)::int FROM pg_proc WHERE proname ~ '^(search|suggest)_item$'
  OR proname ~ ('^(search|suggest)_' || :item || '$')), 0, 'its functions go with the key');
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.shop((SELECT spec FROM full_search)))
\gset
SELECT reeve.catalog_detach('shop');
SELECT is((SELECT count(*)::int FROM pg_proc WHERE proname ~ '^(search|suggest)_item$'
  OR proname ~ ('^(search|suggest)_' || :item || '$')), 0, '… and with the app');
SELECT * FROM finish();
ROLLBACK;
