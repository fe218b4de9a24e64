-- The attacks of an app's code, one row each: name, what must hold, whether its errors are to
-- reach Reeve, whether it keeps rows from being written (by a BEFORE row trigger, which returns
-- NULL), and the statements that make it what doctor_attack.fire() does, with the rights of the
-- app's role and with the owner's.
SELECT a.name, a.sentence, a.is_raised, a.is_lie, concat_ws('; ',
  format('CREATE OR REPLACE FUNCTION doctor_attack.payload() RETURNS void LANGUAGE plpgsql AS %L',
    a.body),
  CASE WHEN a.is_raised THEN format(
    'CREATE OR REPLACE FUNCTION doctor_attack.fire() RETURNS boolean LANGUAGE plpgsql AS %L',
    'BEGIN PERFORM doctor_attack.seen(); PERFORM doctor_attack.payload(); RETURN TRUE; END') END,
  CASE WHEN a.is_lie THEN format(
    'CREATE OR REPLACE FUNCTION doctor_attack.fire_row() RETURNS trigger LANGUAGE plpgsql AS %L',
    'BEGIN PERFORM doctor_attack.fire(); RETURN NULL; END') END)
FROM (VALUES
  (1, 'settings', 'code of the app leaves no setting in the session of whoever acts or looks',
    FALSE, FALSE, $body$
DECLARE
  s record;
BEGIN
  FOR s IN
    SELECT * FROM (VALUES ('search_path', 'doctor_attack, pg_catalog'),
      ('standard_conforming_strings', 'off'), ('application_name', 'attacked'),
      ('default_transaction_read_only', 'on'), ('row_security', 'off'), ('DateStyle', 'German'),
      ('TimeZone', 'Asia/Tokyo'), ('IntervalStyle', 'iso_8601'), ('bytea_output', 'escape'),
      ('client_min_messages', 'warning'), ('quote_all_identifiers', 'on'), ('jit', 'on'),
      ('array_nulls', 'off'), ('transform_null_equals', 'on'),
      ('session_replication_role', 'replica'), ('log_statement', 'none'),
      ('plan_cache_mode', 'force_custom_plan'), ('extra_float_digits', '-15'),
      ('enable_seqscan', 'off'), ('check_function_bodies', 'off'), ('xmloption', 'document'),
      ('idle_in_transaction_session_timeout', '0'), ('reeve.actor', 'attacker'),
      ('doctor_attack.left', 'here')) v(name, value)
  LOOP
    BEGIN
      PERFORM pg_catalog.set_config(s.name, s.value, FALSE);
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
END $body$),
  (2, 'session', 'code of the app leaves nothing else in the session: no temporary object, cursor, '
    'prepared statement, lock or channel', FALSE, FALSE, $body$
DECLARE
  s text;
BEGIN
  FOREACH s IN ARRAY ARRAY[
    'CREATE TEMP TABLE member(role_name text, rank text)', 'CREATE TEMP TABLE reeve_written(n int)',
    'CREATE FUNCTION pg_temp.now() RETURNS timestamptz LANGUAGE sql RETURN pg_catalog.now()',
    'PREPARE attacked AS SELECT 1', 'DECLARE attacked CURSOR WITH HOLD FOR SELECT 1',
    'DECLARE attacked_once CURSOR FOR SELECT 1', 'LISTEN doctor_attack', 'NOTIFY doctor_attack',
    'SELECT pg_catalog.pg_advisory_lock(4711, n) FROM pg_catalog.generate_series(1, 5) n']
  LOOP
    BEGIN
      EXECUTE s;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
END $body$),
  (3, 'identity', 'code of the app becomes nobody else', FALSE, FALSE, $body$
DECLARE
  s text;
BEGIN
  FOREACH s IN ARRAY ARRAY['RESET ROLE', 'SET ROLE NONE', 'SET ROLE reeve_owner',
    'SET SESSION AUTHORIZATION DEFAULT', 'RESET SESSION AUTHORIZATION',
    pg_catalog.format('SET ROLE %I', session_user)]
  LOOP
    BEGIN
      EXECUTE s;
      PERFORM doctor_attack.seen();
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
END $body$),
  (4, 'tables', 'code of the app reads and writes no table of Reeve or of another app, and is lent '
    'nobody''s rights', FALSE, FALSE, 'BEGIN PERFORM doctor_attack.reach(); END'),
  (5, 'record', 'code of the app makes nobody a member and writes nothing into the record', FALSE,
    FALSE, $body$
DECLARE
  s text;
BEGIN
  FOREACH s IN ARRAY ARRAY[
    'INSERT INTO reeve.member(role_name, rank, added_by) VALUES (''attacker'', ''senior'', ''x'')',
    'UPDATE reeve.member SET rank = ''senior''', 'DELETE FROM reeve.chain',
    'UPDATE reeve.command SET actor = ''nobody''', 'UPDATE reeve.subject SET hidden_until = NULL',
    'INSERT INTO reeve.cell_order(xact_id, statement) VALUES (pg_current_xact_id(), ''SELECT 1'')',
    'ALTER TABLE reeve.chain DISABLE TRIGGER ALL',
    'CREATE OR REPLACE FUNCTION reeve.client_calls() RETURNS boolean LANGUAGE sql RETURN TRUE',
    'GRANT reeve_owner TO CURRENT_USER', 'ALTER ROLE reeve_owner LOGIN']
  LOOP
    BEGIN
      EXECUTE s;
      PERFORM doctor_attack.note('reeve.member'::regclass, 2);
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
END $body$),
  (6, 'rank', 'code of the app has no rank of whoever acts or looks', FALSE, FALSE, $body$
DECLARE
  s text;
  rank text;
  target jsonb := pg_catalog.current_setting('doctor_attack.target');
BEGIN
  FOREACH s IN ARRAY ARRAY['SELECT reeve.member_rank()',
    $q$SELECT (reeve.team_perform('add', 'attacker', 'senior', 'x')).outcome$q$,
    $q$SELECT (reeve.queue_perform('pause', 'default', 'x')).outcome$q$,
    $q$SELECT count(*) FROM reeve.audit_export(NULL, NULL)$q$,
    pg_catalog.format('SELECT key FROM reeve.subject_find(%L, %L, %L, FALSE, 1)', target ->> 'app',
      target ->> 'collection', target ->> 'key'),
    pg_catalog.format('SELECT (reeve.action_perform(%L, %L, %L, %L, %L, NULL)).outcome',
      target ->> 'verb', target ->> 'app', target ->> 'collection', target ->> 'key',
      target ->> 'args')]
  LOOP
    BEGIN
      EXECUTE s INTO rank;
      IF rank IS NOT NULL AND rank <> 'refused' THEN
        PERFORM doctor_attack.note('reeve.member'::regclass, 4);
      END IF;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
END $body$),
  (7, 'functions', 'code of the app changes nothing by calling what it may call of Reeve', FALSE,
    FALSE, $body$
DECLARE
  f record;
BEGIN
  FOR f IN
    SELECT pg_catalog.format('SELECT %s(%s)', p.oid::pg_catalog.regproc, (
      SELECT pg_catalog.string_agg(pg_catalog.format('%s::%s', CASE
        WHEN t.type = 'jsonb'::pg_catalog.regtype THEN '''{"forged": true}'''
        WHEN t.type IN ('int'::pg_catalog.regtype, 'bigint'::pg_catalog.regtype) THEN '1'
        WHEN t.type = 'text'::pg_catalog.regtype THEN '''x''' ELSE 'NULL' END,
        t.type::pg_catalog.regtype), ', ')
      FROM pg_catalog.unnest(p.proargtypes::pg_catalog.oid[]) t(type))) AS call
    FROM pg_catalog.pg_proc p
    JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname LIKE 'reeve%' AND p.prokind = 'f'
      AND p.prorettype <> 'trigger'::pg_catalog.regtype
      AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
      AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
      -- The public search counts what it is asked.
      AND p.proname !~ 'run|work|^(search|suggest|find|complete|opened)_[0-9]'
    -- An app may call about twenty; an owner with rights of Reeve's own all.
    ORDER BY p.prosecdef DESC, p.oid LIMIT 60
  LOOP
    BEGIN
      EXECUTE f.call;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
END $body$),
  (8, 'speech', 'an error of the app''s code does not pass for one of Reeve or of the server', TRUE,
    FALSE, $body$
DECLARE
  codes text[] := '{RV002,RV004,57P01,40001,57014,42501,55P03,P0004,P0001,23505}';
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = codes[1 + pg_catalog.nextval('doctor_attack.turn') % 10],
    MESSAGE = 'this login was removed from the team';
END $body$),
  (9, 'roles', 'code of the app takes nothing from the app writer and leaves it nothing', FALSE,
    FALSE, $body$
DECLARE
  s text;
BEGIN
  IF current_user !~ '^reeve_(writer|reader)_' THEN
    RETURN;
  END IF;
  FOREACH s IN ARRAY ARRAY[
    pg_catalog.format('REASSIGN OWNED BY CURRENT_USER TO %I', (
      SELECT pg_catalog.pg_get_userbyid(n.nspowner) FROM pg_catalog.pg_namespace n
      WHERE n.nspname = 'doctor_attack')),
    'DROP OWNED BY CURRENT_USER', 'ALTER ROLE CURRENT_USER SET search_path = doctor_attack',
    'ALTER ROLE CURRENT_USER LOGIN', 'SELECT pg_catalog.lo_create(0)',
    'ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC',
    'CREATE DOMAIN pg_temp.jsonb AS pg_catalog.jsonb']
  LOOP
    BEGIN
      EXECUTE s;
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
END $body$),
  (10, 'lie', 'what code of the app keeps from being written is not said to be done', FALSE, TRUE,
    'BEGIN END')
  ) a(place, name, sentence, is_raised, is_lie, body)
ORDER BY a.place
