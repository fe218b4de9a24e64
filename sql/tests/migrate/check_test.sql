-- A copy within the database and one to another refuse the same sources, in the same words.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(13);
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop".old(
  id int CONSTRAINT old_pkey PRIMARY KEY, title text, float_id float8 NOT NULL UNIQUE);
CREATE TABLE "Odd Shop".new(id int PRIMARY KEY, title text, float_id float8 NOT NULL UNIQUE);
CREATE FUNCTION "Odd Shop".pass() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
RESET ROLE;
CREATE ROLE shop_guest IN ROLE reeve_owner, reeve_access;

CREATE FUNCTION pg_temp.mapping(edit jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE sql AS $$
  SELECT '{"app": "shop", "copy": "old", "source": {"schema": "Odd Shop", "table": "old"},
    "target": {"schema": "Odd Shop", "table": "new"}, "key": ["id"], "columns": {
      "id": {"from": "id"}, "title": {"from": "title"}, "float_id": {"from": "float_id"}}}'::jsonb
    || edit
$$;

-- As another database would answer that has the same target.
CREATE FUNCTION pg_temp.facts() RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  facts jsonb;
BEGIN
  EXECUTE reeve.remote_inspect(pg_temp.mapping()) INTO facts;
  RETURN facts || '{"place": [0, 0], "is_superuser": false}';
END
$$;

-- What each kind says of the source; only the one within the database moves its name.
CREATE FUNCTION pg_temp.here(edit jsonb DEFAULT '{}') RETURNS SETOF text LANGUAGE sql AS $$
  SELECT concat_ws(' ', c.path, c.code, c.message)
  FROM reeve.migrate_check(pg_temp.mapping(edit)) c
  WHERE c.path !~ '^/target' AND c.code <> 'depends' ORDER BY 1
$$;

CREATE FUNCTION pg_temp.elsewhere(edit jsonb DEFAULT '{}') RETURNS SETOF text LANGUAGE sql AS $$
  SELECT concat_ws(' ', c.path, c.code, c.message)
  FROM reeve.remote_check(pg_temp.mapping(edit), pg_temp.facts()) c
  WHERE c.path !~ '^/target' ORDER BY 1
$$;

-- Both refuse the source in these words, after a statement.
CREATE FUNCTION pg_temp.refused(statement text, words text[], edit jsonb DEFAULT '{}')
RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  here text[];
  elsewhere text[];
BEGIN
  BEGIN
    EXECUTE statement;
    here := ARRAY(SELECT pg_temp.here(edit));
    elsewhere := ARRAY(SELECT pg_temp.elsewhere(edit));
    RAISE EXCEPTION USING ERRCODE = 'P0004';
  EXCEPTION WHEN assert_failure THEN
    RETURN NEXT is(ROW(here, elsewhere)::text, ROW(words, words)::text, words[1]);
  END;
END
$$;

SELECT is_empty('SELECT pg_temp.here() UNION ALL SELECT pg_temp.elsewhere()', 'a sound source');
SELECT pg_temp.refused('', '{/app missing the catalog of app none is not applied here}',
  '{"app": "none"}');
SELECT pg_temp.refused('', '{/source missing there is no table \"Odd Shop\".nothing}',
  '{"source": {"schema": "Odd Shop", "table": "nothing"}}');
SELECT pg_temp.refused('CREATE VIEW "Odd Shop".shown AS SELECT 1 AS id',
  '{/source type \"Odd Shop\".shown is not a table}',
  '{"source": {"schema": "Odd Shop", "table": "shown"}}');
SELECT pg_temp.refused('ALTER TABLE "Odd Shop".old DROP CONSTRAINT old_pkey',
  ARRAY['/key key "Odd Shop".old has no unique index on exactly (id), all NOT NULL']);
SELECT pg_temp.refused('',
  '{/key/0 type a key of type double precision has no exact text}', '{"key": ["float_id"]}');
SELECT pg_temp.refused('CREATE TABLE "Odd Shop".heir() INHERITS ("Odd Shop".old)',
  '{/source unseen '
  '\"Odd Shop\".old is inherited from: triggers do not see what goes into the other tables. Move '
  'their rows into it\, or make it a partitioned table}');
SELECT pg_temp.refused('CREATE RULE odd AS ON UPDATE TO "Odd Shop".old DO ALSO NOTHING', ARRAY[
  '/source unseen "Odd Shop".old has rules, which would change what the copy writes to it: '
  'make triggers of them']);
SELECT pg_temp.refused($$INSERT INTO pg_subscription_rel(srsubid, srrelid, srsubstate)
  VALUES (1, '"Odd Shop".old'::regclass, 'r')$$, '{/source unseen a subscription writes '
  '\"Odd Shop\".old as a replica\, which fires no triggers}');
SELECT pg_temp.refused('CREATE TRIGGER reeve_guard_ban BEFORE INSERT ON "Odd Shop".old '
  'FOR EACH ROW EXECUTE FUNCTION "Odd Shop".pass()', '{/source unseen bans are enforced by a guard '
  'on \"Odd Shop\".old\, which does not move: apply a catalog without it}');
SELECT pg_temp.refused('ALTER TABLE "Odd Shop".old ENABLE ROW LEVEL SECURITY', ARRAY[
  '/source unseen row security may hide rows of "Odd Shop".old from reeve_writer_shop: '
  'CREATE POLICY reeve_copies ON "Odd Shop".old TO reeve_writer_shop USING (TRUE) '
  'WITH CHECK (TRUE)']);
SELECT pg_temp.refused('SET LOCAL SESSION AUTHORIZATION shop_guest', ARRAY[
  '/source owner you are not a member of shop_owner, which owns "Odd Shop".old']);
SELECT results_eq($$
    SELECT bool_and(octet_length(p.table_name || '_view') < 64), count(DISTINCT p.table_name)
    FROM reeve.migrate_parts(pg_temp.mapping(jsonb_build_object('source', jsonb_build_object(
      'schema', 'Odd Shop', 'table', repeat('é', 31) || 'a', 'parts', jsonb_build_object(
        'one', jsonb_build_object('table', repeat('é', 31) || 'b', 'key', 'id'),
        'two', jsonb_build_object('table', repeat('é', 31) || 'c', 'key', 'id'))))),
      'source', NULL, '_before_2147483647') p
  $$, $$ VALUES (TRUE, 3::bigint) $$,
  'tables with long names that begin alike are kept under different names, with room to spare');
SELECT * FROM finish();
ROLLBACK;
