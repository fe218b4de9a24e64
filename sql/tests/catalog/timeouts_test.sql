-- How long an app's logins may wait is set on each of them, in this database.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();

CREATE ROLE shop_web;
CREATE ROLE shop_phone LOGIN IN ROLE shop_web;
CREATE ROLE shop_root LOGIN SUPERUSER IN ROLE shop_web;
CREATE ROLE shop_chief LOGIN IN ROLE shop_web, shop_owner;
GRANT shop_web TO shop_ann, reeve_worker;

CREATE FUNCTION pg_temp.timed(timeouts jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.manifest() || '{"logins": ["shop_web"]}'
    || coalesce(jsonb_build_object('timeouts', timeouts) - CASE WHEN timeouts IS NULL
      THEN 'timeouts' ELSE '' END, '{}')
$$;
CREATE FUNCTION pg_temp.set_of(role_name text) RETURNS text LANGUAGE sql AS $$
  SELECT array_to_string(s.setconfig, ' ') FROM pg_db_role_setting s
  JOIN pg_database d ON d.oid = s.setdatabase
  WHERE d.datname = current_database() AND s.setrole = role_name::regrole
$$;

SELECT results_eq($$SELECT path, message FROM reeve.catalog_check(pg_temp.timed('{"lock": "1s"}')
    - 'logins')$$,
  $$VALUES ('/timeouts', 'timeouts are set on logins: name their roles under logins')$$,
  'timeouts are of logins that the catalog names');

SELECT set_eq($$SELECT object || ' ' || note FROM reeve.catalog_apply(
    pg_temp.timed('{"statement": "2s", "lock": "1s"}')) WHERE change = 'set'$$,
  $$SELECT 'login shop_phone ' || s
    FROM unnest('{statement_timeout 2000ms,lock_timeout 1000ms}'::text[]) s$$,
  'catalog apply sets them on the logins');
SELECT is(pg_temp.set_of(r), 'lock_timeout=1000ms statement_timeout=2000ms',
  r || ' has them in this database') FROM unnest('{shop_phone,shop_web}'::text[]) r;
SELECT is(pg_temp.set_of(r), NULL, r || ' has not')
FROM unnest('{shop_root,shop_chief,shop_owner,shop_ann,reeve_worker}'::text[]) r;

SELECT is_empty($$SELECT FROM reeve.catalog_apply(
    pg_temp.timed('{"statement": "2s", "lock": "1s"}')) WHERE change = 'set'$$,
  'and no second time');

CREATE ROLE shop_late LOGIN IN ROLE shop_web;
ALTER ROLE shop_phone IN DATABASE :DBNAME SET lock_timeout = '1h';
SELECT set_eq($$SELECT t.role_name::text, t.setting, t.present FROM reeve.app a
    CROSS JOIN LATERAL reeve.catalog_timeouts(a.manifest) t
    WHERE a.app = 'shop' AND t.wanted IS DISTINCT FROM t.present$$,
  $$VALUES ('shop_late', 'statement_timeout', NULL), ('shop_late', 'lock_timeout', NULL),
    ('shop_phone', 'lock_timeout', '1h')$$, 'a login made since, or set otherwise, differs');

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.timed('{"lock": "1s"}')) \gset
SELECT is(pg_temp.set_of(r), 'lock_timeout=1000ms', r || ' has what is declared now')
FROM unnest('{shop_phone,shop_late}'::text[]) r;

ALTER ROLE shop_late IN DATABASE :DBNAME SET statement_timeout = '7s';
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.timed(NULL)) \gset
SELECT is(pg_temp.set_of('shop_phone'), NULL, 'they go with the declaration');
SELECT is(pg_temp.set_of('shop_late'), 'statement_timeout=7s', 'what no catalog set stays');

SET LOCAL ROLE reeve_owner;
SELECT results_eq($$SELECT DISTINCT change, note ~ 'run: ALTER ROLE shop_late IN DATABASE .* SET '
    'lock_timeout = ''1000ms''' FROM reeve.catalog_timeouts_set('{}', pg_temp.timed(
      '{"lock": "1s"}')) WHERE object = 'login shop_late'$$,
  $$VALUES ('left', TRUE)$$, 'who may not set it is told what to have run');
RESET ROLE;

SELECT * FROM finish();
ROLLBACK;
