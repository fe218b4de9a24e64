BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
UPDATE reeve.collection SET search = NULL WHERE app <> 'shop';

SELECT is(ARRAY(SELECT reeve.search_language(l) FROM unnest(ARRAY['de', 'DE-at', 'deu', ' German',
  'pt_BR', 'nb', 'simple', 'xx', 'de''; DROP', '', NULL]) WITH ORDINALITY u(l, n) ORDER BY n),
  ARRAY['german', 'german', 'german', 'german', 'portuguese', 'norwegian', NULL, NULL, 'german',
  NULL, NULL], 'languages by code and name');
SELECT set_eq($$ SELECT c.cfgname::text FROM pg_ts_config c
    WHERE c.cfgnamespace = 'pg_catalog'::regnamespace AND c.cfgname <> 'simple' $$,
  $$ SELECT c.cfgname::text FROM pg_ts_config c
    WHERE reeve.search_language(c.cfgname) = c.cfgname $$,
  'every language of PostgreSQL''s is known');

SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD lang text;
INSERT INTO "Odd Shop".item(stall_code, nr, title, lang) VALUES
  ('c', 10, 'Strawberry jam', 'en'), ('c', 11, 'Rote Häuser', 'de-DE'), ('c', 12, 'die Maus', 'DE'),
  ('c', 13, 'Fraises des bois', 'unknown'), ('c', 14, 'Velvet', NULL);
RESET ROLE;
CREATE FUNCTION pg_temp.reeve_apply(lang text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  m jsonb := jsonb_set(pg_temp.manifest(), '{collections,item,search}',
    jsonb_build_object('a', ARRAY['title'], 'language', jsonb_build_object('column', lang)));
  found text := (
    SELECT string_agg(c.path || ' ' || c.message, ' | ') FROM reeve.catalog_check(m) c);
BEGIN
  IF found IS NULL THEN
    PERFORM reeve.catalog_apply(m);
  END IF;
  RETURN found;
END
$$;
SELECT is(pg_temp.reeve_apply('langue'),
  '/collections/item/search/language/column "Odd Shop".item has no column langue',
  'the column is there');
SELECT is(pg_temp.reeve_apply('lang'), NULL, 'a column with the language of its row');
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
DELETE FROM reeve.change;
CREATE FUNCTION pg_temp.reeve_build(collection_id int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin(collection_id, TRUE, 100);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  RETURN gen;
END
$$;
CREATE FUNCTION pg_temp.reeve_keys(query text) RETURNS SETOF text LANGUAGE sql AS
$$ SELECT q.key FROM reeve.search('shop', query, 'item', max => 100) q $$;
SELECT pg_temp.reeve_build(:item) AS gen \gset
SELECT ok(reeve.search_swap(:gen, NULL, NULL));
SELECT is((SELECT languages FROM reeve.search_generation WHERE generation_id = :gen),
  ARRAY['english', 'german'], 'an index has the languages of its rows');
SELECT set_eq($$ SELECT pg_temp.reeve_keys('strawberries') $$, ARRAY['["c", 10]'], 'English forms');
SELECT set_eq($$ SELECT pg_temp.reeve_keys('haus') $$, ARRAY['["c", 11]'], 'German forms');
SELECT set_eq($$ SELECT pg_temp.reeve_keys('die maus') $$, ARRAY['["c", 12]'],
  'stop words are those of every language');
SELECT set_eq($$ SELECT pg_temp.reeve_keys('fraises') $$, ARRAY['["c", 13]'],
  'a language that nobody knows is no language');
SELECT set_eq($$ SELECT pg_temp.reeve_keys('velvet') $$, ARRAY['["c", 14]']);
SELECT is_empty(format('SELECT * FROM reeve.search_words_verify(%s)', :gen));

-- Another language than the index has
UPDATE "Odd Shop".item SET lang = 'fr' WHERE nr = 13;
SELECT isnt_empty('SELECT FROM reeve.change', 'a row''s language is watched');
UPDATE reeve.change SET xid = '3';
SELECT reeve.search_collect(100) AS moved \gset
SELECT is(reeve.search_take(:item, 100), 1);
SELECT is((SELECT count(*)::int FROM reeve.job_key WHERE key = 'search.reindex:' || :item), 1,
  'a row in a new language calls for another index');
SELECT pg_temp.reeve_build(:item) AS gen \gset
SELECT ok(reeve.search_swap(:gen, NULL, NULL));
SELECT set_eq($$ SELECT pg_temp.reeve_keys('fraise') $$, ARRAY['["c", 13]'], 'which has its forms');
SELECT is_empty(format('SELECT * FROM reeve.search_words_verify(%s)', :gen));
SELECT * FROM finish();
ROLLBACK;
