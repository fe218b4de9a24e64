-- What an app's logins and code may call tells nothing of another app, and writes nothing: every
-- function that PUBLIC, reeve_app, reeve_access or an app's role may execute is called with the
-- names of another app's rows, before these are there and after.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT no_plan();

-- Findspot's: a login of its servers, its owner, and its code; and a login that may connect alone.
CREATE ROLE foreign_web LOGIN IN ROLE findspot_app, reeve_app;
CREATE ROLE foreign_owner LOGIN IN ROLE findspot_owner, reeve_app;
CREATE ROLE foreign_none LOGIN;
CREATE TEMP TABLE caller AS
SELECT unnest('{foreign_web,foreign_owner,foreign_none,reeve_writer_findspot,reeve_reader_findspot}'
  ::text[]) AS login;
-- Randevoo's own, for the control.
CREATE ROLE foreign_home LOGIN IN ROLE randevoo_app, reeve_app;
-- As in a database whose apps are in schemas that everybody may use.
GRANT USAGE ON SCHEMA randevoo TO PUBLIC;

CREATE TEMP TABLE callable AS
SELECT p.oid AS id, p.oid::regprocedure::text AS name, p.proname, p.prorettype = 'trigger'::regtype
  AS is_trigger
FROM pg_proc p
WHERE p.pronamespace IN (SELECT n.oid FROM pg_namespace n WHERE n.nspname ~ '^reeve')
  AND p.prokind = 'f' AND EXISTS (
    SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
    WHERE x.grantee <> p.proowner AND (x.grantee IN (0, 'reeve_app'::regrole,
        'reeve_access'::regrole)
      OR x.grantee IN (SELECT reeve.app_logins(a.app) FROM reeve.app a)
      OR pg_get_userbyid(x.grantee) ~ '^reeve_(writer|reader)_'));
SELECT isnt_empty($$SELECT FROM callable WHERE proname = 'report_file'$$,
  'there is something to call');

-- Arguments, by name or else by type: they name a person of Randevoo, 4711, an action against them
-- of that number, and a flag that may have seen them.
CREATE TEMP TABLE given(name text, type regtype, value text);
INSERT INTO given VALUES
  ('app', 'text', '''randevoo'''), ('collection', 'text', '''user'''),
  ('action', 'text', '''A4711'''),
  ('appellant', 'text', '''user:4711'''), ('reporter', 'text', '''user:4711'''),
  ('person', 'text', '''user:4711'''), (NULL, 'timestamptz', 'clock_timestamp()'),
  ('policy', 'text', 'NULL'), (NULL, 'text', '''4711'''), (NULL, 'text[]', '''{4711}'''),
  ('flag_id', 'int', (SELECT min(f.flag_id)::text FROM reeve.flag f WHERE f.app = 'randevoo')),
  (NULL, 'int', '4711'), (NULL, 'bigint', '4711'), (NULL, 'int[]', '''{4711}'''),
  (NULL, 'float8', '47.11'),
  (NULL, 'bigint[]', '''{4711}'''), (NULL, 'boolean', 'TRUE'), (NULL, 'regconfig', '''english'''),
  (NULL, 'regdictionary[]', '''{english_stem}'''),
  (NULL, 'jsonb', '''{"app": "randevoo", "collection": "user", "key": "4711", "keys": ["4711"]}''');
CREATE TEMP TABLE call AS
SELECT c.*, format('%s(%s)', c.id::regproc, (
    SELECT string_agg(v.value, ', ' ORDER BY a.place)
    FROM unnest(p.proargtypes::oid[], p.proargnames) WITH ORDINALITY a(type, name, place)
    CROSS JOIN LATERAL (
      SELECT g.value FROM given g WHERE g.type = a.type AND coalesce(g.name, a.name) = a.name
      ORDER BY g.name NULLS LAST LIMIT 1) v
    WHERE a.type IS NOT NULL)) AS statement,
  ARRAY(
    SELECT t::regtype FROM unnest(p.proargtypes::oid[]) t
    EXCEPT SELECT g.type FROM given g WHERE g.name IS NULL) AS unknown
FROM callable c JOIN pg_proc p ON p.oid = c.id
WHERE NOT c.is_trigger;
SELECT is_empty('SELECT name, unknown FROM call WHERE unknown <> ''{}''',
  'there is a value for every argument');

