-- Synonyms proposed from what people search for anew before they open a row.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_web LOGIN;
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,item,search}', '{"a": ["title"], "public": true, "roles": ["shop_web"]}')) \gset
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';
CREATE FUNCTION pg_temp.reeve_build() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin((SELECT collection_id FROM reeve.collection c
    WHERE c.app = 'shop' AND c.name = 'item'), TRUE, 5);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  PERFORM reeve.search_swap(gen, NULL, NULL);
END
$$;
SELECT pg_temp.reeve_build();
DELETE FROM reeve.search_heard;
-- Somebody searches for this, then for that, and opens a row.
CREATE FUNCTION pg_temp.look(visitor text, VARIADIC queries text[]) RETURNS void LANGUAGE plpgsql
SET ROLE shop_web AS $$
BEGIN
  FOR i IN 1 .. cardinality(queries) LOOP
    PERFORM "Odd Shop".find_item(queries[i], jsonb_build_object('visitor', visitor, 'total', 0));
  END LOOP;
  PERFORM "Odd Shop".opened_item(queries[i], '["c", 1]', visitor)
  FROM generate_subscripts(queries, 1) i ORDER BY i DESC LIMIT 1;
END
$$;
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT count(*)::int FROM reeve.search_proposals()), 0, 'nothing is proposed at first');
RESET SESSION AUTHORIZATION;
CREATE FUNCTION pg_temp.told() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', r.words, '->', r.value, r.times), ', ' ORDER BY r.hash)
  FROM reeve.search_reworded r
$$;
SELECT pg_temp.look('v' || n, 'red satin scarf', 'red silk scarf') FROM generate_series(1, 2) n;
SELECT reeve.search_noted();
SELECT is(pg_temp.told(), '-> 2', 'after two people nothing is written but how many');
SELECT pg_temp.look('v3', 'satin', 'silk');
SELECT reeve.search_noted();
SELECT is(pg_temp.told(), 'satin -> silk 3', 'after three the words in which the queries differ');
UPDATE reeve.search_heard SET heard_at = heard_at - interval '7 minutes';
SELECT reeve.search_noted();
SELECT is((SELECT count(*)::int FROM reeve.search_heard), 0,
  'what was noted of single people is gone minutes later');

-- A worker counts at any moment.
SET SESSION AUTHORIZATION shop_web;
SELECT count("Odd Shop".find_item('lace', jsonb_build_object('visitor', 's' || n)))
FROM generate_series(1, 3) n \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT reeve.search_noted();
SET SESSION AUTHORIZATION shop_web;
SELECT count("Odd Shop".find_item('wool', jsonb_build_object('visitor', 's' || n)))
FROM generate_series(1, 3) n \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT reeve.search_noted();
SET SESSION AUTHORIZATION shop_web;
SELECT "Odd Shop".opened_item('wool', '["c", 1]', 's' || n)
FROM generate_series(1, 2) n \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT reeve.search_noted();
SET SESSION AUTHORIZATION shop_web;
SELECT "Odd Shop".opened_item('wool', '["c", 1]', 's' || n)
FROM generate_series(2, 3) n \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT reeve.search_noted();
SELECT is((SELECT string_agg(concat_ws(' ', words, '->', value, times), ', ')
  FROM reeve.search_reworded WHERE words = 'lace'), 'lace -> wool 3',
  'a search counts, and so does what comes of it when it has been counted, of each person once');
DELETE FROM reeve.search_reworded WHERE words = 'lace';

-- What is none.
SELECT pg_temp.look(v || n, VARIADIC queries::text[])
FROM generate_series(1, 3) n, (VALUES
  ('narrower', '{silk,silk thing}'), ('typed on', '{thi,thing}'), ('the same', '{silk,silk}'),
  ('an address', '{a@b.example,silk}'), ('a number', '{0123456789,silk}'),
  ('one search', '{silk}')) q(v, queries);
-- Of different people, or without opening anything.
SELECT pg_temp.look('a' || n, 'velvet'), pg_temp.look('b' || n, 'thing')
FROM generate_series(1, 3) n;
SET SESSION AUTHORIZATION shop_web;
SELECT count("Odd Shop".find_item(q, jsonb_build_object('visitor', 'c' || n)))
FROM generate_series(1, 3) n, unnest('{linen,silk}'::text[]) q \g /dev/null
-- Rows that nobody may see, or that there are not.
SELECT count("Odd Shop".find_item(q, jsonb_build_object('visitor', 'd' || n)))
FROM generate_series(1, 3) n, unnest('{cotton,silk}'::text[]) q \g /dev/null
SELECT "Odd Shop".opened_item('silk', k, 'd' || n)
FROM generate_series(1, 3) n,
  unnest(ARRAY['["c", 4]', '["c", 99]', '', repeat('x', 2000), NULL]) k \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT reeve.search_noted();
SELECT is((SELECT array_agg(DISTINCT words) FROM reeve.search_reworded WHERE words <> 'satin'),
  '{cotton}', 'a row that may be seen counts, whoever opens it');
