-- Columns that the app renames after the index was built
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD about text, ADD price numeric, ADD listed boolean DEFAULT TRUE;
INSERT INTO "Odd Shop".item(stall_code, nr, title, about, price, listed)
SELECT 'b"2', n, 'Silk thunder ' || n, 'brass ' || n, n, n > 15 FROM generate_series(11, 40) n;
RESET ROLE;
CREATE ROLE shop_web LOGIN;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_web;
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,item,search}', '{"a": ["title"], "c": ["about"], "filters": ["price"],
    "public": true, "roles": ["shop_web"], "where": "t.listed"}')) \gset
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset
CREATE FUNCTION pg_temp.reeve_build(collection_id int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  gen int := reeve.search_begin(collection_id, TRUE, 100);
BEGIN
  WHILE (SELECT s.did <> 'built' FROM reeve.search_step(gen, NULL, NULL) s) LOOP
  END LOOP;
  RETURN reeve.search_swap(gen, NULL, NULL);
END
$$;
CREATE FUNCTION pg_temp.answers() RETURNS jsonb LANGUAGE plpgsql SET ROLE shop_web AS $$
BEGIN
  RETURN jsonb_build_object('search', (
      SELECT jsonb_agg(to_jsonb(s) #- '{place,in}') FROM "Odd Shop".search_item('silk brass') s),
    'find', "Odd Shop".find_item('thunder', '{"filters": {"price": {"max": 20}}}') #- '{next}',
    'suggest', (SELECT jsonb_agg(s) FROM "Odd Shop".suggest_item('sil') s),
    'complete', "Odd Shop".complete_item('sil'));
END
$$;
SELECT ok(pg_temp.reeve_build(:item));
SELECT pg_temp.answers()::text AS before \gset
SELECT is(jsonb_array_length(:'before'::jsonb #> '{find,results}'), 5, 'rows are found');
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item RENAME title TO titel;
ALTER TABLE "Odd Shop".item RENAME about TO "about ""it";
ALTER TABLE "Odd Shop".item RENAME price TO preis;
ALTER TABLE "Odd Shop".item RENAME listed TO "Listed";
RESET ROLE;
SELECT is(pg_temp.answers(), :'before'::jsonb,
  'the app''s functions answer as before when all columns that they read are renamed');
DELETE FROM reeve.change;
SELECT is(pg_temp.answers(), :'before'::jsonb, '… also where the index has followed all changes');
INSERT INTO reeve.change(collection_id, key) SELECT :item, format('["b\"2", %s]', n)
FROM generate_series(11, 40) n;
UPDATE reeve.change SET xid = '3';
SELECT is(reeve.search_take(:item, 100), 30, 'changes of rows are applied to the index');
SELECT is(pg_temp.answers(), :'before'::jsonb, '… which is the same then');
SELECT ok(pg_temp.reeve_build(:item), 'a new index is built');
SELECT is(pg_temp.answers(), :'before'::jsonb, '… and finds the same');
-- What has the former name now is read, not what had it.
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".item ADD listed boolean DEFAULT FALSE;
RESET ROLE;
SELECT is("Odd Shop".find_item('thunder') -> 'results', '[]'::jsonb,
  'a column with a former name takes the place of the renamed one');
SELECT * FROM finish();
ROLLBACK;