-- What a call says to a login: its rows, or its error.
CREATE FUNCTION pg_temp.said(login text, statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  answer text;
  detail text;
  hint text;
BEGIN
  EXECUTE format('SET SESSION AUTHORIZATION %I', login);
  BEGIN
    EXECUTE format('SELECT string_agg(r::text, E''\n'') FROM %s r', statement) INTO answer;
  EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    answer := concat_ws(' | ', SQLSTATE, SQLERRM, detail, hint);
  END;
  RESET SESSION AUTHORIZATION;
  RETURN answer;
END
$$;
CREATE FUNCTION pg_temp.all_said(number text) RETURNS TABLE(login text, name text, answer text)
LANGUAGE sql AS $$
  SELECT w.login, c.name, replace(pg_temp.said(w.login, replace(c.statement, '4711', number)),
    number, '4711')
  FROM caller w CROSS JOIN call c
$$;
-- Every row of Reeve's and of the other app, and every sequence.
CREATE FUNCTION pg_temp.state() RETURNS TABLE(relation text, digest text) LANGUAGE plpgsql AS $$
BEGIN
  FOR relation IN
    SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'S') AND (n.nspname ~ '^reeve' OR n.nspname = 'randevoo')
  LOOP
    EXECUTE format('SELECT md5(string_agg(t::text, '','' ORDER BY t::text))
      FROM (SELECT * FROM %s) t', relation) INTO digest;
    RETURN NEXT;
  END LOOP;
END
$$;

CREATE TEMP TABLE empty_state AS SELECT * FROM pg_temp.state();
CREATE TEMP TABLE empty_said AS SELECT * FROM pg_temp.all_said('4711');
SELECT set_eq('SELECT * FROM pg_temp.state()', 'SELECT * FROM empty_state',
  'nothing is written about what is not there');

INSERT INTO randevoo.users(id, first_name, provider)
OVERRIDING SYSTEM VALUE VALUES (4711, 'Una', 'google');
INSERT INTO reeve.action(action_id, verb, collection_id, key, actor) OVERRIDING SYSTEM VALUE
SELECT 4711, 'warn', c.collection_id, '4711', 'somebody' FROM reeve.collection c
WHERE c.app = 'randevoo' AND c.name = 'user';
INSERT INTO reeve.strike(action_id, collection_id, key)
SELECT a.action_id, a.collection_id, a.key FROM reeve.action a WHERE a.action_id = 4711;
INSERT INTO reeve.flag_hit(flag_id, key, mark, upto, report_id)
SELECT min(f.flag_id), '4711', 1, now(), 1 FROM reeve.flag f WHERE f.app = 'randevoo';
SET SESSION AUTHORIZATION foreign_home;
SELECT ok(reeve.report_file('randevoo', 'user', '4711', 'rude', reporter => 'user:4711') > 0,
  'the app''s own login reports');
SELECT throws_ok($$SELECT reeve.report_file('randevoo', 'user', '4712')$$, 'RV004', NULL,
  '… and learns who is not there');
RESET SESSION AUTHORIZATION;

CREATE TEMP TABLE full_state AS SELECT * FROM pg_temp.state();
SELECT results_ne('SELECT * FROM full_state ORDER BY 1', 'SELECT * FROM empty_state ORDER BY 1',
  'the comparison sees a report');
CREATE TEMP TABLE full_said AS SELECT * FROM pg_temp.all_said('4711');
SELECT set_eq('SELECT * FROM pg_temp.state()', 'SELECT * FROM full_state',
  'nothing is written about what is there');
SELECT bag_eq('SELECT * FROM full_said', 'SELECT * FROM empty_said',
  'nobody is told whether it is there');
SELECT bag_eq($$SELECT * FROM full_said$$, $$SELECT * FROM pg_temp.all_said('4712')$$,
  'nor from two that differ in that alone');
SELECT is_empty($$SELECT f.* FROM full_said f WHERE f.name ~ '^reeve.(report_file|appeal_open)'
    AND f.answer !~ '^(42501|RV002) '$$, 'reports and appeals are refused by the login');
SELECT is_empty($$SELECT f.* FROM full_said f WHERE f.login = 'foreign_none'
    AND f.answer !~ '^42501 '$$, 'who may only connect calls nothing');
SELECT is_empty($$SELECT c.oid::regclass, w.login
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN caller w
  WHERE n.nspname ~ '^reeve(_index|_stage)?$' AND c.relkind IN ('r', 'p', 'v')
    AND has_any_column_privilege(w.login, c.oid, 'SELECT, INSERT, UPDATE')$$,
  'no table is theirs to read');

-- Change triggers and guards are attached by the owners of the tables that they are for.
SELECT is_empty($$SELECT t.name FROM callable t
  JOIN reeve.collection c ON t.proname ~ format('^(capture|guard)_%s(_|$)', c.collection_id)
    OR t.proname IN (SELECT 'rank_capture_' || r.rank_id FROM reeve.rank_rule r
      WHERE r.collection_id = c.collection_id)
    OR t.proname IN (SELECT 'join_capture_' || j.join_id FROM reeve.search_join j
      WHERE j.collection_id = c.collection_id)
  CROSS JOIN caller w
  WHERE t.is_trigger AND c.app <> 'findspot' AND has_function_privilege(w.login, t.id, 'EXECUTE')$$,
  'no trigger of another app''s is theirs to attach');
SELECT is_empty($$SELECT t.name FROM callable t
  WHERE t.is_trigger AND t.proname !~ '^((rank_|join_)?capture|guard)_\d+(_\d+)?$'
    AND t.proname !~ '^follow_'$$, 'and there are no other triggers');

-- Which roles an app's logins are.
SELECT set_eq($$SELECT l::regrole::text FROM reeve.app_logins('randevoo') l$$,
  '{randevoo_owner,randevoo_app}'::text[], 'those that the catalog names, and the owner');
UPDATE reeve.app SET manifest = manifest - 'logins' WHERE app = 'randevoo';
SELECT ok('randevoo_app'::regrole IN (SELECT reeve.app_logins('randevoo')),
  'where it names none, those that were granted the schema');
SELECT throws_ok(format('SET SESSION AUTHORIZATION foreign_web; %s', $$
  SELECT reeve.report_file('randevoo', 'user', '4711')$$), 'RV002', NULL, 'but not whom PUBLIC is');
RESET SESSION AUTHORIZATION;
UPDATE reeve.app SET manifest = manifest || '{"logins": []}' WHERE app = 'randevoo';
SELECT set_eq($$SELECT l::regrole::text FROM reeve.app_logins('randevoo') l$$,
  '{randevoo_owner}'::text[], 'an empty list lets the owner in alone');
SELECT results_eq($$SELECT c.path, c.code FROM reeve.app a CROSS JOIN LATERAL reeve.catalog_check(
    a.manifest || '{"logins": ["nobody_is", "reeve_app"]}') c WHERE a.app = 'randevoo'$$,
  $$VALUES ('/logins/0'::text, 'missing'::text), ('/logins/1', 'rights')$$, 'a group is checked');
SELECT * FROM finish();
ROLLBACK;
