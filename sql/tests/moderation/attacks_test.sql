-- What somebody of the team, or who got hold of their session, tries. What an app's triggers try is
-- in hostile_test.sql, what only a real login shows in AttackTests.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(21);

GRANT TEMPORARY ON DATABASE :"DBNAME" TO PUBLIC;
CREATE ROLE shop_aud LOGIN IN ROLE reeve_auditor;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_aud', 'auditor', 'test');
CREATE ROLE shop_front LOGIN IN ROLE reeve_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_front;

-- What becomes of a statement as the login that the session is.
CREATE FUNCTION pg_temp.attempt(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE statement;
  RETURN 'done';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$;

CREATE TEMP TABLE statement AS
SELECT format(s.text, c.oid::regclass, (
  SELECT quote_ident(a.attname) FROM pg_attribute a
  WHERE a.attrelid = c.oid AND a.attnum = 1)) AS text
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN (VALUES (FALSE, 'INSERT INTO %s DEFAULT VALUES'), (FALSE, 'UPDATE %s SET %s = DEFAULT'),
  (FALSE, 'DELETE FROM %s'), (TRUE, 'TRUNCATE %s'), (TRUE, 'ALTER TABLE %s DISABLE TRIGGER ALL'),
  (TRUE, 'ALTER TABLE %s OWNER TO CURRENT_USER'), (TRUE, 'DROP TABLE %s'),
  (TRUE, 'CREATE RULE r AS ON INSERT TO %s DO INSTEAD NOTHING'),
  (TRUE, 'LOCK TABLE %s IN ACCESS EXCLUSIVE MODE')) s(is_for_tables, text)
WHERE n.nspname IN ('reeve', 'reeve_index', 'Odd Shop')
  AND (c.relkind IN ('r', 'p') OR c.relkind = 'v' AND NOT s.is_for_tables)
  -- One table has no columns.
  AND (c.relnatts > 0 OR s.text !~ '^UPDATE');
GRANT SELECT ON statement TO PUBLIC;
SELECT cmp_ok((SELECT count(*)::int FROM statement), '>', 500, 'there is something to try');

SELECT format($f$
SET SESSION AUTHORIZATION %1$I;
SELECT is_empty($$SELECT text, pg_temp.attempt(text) FROM statement
  WHERE pg_temp.attempt(text) NOT IN ('42501', '428C9')$$,
  '%1$s: direct DML, TRUNCATE, DISABLE TRIGGER, ownership, rules and locks');
SELECT is_empty($$SELECT t FROM unnest(ARRAY['SET ROLE reeve_owner', 'SET ROLE reeve_access',
  'SET ROLE shop_owner', 'SET ROLE reeve_worker', 'SET ROLE postgres',
  'SET session_replication_role = replica', 'CREATE TABLE reeve.x()', 'CREATE TABLE reeve_cell.x()',
  'CREATE FUNCTION reeve.x() RETURNS int LANGUAGE sql RETURN 1', 'GRANT reeve_senior TO %1$s',
  'ALTER FUNCTION reeve.member_rank() SECURITY INVOKER', 'ALTER ROLE %1$s SUPERUSER',
  'DROP TABLE reeve.chain_pending', 'ALTER SCHEMA reeve RENAME TO x',
  'COPY reeve.action TO ''/tmp/x''', 'COPY reeve.member FROM PROGRAM ''id''',
  'SELECT pg_read_file(''/etc/passwd'')']) t
  WHERE pg_temp.attempt(t) <> '42501' AND t NOT IN ('SET ROLE %1$s')$$,
  '%1$s: SET ROLE, replication role, objects of its own, files');
RESET SESSION AUTHORIZATION;
$f$, login)
FROM unnest(ARRAY['shop_vic', 'shop_ann', 'shop_sam', 'shop_aud', 'reeve_worker', 'shop_front'])
  login \gexec

-- Another schema first in the search path: its operators and functions do as they like.
CREATE SCHEMA evil;
GRANT CREATE, USAGE ON SCHEMA evil TO PUBLIC;
SET SESSION AUTHORIZATION shop_vic;
CREATE FUNCTION evil.yes(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT TRUE';
CREATE OPERATOR evil.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.yes);
CREATE FUNCTION evil.format(text, VARIADIC text[]) RETURNS text LANGUAGE sql
  AS $$SELECT 'GRANT reeve_senior TO shop_vic'$$;
CREATE FUNCTION evil.member_holds(text) RETURNS boolean LANGUAGE sql AS 'SELECT TRUE';
CREATE FUNCTION evil.clock_timestamp() RETURNS timestamptz LANGUAGE sql
  AS $$SELECT 'infinity'::timestamptz$$;
SET search_path = evil, pg_temp, reeve, pg_catalog, public;
SELECT reeve.member_rank() AS rank \gset
SELECT code AS ban FROM reeve.action_perform('ban', 'shop', 'person', '2',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
SELECT code AS team FROM reeve.team_perform('team.add', 'shop_vic', 'senior', NULL) \gset
RESET search_path;
RESET SESSION AUTHORIZATION;
SELECT is(:'rank'::text, 'viewer', 'operators of another schema do not raise a rank');
SELECT is(:'ban'::text, 'rank', 'nor let a viewer ban');
SELECT is(:'team'::text, 'rank', 'nor make one a senior');

-- Who it was cannot be said by who it is.
SET SESSION AUTHORIZATION shop_ann;
SET application_name = 'shop_sam';
SELECT set_config('reeve.actor', 'shop_sam', FALSE) \g /dev/null
SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '3', '{"policy": "spam",
  "for": "1d", "actor": "shop_sam", "principal": "shop_sam", "by": "shop_sam"}', NULL) \g /dev/null
RESET application_name;
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT actor, principal FROM reeve.action',
  $$VALUES ('shop_ann', NULL::text)$$, 'no argument, setting or name of a program forges an actor');
