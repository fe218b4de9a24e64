-- Bans that bite by policy and by guard: checked, applied, applied again, taken away.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(32);

CREATE ROLE shop_app LOGIN;
SET LOCAL ROLE shop_owner;
SELECT EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS has_icu \gset
\if :has_icu
  CREATE COLLATION "Odd Shop".loose (
    provider = icu, locale = 'und-u-ks-level2', deterministic = FALSE);
\else
  -- A server built without ICU has no such collation, but its catalog can say so of another.
  CREATE COLLATION "Odd Shop".loose FROM "C";
  RESET ROLE;
  UPDATE pg_collation SET collisdeterministic = FALSE
  WHERE oid = '"Odd Shop".loose'::regcollation;
  SET LOCAL ROLE shop_owner;
\endif
CREATE TABLE "Odd Shop"."Big ""note"""(
  id bigint PRIMARY KEY, "The Buyer" bigint, stall text, nr int, line text,
  vague text COLLATE "Odd Shop".loose);
CREATE VIEW "Odd Shop".notes AS SELECT * FROM "Odd Shop"."Big ""note""";
GRANT INSERT, UPDATE (line) ON "Odd Shop"."Big ""note""" TO shop_app;
RESET ROLE;

-- How the collections of the fixture bite, and where.
CREATE FUNCTION pg_temp.biting(collection text, how text, guards jsonb) RETURNS jsonb
LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.manifest(), ARRAY['collections', collection],
    pg_temp.manifest() #> ARRAY['collections', collection]
    || jsonb_strip_nulls(jsonb_build_object('enforcement', how, 'guards', guards)))
$$;
CREATE FUNCTION pg_temp.findings(manifest jsonb) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(f.path || ' ' || f.code ORDER BY f.path) FROM reeve.catalog_check(manifest) f
$$;
CREATE FUNCTION pg_temp.all_made() RETURNS SETOF text LANGUAGE sql AS $$
  SELECT m.name
  FROM (
    SELECT tgname || ' ' || tgrelid::regclass AS name FROM pg_trigger
    WHERE tgname ~ '^reeve_guard' AND tgparentid = 0
    UNION ALL SELECT polname || ' ' || polrelid::regclass FROM pg_policy
    UNION ALL SELECT oid::regclass || ' rls' FROM pg_class WHERE relrowsecurity
    UNION ALL SELECT oid::regprocedure::text FROM pg_proc WHERE proname ~ '^(bars|guard)_') m
$$;
-- What other apps of the database have is theirs.
CREATE TEMP TABLE others AS
SELECT replace(m, 'reeve.', '') AS name FROM pg_temp.all_made() m;
CREATE FUNCTION pg_temp.made() RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(m.name ORDER BY m.name COLLATE "C")
  FROM pg_temp.all_made() m(name)
  WHERE replace(m.name, 'reeve.', '') NOT IN (SELECT o.name FROM others o)
$$;
SELECT collection_id AS person FROM reeve.collection WHERE app = 'shop' AND name = 'person' \gset
SELECT collection_id AS item FROM reeve.collection WHERE app = 'shop' AND name = 'item' \gset

-- Check.
SELECT is(pg_temp.findings(pg_temp.biting('person', 'guard',
  '[{"table": "Big \"note\"", "actor": ["The Buyer"]}]')), NULL, 'a sound guard has no finding');
SELECT is(pg_temp.findings(pg_temp.biting('item', 'policy',
  '[{"table": "Big \"note\"", "actor": ["stall", "nr"]}]')), NULL,
  'nor has a sound policy with a composite actor');
SELECT is(pg_temp.findings(pg_temp.biting('person', 'policy', NULL)),
  '{"/collections/person/enforcement missing"}', 'a ban cannot bite nowhere');
SELECT is(pg_temp.findings(pg_temp.biting('person', 'column',
  '[{"table": "deal", "actor": ["buyer_id"]}]')), '{"/collections/person/guards unused"}',
  'guards that nothing uses');
SELECT is(pg_temp.findings(pg_temp.biting('deal', 'guard',
  '[{"table": "deal", "actor": ["id"]}]')), '{"/collections/deal/enforcement missing"}',
  'a collection that no action ever hides');
SELECT is(pg_temp.findings(pg_temp.biting('person', 'guard',
  '[{"table": "nope", "actor": ["x"]}, {"table": "notes", "actor": ["id"]}]')),
  '{"/collections/person/guards/0/table missing","/collections/person/guards/1/table type"}',
  'no table, and a view');
