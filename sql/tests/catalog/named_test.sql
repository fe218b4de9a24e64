-- What names one row finds it, whatever the collection's name is: columns with a unique index.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
SELECT pg_temp.alter_shop($$
  ALTER TABLE "Odd Shop"."Person" ADD handle text UNIQUE, ADD badge varchar(40),
    ADD iban text UNIQUE, ADD token text UNIQUE;
  CREATE UNIQUE INDEX ON "Odd Shop"."Person"(badge) INCLUDE (id);
  INSERT INTO "Odd Shop"."Person"(id, "Full Name", handle, badge, iban, token)
  SELECT n, 'Person ' || n, 'hand' || n, 'B/' || n, 'IBAN' || n, 'tok' || n
  FROM generate_series(100, 20100) n$$) \g /dev/null
SELECT jsonb_set(pg_temp.manifest(), '{collections,person}', pg_temp.manifest()
    #> '{collections,person}' || '{"show": ["id", "Full Name", "email", "handle", "badge", "iban"],
      "personal": ["email", "iban"], "erase": {"set": {"Full Name": "''Nobody''", "email": null,
      "iban": null}, "keeps": "Deals."}}') AS manifest \gset
SELECT count(*) AS applied FROM reeve.catalog_apply(
  :'manifest'::jsonb #- '{collections,person,find}') \gset
CREATE FUNCTION pg_temp.reeve_found(query text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(label, ', ' ORDER BY label)
  FROM reeve.subject_find('shop', 'person', query, FALSE, 3)
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_found('hand20077'), 'Person 20077',
  'a handle finds its row without a name');
RESET SESSION AUTHORIZATION;
SELECT count(*) AS applied FROM reeve.catalog_apply(:'manifest') \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_found('hand20077'), 'Person 20077', '… also beside a folded name');
SELECT is(pg_temp.reeve_found('HAND20077'), 'Person 20077', '… in upper case');
SELECT is(pg_temp.reeve_found('hand2007'), 'Person 2007, Person 20070, Person 20071',
  '… or its beginning several');
SELECT is(pg_temp.reeve_found('b/20099'), 'Person 20099', 'so does a number of another type');
SELECT is(pg_temp.reeve_found('person 20077'), 'Person 20077', 'a name is found first');
SELECT is(pg_temp.reeve_found('IBAN20077'), NULL,
  'a personal field finds nothing without a reason');
SELECT is(pg_temp.reeve_found('tok20077'), NULL, 'nor does one that is not shown');
SELECT * FROM finish();
ROLLBACK;