SELECT is((SELECT program FROM reeve.command ORDER BY command_id DESC LIMIT 1), 'shop_sam',
  'what a program calls itself is kept as that');

-- SQL in every argument of every function that somebody may call.
CREATE TEMP TABLE payload(place, text) AS VALUES
  (1, '''; CREATE TABLE public.pwned(); --'), (2, '"; CREATE TABLE public.pwned(); --'),
  (3, '%s %I %L %1$s %99$s %n %'), (4, '$$; CREATE TABLE public.pwned(); $$'),
  (5, E'\\''); CREATE TABLE public.pwned(); --'), (6, '(SELECT pg_sleep(9))'), (7, '{"a'),
  (8, E'\x01\x1b[31m\u202e'), (9, '');
GRANT SELECT ON payload TO PUBLIC;
CREATE TEMP TABLE odd(f text, payload text, code text, message text);
GRANT INSERT ON odd TO PUBLIC;

-- Calls a function once for each of its texts, which the payload is in; what else it takes is
-- what leads it furthest. Keeps errors that a statement of its own making would give.
CREATE FUNCTION pg_temp.inject(f oid, payload text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  p pg_proc;
  calls int := 0;
  one int;
  said text;
BEGIN
  SELECT * INTO p FROM pg_proc WHERE oid = f;
  FOR one IN 1..p.pronargs LOOP
    CONTINUE WHEN p.proargtypes[one - 1] NOT IN ('text'::regtype, 'jsonb'::regtype,
      'text[]'::regtype, 'jsonb[]'::regtype);
    BEGIN
      EXECUTE format('SELECT count(*) FROM reeve.%I(%s)', p.proname, (
        SELECT string_agg(format('%L::%s', CASE
          WHEN t.place = one AND t.type = 'text' THEN payload
          WHEN t.place = one AND t.type = 'text[]' THEN ARRAY[payload, 'person']::text
          WHEN t.place = one AND t.type = 'jsonb' THEN jsonb_build_object('why', payload,
            'policy', payload, 'for', payload, 'name', payload, 'public', payload,
            'collection', payload, payload, payload)::text
          WHEN t.place = one THEN ARRAY[jsonb_build_object('kind', payload, 'app', payload,
            'unique_key', payload, 'queue', payload, 'args', jsonb_build_object('x', payload)),
            jsonb_build_object('kind', 'search.sync', 'unique_key', payload, 'args',
              jsonb_build_object('x', payload))]::text
          WHEN t.type IN ('integer', 'bigint', 'smallint') THEN '1'
          WHEN t.type = 'boolean' THEN 't' WHEN t.type = 'jsonb' THEN '{"policy": "spam"}'
          WHEN t.type = 'text' THEN CASE t.name WHEN 'app' THEN 'shop' WHEN 'collection' THEN 'item'
            WHEN 'key' THEN '["a-1", 1]' WHEN 'queue' THEN 'default' WHEN 'login' THEN 'shop_bob'
            WHEN 'rank' THEN 'viewer' WHEN 'verb' THEN CASE p.proname
              WHEN 'action_perform' THEN 'hide' WHEN 'action_plan' THEN 'hide'
              WHEN 'case_perform' THEN 'claim' WHEN 'team_perform' THEN 'team.add'
              WHEN 'approval_perform' THEN 'approve' WHEN 'queue_perform' THEN 'pause'
              WHEN 'cron_perform' THEN 'pause' ELSE 'cancel' END
            ELSE 'spam' END END, t.type), ', ' ORDER BY t.place)
        FROM (
          SELECT i, format_type(p.proargtypes[i - 1], NULL), p.proargnames[i]
          FROM generate_series(1, p.pronargs) i) t(place, type, name)));
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS said = MESSAGE_TEXT;
      IF SQLSTATE IN ('42601', '42P01', '42703', '42883', '42P02', '42704', '22023', '57014')
        OR SQLSTATE ~ '^(XX|P0|0A)' THEN
        INSERT INTO odd VALUES (p.oid::regprocedure::text, payload, SQLSTATE, said);
      END IF;
    END;
    calls := calls + 1;
  END LOOP;
  RETURN calls;
END
$$;
CREATE FUNCTION pg_temp.digest() RETURNS text LANGUAGE sql AS $$
  SELECT md5(concat(
    (SELECT string_agg(p::text, '|' ORDER BY p.oid) FROM pg_proc p
      WHERE p.pronamespace = 'reeve'::regnamespace),
    (SELECT string_agg(m::text, '|' ORDER BY m.role_name) FROM reeve.member m),
    (SELECT string_agg(a::text, '|' ORDER BY a.roleid, a.member) FROM pg_auth_members a),
    to_regclass('public.pwned')))
$$;
CREATE TEMP TABLE before AS SELECT pg_temp.digest() AS digest;
CREATE TEMP TABLE callable AS
SELECT p.oid, l.login
FROM pg_proc p
CROSS JOIN unnest(ARRAY['shop_sam', 'shop_ann', 'shop_front', 'reeve_worker', 'reeve_migrator'])
  l(login)
WHERE p.pronamespace = 'reeve'::regnamespace AND p.prorettype <> 'trigger'::regtype
  AND has_function_privilege(l.login, p.oid, 'EXECUTE');
GRANT SELECT ON callable TO PUBLIC;
CREATE TEMP TABLE tried(calls int);
GRANT INSERT ON tried TO PUBLIC;
SELECT format('SET SESSION AUTHORIZATION %1$I; INSERT INTO tried
  SELECT sum(pg_temp.inject(c.oid, p.text)) FROM callable c, payload p WHERE c.login = %1$L;
  RESET SESSION AUTHORIZATION', login)
FROM (SELECT DISTINCT login FROM callable) l \gexec
SELECT cmp_ok((SELECT sum(calls)::int FROM tried), '>', 1500, 'it was tried often');
SELECT is_empty('SELECT DISTINCT * FROM odd', 'no argument becomes a part of a statement');
SELECT is(pg_temp.digest(), (SELECT digest FROM before),
  'and nothing was made, granted or changed');
SELECT * FROM finish();
ROLLBACK;