SELECT is(pg_temp.findings(pg_temp.biting('person', 'guard',
  '[{"table": "deal", "actor": ["nope"]}, {"table": "deal", "actor": ["buyer_id", "id"]},
    {"table": "deal", "actor": ["stall_code"]}]')),
  ARRAY['/collections/person/guards/0/actor/0 missing', '/collections/person/guards/1/actor key',
    '/collections/person/guards/2/actor type'],
  'no column, too many, one of another type');
SELECT is(pg_temp.findings(pg_temp.biting('item', 'guard',
  '[{"table": "Big \"note\"", "actor": ["vague", "nr"]}]')),
  '{"/collections/item/guards/0/actor/0 type"}',
  'a collation by which a barred writer could spell the key in another way');
ALTER TABLE "Odd Shop".item ADD exact numeric, ADD UNIQUE (stall_code, exact);
SELECT is(pg_temp.findings(jsonb_set(pg_temp.biting('item', 'guard',
  '[{"table": "Big \"note\"", "actor": ["stall", "nr"]}]'), '{collections,item,key,1}', '"exact"')),
  '{"/collections/item/guards/0/actor/1 type"}', 'so could one whose key is numeric: 1 and 1.0');
SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop"."old deal"() INHERITS ("Odd Shop".deal);
RESET ROLE;
SELECT is(pg_temp.findings(pg_temp.biting('person', 'guard',
  '[{"table": "deal", "actor": ["buyer_id"]}]')),
  '{"/collections/person/guards/0/table children"}',
  'a child that the table''s trigger does not see');
SELECT is(pg_temp.findings(pg_temp.biting('person', 'guard', '[
  {"table": "deal", "actor": ["buyer_id"]}, {"table": "old deal", "actor": ["buyer_id"]}]')), NULL,
  'unless it is guarded itself');
DROP TABLE "Odd Shop"."old deal";
GRANT INSERT ON "Odd Shop".deal TO PUBLIC;
SELECT is(pg_temp.findings(pg_temp.biting('person', 'policy',
  '[{"table": "deal", "actor": ["buyer_id"]}]')), '{"/collections/person/guards/0/table rights"}',
  'a policy is for named roles');
REVOKE INSERT ON "Odd Shop".deal FROM PUBLIC;
CREATE POLICY dormant ON "Odd Shop".deal USING (FALSE);
SELECT is(pg_temp.findings(pg_temp.biting('person', 'policy',
  '[{"table": "deal", "actor": ["buyer_id"]}]')), '{"/collections/person/guards/0/table rls"}',
  'policies of the app''s that are not in force are not put in force');
DROP POLICY dormant ON "Odd Shop".deal;

-- Apply.
CREATE FUNCTION pg_temp.both() RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.biting('person', 'guard', '[
    {"table": "deal", "actor": ["buyer_id"], "writes": ["insert", "insert", "delete"]},
    {"table": "Big \"note\"", "actor": ["The Buyer"]}]')
    || jsonb_build_object('collections', (pg_temp.biting('person', 'guard', '[
      {"table": "deal", "actor": ["buyer_id"], "writes": ["insert", "insert", "delete"]},
      {"table": "Big \"note\"", "actor": ["The Buyer"]}]') -> 'collections')
      || jsonb_build_object('item', pg_temp.biting('item', 'policy', '[
        {"table": "Big \"note\"", "actor": ["stall", "nr"]}]') #> '{collections,item}'))
$$;
SELECT results_eq(
  'SELECT change, object, note <> '''' FROM reeve.catalog_apply(pg_temp.both())',
  $$VALUES ('change', 'collections item', TRUE), ('change', 'collections person', FALSE)$$,
  'apply tells what changes, and whom row security does not bind');
CREATE FUNCTION pg_temp.wanted(person int, item int) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(w ORDER BY w COLLATE "C") FROM unnest(ARRAY[
    format('bars_%s(bigint)', person), format('bars_%s(text,integer)', item),
    format('guard_%s_1()', person), format('guard_%s_2()', person),
    format('reeve_guard_%s_1 "Odd Shop".deal', person),
    format('reeve_guard_%s_2 "Odd Shop"."Big ""note"""', person),
    format('reeve_bar_%s_1_insert "Odd Shop"."Big ""note"""', item),
    format('reeve_bar_%s_1_update "Odd Shop"."Big ""note"""', item),
    'reeve_open "Odd Shop"."Big ""note"""', '"Odd Shop"."Big ""note""" rls']) w
$$;
SET LOCAL search_path = pg_catalog, reeve, public;
SELECT public.is(pg_temp.made(), pg_temp.wanted(:person, :item),
  'triggers, policies and their functions are made');
SELECT public.is_empty('SELECT * FROM reeve.catalog_apply(pg_temp.both())',
  'applied again, nothing differs');
SELECT public.is(pg_temp.made(), pg_temp.wanted(:person, :item), 'and nothing is there twice');
RESET search_path;
SELECT is((SELECT count(*)::int FROM pg_trigger WHERE tgname = 'reeve_guard_' || :person || '_1'
  AND tgtype = 1 | 4 | 8), 1, 'the trigger fires on the declared writes only, after each row');
SELECT is_empty($$
  SELECT oid::regprocedure FROM pg_proc WHERE proname ~ '^(bars|guard)_'
    AND obj_description(oid, 'pg_proc') IS NULL$$, 'what is generated has comments');

-- Rights: what the policy needs, no more.
SELECT ok(has_function_privilege('shop_app', format('reeve.bars_%s(text, int)', :item), 'EXECUTE'),
  'a role that writes to the table may evaluate its policy');
SELECT ok(NOT has_function_privilege('shop_app', format('reeve.bars_%s(bigint)', :person),
  'EXECUTE'), 'but not what only a trigger needs');
SELECT ok(NOT has_schema_privilege('shop_app', 'reeve', 'USAGE'),
  'it cannot even name anything of Reeve''s');
SELECT is_empty($$
  SELECT c.oid::regclass FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) p
  WHERE c.relnamespace = 'reeve'::regnamespace
    AND p.grantee IN ('shop_app'::regrole, 'shop_owner'::regrole)$$,
  'the app has no right on a table of Reeve''s');
SELECT is_empty($$
  SELECT p.oid::regprocedure FROM pg_proc p
  CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
  WHERE p.proname ~ '^(bars|guard)_' AND (a.grantee = 0 OR NOT p.prosecdef)$$,
  'PUBLIC may call none of it');
SET SESSION AUTHORIZATION shop_app;
SELECT throws_ok(format('SELECT reeve.bars_%s(''a-1'', 1)', :item), '42501', NULL,
  'nobody of the app can ask about a person');
RESET SESSION AUTHORIZATION;

-- Drift: an app's policies beside the open one would let nobody be kept out.
CREATE POLICY own ON "Odd Shop"."Big ""note""" USING (FALSE);
SELECT is(pg_temp.findings(pg_temp.both()), '{"/collections/item/guards/0/table rls"}',
  'policies of the app''s beside our open one are found');

-- Change and removal.
DROP POLICY own ON "Odd Shop"."Big ""note""";
SELECT reeve.catalog_apply(pg_temp.biting('person', 'policy',
  '[{"table": "deal", "actor": ["buyer_id"], "writes": ["delete"]}]')) \g /dev/null
SELECT is(pg_temp.made(), ARRAY['"Odd Shop".deal rls', format('reeve.bars_%s(bigint)', :person),
  format('reeve_bar_%s_1_delete "Odd Shop".deal', :person), 'reeve_open "Odd Shop".deal'],
  'another way to bite replaces the first; row security ends where it is no longer needed');
SELECT reeve.catalog_apply(pg_temp.manifest()) \g /dev/null
SELECT is(pg_temp.made(), NULL, 'a catalog without guards leaves nothing');

-- A table whose row security is the app's own keeps it.
ALTER TABLE "Odd Shop".deal ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON "Odd Shop".deal USING (TRUE);
SELECT reeve.catalog_apply(pg_temp.biting('person', 'policy',
  '[{"table": "deal", "actor": ["buyer_id"]}]')) \g /dev/null
SELECT is(pg_temp.made(), ARRAY['"Odd Shop".deal rls', 'own "Odd Shop".deal',
  format('reeve.bars_%s(bigint)', :person),
  format('reeve_bar_%s_1_insert "Odd Shop".deal', :person),
  format('reeve_bar_%s_1_update "Odd Shop".deal', :person)],
  'no open policy is put beside the app''s own');
SELECT reeve.catalog_apply(jsonb_set(pg_temp.manifest(), '{collections}',
  (pg_temp.manifest() -> 'collections') - 'person' - 'stall' - 'item' - 'deal'
  || '{"stall": {"table": "stall", "key": ["code"], "label": "t.title", "show": ["code"]}}')
  #- '{actions}' #- '{stale}') \g /dev/null
SELECT is(pg_temp.made(), '{"\"Odd Shop\".deal rls","own \"Odd Shop\".deal"}',
  'a collection gone from the catalog takes its policies along, the app''s own stay');
ALTER TABLE "Odd Shop".deal DISABLE ROW LEVEL SECURITY;
DROP POLICY own ON "Odd Shop".deal;

-- A dropped table leaves no function behind.
SELECT reeve.catalog_apply(pg_temp.biting('person', 'guard',
  '[{"table": "Big \"note\"", "actor": ["The Buyer"]}]')) \g /dev/null
DROP VIEW "Odd Shop".notes;
DROP TABLE "Odd Shop"."Big ""note""";
SELECT is(pg_temp.findings(pg_temp.biting('person', 'guard',
  '[{"table": "Big \"note\"", "actor": ["The Buyer"]}]')),
  '{"/collections/person/guards/0/table missing"}', 'a guarded table that was dropped is found');
SELECT reeve.catalog_apply(pg_temp.manifest()) \g /dev/null
SELECT is(pg_temp.made(), NULL, 'and what was made for it is dropped');
SELECT * FROM finish();
ROLLBACK;
