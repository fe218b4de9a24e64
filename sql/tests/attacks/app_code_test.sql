-- The code of an app is listed without being run, pinned when its catalog is applied, and every
-- change of it is told, whatever kind of code it is and whatever it is named.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(100);
CREATE ROLE pin_owner NOLOGIN;
CREATE ROLE pin_other NOLOGIN;
CREATE SCHEMA "Pin '""d" AUTHORIZATION pin_owner;
SET LOCAL ROLE pin_owner;
SET LOCAL search_path = "Pin '""d";
-- A sequence keeps count of what ran, whatever is rolled back.
CREATE SEQUENCE ran;
CREATE FUNCTION ran() RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN PERFORM nextval('"Pin ''""d".ran'); RETURN TRUE; END $$;
CREATE FUNCTION in_check(text) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN ran();
CREATE FUNCTION in_default() RETURNS text LANGUAGE sql RETURN ran()::text;
CREATE FUNCTION in_generated(text) RETURNS text LANGUAGE sql IMMUTABLE RETURN ran()::text;
CREATE FUNCTION in_index(text) RETURNS text LANGUAGE sql IMMUTABLE RETURN ran()::text;
CREATE FUNCTION in_partial(text) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN ran();
CREATE FUNCTION in_exclusion(int) RETURNS int LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN ran() THEN $1 END;
CREATE FUNCTION in_statistics(text) RETURNS text LANGUAGE sql IMMUTABLE RETURN ran()::text;
CREATE FUNCTION in_policy(int) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN ran();
CREATE FUNCTION in_domain(text) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN ran();
CREATE FUNCTION in_view() RETURNS boolean LANGUAGE sql RETURN ran();
CREATE FUNCTION in_rule() RETURNS boolean LANGUAGE sql RETURN ran();
CREATE FUNCTION in_when(text) RETURNS boolean LANGUAGE sql RETURN ran();
CREATE FUNCTION "By (name" () RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION far() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION near() RETURNS int LANGUAGE plpgsql AS $$BEGIN
  RETURN '"' || "Pin '""d"."By (name"() || FAR(); END$$;
CREATE TYPE mood AS ENUM ('good', 'bad');
CREATE FUNCTION in_cast(mood) RETURNS text LANGUAGE sql IMMUTABLE RETURN ran()::text;
CREATE CAST (mood AS text) WITH FUNCTION in_cast(mood);
CREATE FUNCTION in_operator(mood, int) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN ran();
CREATE OPERATOR === (LEFTARG = mood, RIGHTARG = int, FUNCTION = in_operator);
CREATE DOMAIN short AS text CONSTRAINT short_enough CHECK (in_domain(VALUE));
CREATE TYPE span AS RANGE (subtype = int);
CREATE TABLE "it""em"(
  id int PRIMARY KEY,
  title text DEFAULT in_default() CONSTRAINT titled CHECK (in_check(title)),
  made text GENERATED ALWAYS AS (in_generated(title)) STORED,
  short short, mood mood, span span,
  CONSTRAINT alike EXCLUDE USING btree ((in_exclusion(id)) WITH =)
);
CREATE INDEX by_expression ON "it""em"((in_index(title)));
CREATE INDEX by_part ON "it""em"(title) WHERE in_partial(title);
CREATE STATISTICS by_both ON (in_statistics(title)), id FROM "it""em";
CREATE FUNCTION "touch '""; --"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM near(); INSERT INTO "log" DEFAULT VALUES; RETURN NEW; END $$;
CREATE TRIGGER "t'""; --" BEFORE UPDATE ON "it""em" FOR EACH ROW WHEN (in_when(NEW.title))
  EXECUTE FUNCTION "touch '""; --"();