DELETE FROM reeve.search_reworded WHERE words = 'cotton';
UPDATE "Odd Shop".item SET hidden_until = 'infinity' WHERE nr = 4;
SET SESSION AUTHORIZATION shop_web;
SELECT count("Odd Shop".find_item(q, jsonb_build_object('visitor', 'd' || n)))
FROM generate_series(1, 3) n, unnest('{cotton,silk}'::text[]) q \g /dev/null
SELECT "Odd Shop".opened_item('silk', k, 'd' || n)
FROM generate_series(1, 3) n, unnest(ARRAY['["c", 4]', '["c", 99]', '']) k \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT reeve.search_noted();
SELECT is(pg_temp.told(), 'satin -> silk 3', 'nothing else is learned');

-- Searches of the same login without a visitor are those of a session.
SELECT pg_temp.look(NULL, 'tweed', 'silk') FROM generate_series(1, 3) n;
SELECT reeve.search_noted();
SELECT is((SELECT sum(times)::int FROM reeve.search_reworded WHERE words IS NULL), 1,
  'however often one session rewords, it counts once');
DELETE FROM reeve.search_reworded WHERE words IS NULL;

-- Longer ago than five minutes.
SELECT pg_temp.look('old' || n, 'corduroy', 'silk') FROM generate_series(1, 3) n;
UPDATE reeve.search_heard SET heard_at = heard_at - interval '6 minutes' WHERE query = 'corduroy';
SELECT reeve.search_noted();
SELECT is(pg_temp.told(), 'satin -> silk 3', 'what was searched for long before is another matter');

-- An admin is shown it, and accepts it by the rule that there is.
SET SESSION AUTHORIZATION shop_web;
SELECT throws_ok('SELECT * FROM reeve.search_proposals()', '42501', NULL, 'an app is not');
SELECT is("Odd Shop".find_item('satin') -> 'results', '[]', 'nothing is learned by itself');
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq('SELECT subject, words, value, times FROM reeve.search_proposals(''shop'')',
  $$ VALUES ('shop/item', 'satin', 'silk', 3::bigint) $$, 'a viewer sees what is proposed');
SELECT is((reeve.search_rule_add('shop', 'item', 'distinct', 'satin', 'silk')).code, 'rank',
  'but decides nothing');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((reeve.search_rule_add('shop', 'item', 'distinct', 'Silk', 'satin')).code, NULL,
  'a senior refuses it, in whichever order');
SELECT is_empty('SELECT * FROM reeve.search_proposals()', 'then it is proposed no more');
SET SESSION AUTHORIZATION shop_web;
SELECT is("Odd Shop".find_item('satin') -> 'results', '[]', 'and finds nothing');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((reeve.search_rule_remove((SELECT rule_id FROM reeve.search_rules()
  WHERE kind = 'distinct'))).code, NULL, 'the refusal is taken back');
SELECT is((SELECT count(*)::int FROM reeve.search_proposals()), 1, 'and it is proposed again');
SELECT is((reeve.search_rule_add('shop', 'item', 'synonym', 'satin', 'silk')).code, NULL,
  'a senior accepts it');
SELECT is_empty('SELECT * FROM reeve.search_proposals()', 'then it is none any more');
SET SESSION AUTHORIZATION shop_web;
SELECT is(jsonb_array_length("Odd Shop".find_item('satin') -> 'results'), 9, 'and finds');
RESET SESSION AUTHORIZATION;

-- A flood has a bound.
INSERT INTO reeve.search_reworded(collection_id, hash, times, day)
SELECT collection_id, n, 1, CURRENT_DATE FROM reeve.collection, generate_series(1, 2000) n
WHERE app = 'shop' AND name = 'item';
SELECT pg_temp.look('f' || n, 'w' || chr(96 + n % 20) || 'x', 'silk') FROM generate_series(1, 60) n;
SELECT reeve.search_noted();
SELECT is((SELECT count(*)::int FROM reeve.search_reworded), 2001,
  'at most 2,000 pairs of a collection');
UPDATE reeve.search_reworded SET day = CURRENT_DATE - 31;
SELECT reeve.search_noted();
SELECT is((SELECT count(*)::int FROM reeve.search_reworded), 0, 'of thirty days');

-- A transaction that only reads notes nothing, and does not fail.
DELETE FROM reeve.search_heard;
SAVEPOINT reads;
SET SESSION AUTHORIZATION shop_web;
SET LOCAL transaction_read_only = on;
SELECT jsonb_typeof("Odd Shop".find_item('silk') -> 'results') AS found,
  "Odd Shop".opened_item('silk', '["c", 1]') \gset
ROLLBACK TO reads;
SELECT is(:'found'::text, 'array', 'a transaction that only reads searches');
SELECT is((SELECT count(*)::int FROM reeve.search_heard), 0, '… and notes nothing');
SELECT * FROM finish();
ROLLBACK;