CREATE POLICY own ON "it""em" USING (in_policy(id));
CREATE TABLE "log"(at timestamptz DEFAULT now());
CREATE RULE also AS ON UPDATE TO "log" DO ALSO SELECT in_rule();
CREATE TABLE part(id int PRIMARY KEY REFERENCES "it""em" ON DELETE CASCADE);
CREATE FUNCTION on_part() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER on_part AFTER DELETE ON part FOR EACH ROW EXECUTE FUNCTION on_part();
CREATE TABLE whole(id int PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE whole_1 PARTITION OF whole FOR VALUES FROM (0) TO (10);
CREATE VIEW seen AS SELECT id, title FROM "it""em" WHERE in_view();
CREATE TABLE apart(id int PRIMARY KEY, n int DEFAULT 1);
CREATE FUNCTION prune(max_rows int) RETURNS int LANGUAGE sql SECURITY DEFINER
  SET search_path = "Pin '""d", pg_temp AS 'SELECT 0';
RESET ROLE;
RESET search_path;

CREATE FUNCTION pg_temp.manifest() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('app', 'pin', 'schema', 'Pin ''"d', 'owner', 'pin_owner',
    'title', 'Pin', 'tasks', '{"prune": {"function": "prune"}}'::jsonb, 'collections',
    jsonb_object_agg(c.name, jsonb_build_object('table', c.name, 'key', '["id"]'::jsonb,
      'label', 't.id::text', 'show', '["id"]'::jsonb)))
  FROM (VALUES ('it"em'), ('whole'), ('seen')) c(name)
$$;
INSERT INTO reeve.app(app, title, schema_name, owner_name, manifest, applied_by)
VALUES ('pin', 'Pin', 'Pin ''"d', 'pin_owner', pg_temp.manifest(), 'test');

CREATE FUNCTION pg_temp.told() RETURNS text[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(concat(CASE WHEN c.is_red THEN 'RED ' END, c.change, ' ', c.kind, ' ',
    replace(c.object, '"Pin ''""d".', '')) ORDER BY c.kind, c.object), '{}')
  FROM reeve.app_code_changes(pg_temp.manifest()) c
$$;

-- What is told after statements of the app's owner, or of somebody else, which are then undone.
CREATE FUNCTION pg_temp.after(statements text, who text DEFAULT 'pin_owner') RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
  told text[];
BEGIN
  BEGIN
    EXECUTE format('SET LOCAL ROLE %I', who);
    EXECUTE 'SET LOCAL search_path = "Pin ''""d"';
    EXECUTE statements;
    EXECUTE 'RESET ROLE';
    EXECUTE 'RESET search_path';
    told := pg_temp.told();
    RAISE SQLSTATE 'XX999';
  EXCEPTION WHEN SQLSTATE 'XX999' THEN
    NULL;
  END;
  RETURN told;
END
$$;

CREATE FUNCTION pg_temp.has(statements text, line text, about text, who text DEFAULT 'pin_owner')
RETURNS text LANGUAGE sql AS $$
  SELECT ok(line = ANY (a.told), about)
    || CASE WHEN line = ANY (a.told) THEN '' ELSE E'\n' || diag(a.told::text) END
  FROM (SELECT pg_temp.after(statements, who)) a(told)
$$;

CREATE FUNCTION pg_temp.has_not(
  statements text, part text, about text, who text DEFAULT 'pin_owner')
RETURNS text LANGUAGE sql AS $$
  SELECT ok(position(part IN a.told::text) = 0, about)
    || CASE WHEN position(part IN a.told::text) = 0 THEN '' ELSE E'\n' || diag(a.told::text) END
  FROM (SELECT pg_temp.after(statements, who)) a(told)
$$;

SELECT setval('"Pin ''""d".ran', 1, FALSE) \g /dev/null
SELECT is((SELECT array_agg(replace(c.object, '"Pin ''""d".', '') || ' ' || c.note)
    FROM reeve.app_code_apply(pg_temp.manifest(), TRUE) c WHERE c.note LIKE 'RED: %'),
  '{code function prune(integer) RED: SECURITY DEFINER; has a SET clause}',
  'a dry run tells what is alarming one by one');
SELECT is_empty($$SELECT * FROM reeve.app_code_pin WHERE app = 'pin'$$, 'and pins nothing');
SELECT matches(string_agg(c.object, ' '), 'code: \d+ more objects', 'the rest is counted')
FROM reeve.app_code_apply(pg_temp.manifest(), FALSE) c;
SELECT cmp_ok((SELECT count(*) FROM reeve.app_code_pin WHERE app = 'pin'), '>', 35::bigint,
  'what is applied is pinned');
SELECT is(pg_temp.told(), '{}', 'what did not change is not told');
SELECT is((SELECT is_called FROM "Pin '""d".ran), FALSE, 'nothing of it ran');

-- Each kind: what is told of it when it changes.
SELECT pg_temp.has($$CREATE OR REPLACE FUNCTION far() RETURNS int LANGUAGE sql AS 'SELECT 2'$$,
  'change function far()', 'a function that a string body calls in capitals');
SELECT pg_temp.has($$CREATE OR REPLACE FUNCTION "By (name"() RETURNS int LANGUAGE sql AS
  'SELECT 2'$$, 'change function "By (name"()', 'one whose name is quoted, behind a stray quote');
SELECT pg_temp.has(format('CREATE OR REPLACE FUNCTION %I(%s) RETURNS %s LANGUAGE sql IMMUTABLE '
    'AS %L', n.name, n.arguments, n.type, format('SELECT NULL::%s', n.type)),
  format('change function %s(%s)', n.name, n.told), n.about)
FROM (VALUES
  ('in_check', 'text', 'boolean', 'pg_catalog.text', 'a function of a CHECK constraint'),
  ('in_default', '', 'text', '', 'of a default'),
  ('in_generated', 'text', 'text', 'pg_catalog.text', 'of a generated column'),
  ('in_index', 'text', 'text', 'pg_catalog.text', 'of an expression index'),
  ('in_partial', 'text', 'boolean', 'pg_catalog.text', 'of a partial index'),
  ('in_exclusion', 'int', 'int', 'integer', 'of an exclusion constraint'),
  ('in_statistics', 'text', 'text', 'pg_catalog.text', 'of statistics'),
  ('in_policy', 'int', 'boolean', 'integer', 'of a policy'),
  ('in_domain', 'text', 'boolean', 'pg_catalog.text', 'of a domain'),
  ('in_view', '', 'boolean', '', 'of a view'),
  ('in_rule', '', 'boolean', '', 'of a rule on a table that a trigger writes to'),
  ('in_when', 'text', 'boolean', 'pg_catalog.text', 'of the condition of a trigger'),
  ('ran', '', 'boolean', '', 'of functions with parsed bodies'))
  n(name, arguments, type, told, about);
SELECT pg_temp.has(s.statements, s.told, s.about)
FROM (VALUES
  ('CREATE OR REPLACE FUNCTION in_cast(mood) RETURNS text LANGUAGE sql IMMUTABLE RETURN '''' ',
    'change function in_cast(mood)', 'a function of a cast'),
  ('CREATE OR REPLACE FUNCTION in_operator(mood, int) RETURNS boolean LANGUAGE sql IMMUTABLE '
    'RETURN TRUE', 'change function in_operator(mood,integer)', 'of an operator'),
  ('CREATE OR REPLACE FUNCTION on_part() RETURNS trigger LANGUAGE plpgsql AS ''BEGIN END''',
    'change function on_part()', 'of a trigger of a table that a deletion cascades to'),
  ('CREATE OR REPLACE FUNCTION prune(max_rows int) RETURNS int LANGUAGE sql SECURITY DEFINER '
    'SET search_path = pg_temp AS ''SELECT 0''', 'RED change function prune(integer)',
    'a task''s function'),
  ('ALTER FUNCTION far() STABLE', 'change function far()', 'volatility'),
  ('ALTER FUNCTION far() SECURITY DEFINER', 'RED change function far()', 'SECURITY DEFINER'),
  ('ALTER FUNCTION far() SET work_mem = ''1MB''', 'RED change function far()', 'a SET clause'),
  ('ALTER TABLE "it""em" DISABLE TRIGGER "t''""; --"',
    'change trigger "t''""; --" on "it""em"', 'a trigger that is disabled'),
  ('DROP TRIGGER on_part ON part', 'drop trigger on_part on part', 'a trigger that is gone'),
  ('CREATE TRIGGER "n;" AFTER INSERT ON whole_1 EXECUTE FUNCTION on_part()',
    'add trigger "n;" on whole_1', 'a trigger of a partition'),
  ('CREATE TRIGGER cloned AFTER INSERT ON whole FOR EACH ROW EXECUTE FUNCTION on_part()',
    'add trigger cloned on whole_1', 'a trigger that a partition inherits'),
  ('CREATE TABLE heir() INHERITS ("log"); CREATE TRIGGER h AFTER UPDATE ON heir '
    'EXECUTE FUNCTION on_part()', 'add trigger h on heir', 'a trigger of a table that inherits'),
  ('CREATE TRIGGER instead INSTEAD OF UPDATE ON seen FOR EACH ROW EXECUTE FUNCTION on_part()',
    'add trigger instead on seen', 'a trigger of a view'),
  ('CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON "it""em" DEFERRABLE FOR EACH ROW '
    'EXECUTE FUNCTION on_part()', 'RED add trigger late on "it""em"', 'a deferrable trigger'),
  ('CREATE RULE never AS ON DELETE TO "it""em" DO INSTEAD NOTHING', 'add rule never on "it""em"',
    'a rule'),
  ('DROP RULE also ON "log"', 'drop rule also on log', 'a rule that is gone'),
  ('ALTER TABLE "log" DISABLE RULE also', 'change rule also on log', 'a rule that is disabled'),
  ('ALTER POLICY own ON "it""em" USING (FALSE)', 'change policy own on "it""em"', 'a policy'),
  ('ALTER POLICY own ON "it""em" TO pin_owner', 'change policy own on "it""em"', 'whom it binds'),
  ('CREATE POLICY reeve_open ON "it""em" USING (in_view())',
    'add policy reeve_open on "it""em"', 'a policy with a name of ours'),
  ('ALTER TABLE "it""em" ENABLE ROW LEVEL SECURITY', 'add table "it""em"', 'row security'),
  ('ALTER TABLE "it""em" FORCE ROW LEVEL SECURITY', 'add table "it""em"',
    'row security of the owner'),
  ('ALTER TABLE "it""em" ALTER title SET DEFAULT ''b''', 'change default value for "it""em".title',
    'a default'),
  ('ALTER TABLE "it""em" ADD more int DEFAULT 1', 'add default value for "it""em".more',
    'a default of a new column'),
  ('ALTER TABLE "it""em" DROP made, ADD made text GENERATED ALWAYS AS (title) STORED',
    'change generated column for "it""em".made', 'a generated column'),
  ('ALTER TABLE "it""em" ADD CONSTRAINT more CHECK (id > 0) NOT VALID',
    'add check constraint more on "it""em"', 'a CHECK constraint'),
  ('ALTER TABLE "it""em" DROP CONSTRAINT alike',
    'drop exclusion constraint alike on "it""em"', 'an exclusion constraint'),
  ('ALTER TABLE "it""em" ADD CONSTRAINT far EXCLUDE USING btree ((in_exclusion(id)) WITH =) '
    'DEFERRABLE', 'RED add exclusion constraint far on "it""em"',
    'a deferrable one over a function'),
  ('ALTER TABLE "it""em" ADD CONSTRAINT near EXCLUDE USING btree ((abs(id)) WITH =) DEFERRABLE',
    'add exclusion constraint near on "it""em"', 'one over a function of PostgreSQL''s is not red'),
  ('ALTER TABLE "it""em" ADD CONSTRAINT once UNIQUE (title) DEFERRABLE',
    'add unique constraint once on "it""em"', 'a deferrable unique constraint is not red'),
  ('ALTER TABLE "it""em" ADD CONSTRAINT up FOREIGN KEY (id) REFERENCES whole DEFERRABLE '
    'INITIALLY DEFERRED', 'add foreign key up on "it""em"',
    'nor is a deferrable foreign key, such as Django''s'),
  ('CREATE TABLE down(id int REFERENCES "it""em" ON UPDATE CASCADE, n int DEFAULT 1)',
    'add default value for down.n', 'a table that a foreign key carries a change on to'),
  ('CREATE CAST (mood AS int) WITH FUNCTION pg_catalog.hashenum(anyenum) AS IMPLICIT',
    'RED add cast (mood AS integer)', 'a cast'),
  ('CREATE INDEX more ON part((id + 1))', 'add index more', 'an expression index'),
  ('DROP INDEX by_part', 'drop index by_part', 'a partial index'),
  ('DROP STATISTICS by_both', 'drop statistics object by_both', 'statistics'),
  ('ALTER DOMAIN short DROP CONSTRAINT short_enough', 'drop check constraint short_enough on short',
    'a constraint of a domain'),
  ('ALTER DOMAIN short SET DEFAULT ''x''', 'change domain short', 'a domain'),
  ('DROP CAST (mood AS text)', 'drop cast (mood AS pg_catalog.text)', 'a cast that is gone'),
  ('DROP OPERATOR === (mood, int)', 'drop operator ===(mood,integer)', 'an operator'),
  ('CREATE OR REPLACE VIEW seen AS SELECT id, title FROM "it""em"', 'change view seen', 'a view'),
  ('ALTER VIEW seen SET (security_invoker)', 'change view seen', 'an option of a view'),
  ('CREATE AGGREGATE far(int) (SFUNC = pg_catalog.int4pl, STYPE = int)',
    'add aggregate far(integer)', 'an aggregate'),
  ('CREATE FUNCTION far(text) RETURNS int LANGUAGE sql AS ''SELECT 3''',
    'add function far(pg_catalog.text)', 'another function of a name that is called'))
  s(statements, told, about);
SELECT pg_temp.has(s.statements, s.told, s.about, 'postgres')
FROM (VALUES
  ('CREATE FUNCTION on_ddl() RETURNS event_trigger LANGUAGE plpgsql AS ''BEGIN END''; '
    'CREATE EVENT TRIGGER eve ON ddl_command_end EXECUTE FUNCTION on_ddl()',
    'RED add event trigger eve', 'an event trigger'),
  ('ALTER FUNCTION far() OWNER TO postgres', 'RED change function far()',
    'a function of a superuser'),
  ('ALTER FUNCTION far() OWNER TO randevoo_owner', 'RED change function far()',
    'a function of another app''s owner'),
  ('ALTER FUNCTION far() OWNER TO pin_other', 'change function far()', 'another owner'),
  ('ALTER TABLE part OWNER TO pin_other', 'add table part', 'another owner of a table'),
  ('ALTER EXTENSION pg_trgm ADD FUNCTION "Pin ''""d".far(); '
    'ALTER FUNCTION "Pin ''""d".far() STABLE', 'change function far()',
    'what an app''s owner hides in an extension'))
  s(statements, told, about);

SELECT is(pg_temp.after($$ALTER TABLE apart ALTER n SET DEFAULT 2;
  CREATE FUNCTION alone() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'$$), '{}',
  'what nothing leads to is not told');
SELECT is(pg_temp.after($$COMMENT ON TABLE "it""em" IS 'x'; GRANT SELECT ON "it""em" TO pin_other;
  ANALYZE "it""em"; INSERT INTO "it""em"(id) VALUES (1)$$), '{}',
  'nor are comments, grants, statistics and rows');
SELECT is((SELECT is_called FROM "Pin '""d".ran), TRUE, 'a row does run the app''s code');

SET LOCAL "TimeZone" = 'Asia/Tokyo';
SET LOCAL "DateStyle" = 'SQL, DMY';
SET LOCAL quote_all_identifiers = on;
SET LOCAL search_path = "Pin '""d", public;
SELECT is(pg_temp.told(), '{}', 'what the session has set does not matter');
RESET search_path;
RESET quote_all_identifiers;

-- The sources of functions.
CREATE FUNCTION pg_temp.alarms(body text) RETURNS text[] LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION pg_temp.it() RETURNS void LANGUAGE plpgsql AS %L',
    'BEGIN ' || body || ' END');
  RETURN reeve.app_code_alarms('pg_temp.it()'::regprocedure);
END
$$;
SELECT is(pg_temp.alarms(s.body), s.alarms, s.body)
FROM (VALUES
  ('PERFORM set_config(''role'', ''x'', FALSE);', '{sets settings}'::text[]),
  ('sEt /* x */ role x;', '{sets settings}'),
  ('RETURN; SET work_mem = 1;', '{sets settings}'),
  ('EXECUTE ''SET work_mem = 1'';', '{sets settings}'),
  ('PERFORM ''--''; SET LOCAL work_mem = 1;', '{sets settings}'),
  ('UPDATE pg_settings SET setting = 1;', '{sets settings}'),
  ('UPDATE t SET a = 1, b = 2;', '{}'),
  ('INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 1;', '{}'),
  ('PERFORM public.dblink_exec(''x'', ''y'');', '{connects elsewhere}'),
  ('PERFORM lo_import(''/etc/passwd'');', '{writes large objects}'),
  ('NOTIFY x;', '{notifies or listens}'),
  ('PERFORM pg_advisory_lock(1);', '{takes advisory locks}'),
  ('ALTER ROLE CURRENT_USER PASSWORD ''x'';', '{"alters roles, the database or the server"}'),
  ('COPY t FROM PROGRAM ''id'';', '{"reads or runs files"}'),
  ('PERFORM pg_sleep(1);', '{"waits or ends processes"}')) s(body, alarms);

-- What another app names like a word in this one's code is none of its code.
CREATE SCHEMA pin_else AUTHORIZATION pin_other;
GRANT USAGE ON SCHEMA pin_else TO PUBLIC;
SELECT pg_temp.has_not($$
  CREATE FUNCTION pin_else.near() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';
  CREATE TABLE pin_else.log(n int);
  CREATE DOMAIN pin_else.far AS int;
  GRANT ALL ON ALL TABLES IN SCHEMA pin_else TO PUBLIC$$, 'pin_else',
  'what another app names like a word in the source of a function', 'pin_other');
SELECT pg_temp.has_not($$
  CREATE OR REPLACE FUNCTION "Pin '""d".near() RETURNS int LANGUAGE plpgsql AS
    'BEGIN RETURN pin_else.pin_far(); END';
  RESET ROLE;
  REVOKE USAGE ON SCHEMA pin_else FROM PUBLIC;
  SET ROLE pin_other;
  CREATE FUNCTION pin_else.pin_far() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'$$,
  'pin_else', 'nor what its code names and may not use');
SELECT pg_temp.has($$
  CREATE OR REPLACE FUNCTION "Pin '""d".near() RETURNS int LANGUAGE plpgsql AS
    'BEGIN RETURN pin_else.pin_far(); END';
  RESET ROLE;
  SET ROLE pin_other;
  CREATE FUNCTION pin_else.pin_far() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'$$,
  'RED add function pin_else.pin_far()', 'what its code names there with the schema is');
RESET ROLE;

-- What would run at COMMIT.
SELECT is(reeve.app_code_deferred(ARRAY['"Pin ''""d"."it""em"'::regclass]::oid[]), NULL,
  'nothing of the app''s is deferrable');
SET LOCAL ROLE pin_owner;
SET LOCAL search_path = "Pin '""d";
CREATE TABLE django(id int PRIMARY KEY, item_id int REFERENCES "it""em"
  DEFERRABLE INITIALLY DEFERRED, UNIQUE (item_id) DEFERRABLE);
CREATE TABLE leaf(id int REFERENCES part ON DELETE CASCADE);
RESET search_path;
RESET ROLE;
SELECT is(reeve.app_code_deferred(ARRAY['"Pin ''""d".django', '"Pin ''""d"."it""em"']
  ::regclass[]::oid[]), NULL, 'foreign keys and keys are PostgreSQL''s own');
SET LOCAL ROLE pin_owner;
SET LOCAL search_path = "Pin '""d";
CREATE CONSTRAINT TRIGGER late AFTER DELETE ON leaf DEFERRABLE FOR EACH ROW
  EXECUTE FUNCTION on_part();
CREATE FUNCTION as_int(mood) RETURNS int LANGUAGE sql IMMUTABLE RETURN 1;
CREATE CAST (mood AS int) WITH FUNCTION as_int(mood) AS IMPLICIT;
CREATE TABLE sly(m mood CONSTRAINT sly_fkey REFERENCES apart DEFERRABLE);
ALTER TABLE whole ADD n int, ADD CONSTRAINT w UNIQUE (id, n) DEFERRABLE;
ALTER TABLE whole_1 ADD CONSTRAINT x EXCLUDE USING btree ((in_exclusion(n)) WITH =) DEFERRABLE;
RESET search_path;
RESET ROLE;
SELECT is(reeve.app_code_deferred(ARRAY[t.name::regclass]::oid[]), ARRAY[t.told], t.about)
FROM (VALUES
  ('"Pin ''""d"."it""em"', 'late on "Pin ''""d".leaf',
    'a trigger two foreign keys further is named'),
  ('"Pin ''""d".sly', 'sly_fkey on "Pin ''""d".sly',
    'a foreign key that compares through a cast of the app''s'),
  ('"Pin ''""d".whole', 'x on "Pin ''""d".whole_1', 'an exclusion constraint of a partition'))
  t(name, told, about);

-- Many tables.
SET LOCAL ROLE pin_owner;
DO $$
BEGIN
  FOR i IN 1 .. 1000 LOOP
    EXECUTE format('CREATE TABLE "Pin ''""d".t%s(id int PRIMARY KEY, n text DEFAULT ''x'' '
      'CHECK (n <> ''''), p int REFERENCES "Pin ''""d".apart ON DELETE CASCADE)', i);
  END LOOP;
END
$$;
RESET ROLE;
CREATE TEMP TABLE took AS
SELECT clock_timestamp() AS at, (
  SELECT count(*) FROM reeve.app_code(jsonb_set(pg_temp.manifest(), '{collections,apart}',
    '{"table": "apart"}'))) AS pieces;
SELECT cmp_ok(pieces, '>', 2000::bigint, '1000 tables are followed') FROM took;
SELECT cmp_ok(clock_timestamp() - at, '<', interval '20 s', 'within seconds') FROM took;
SELECT * FROM finish();
ROLLBACK;
