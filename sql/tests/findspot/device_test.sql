-- Phones that get push messages: registered by who signs in on them, taken by the next one, of who
-- is barred none, back after an undo.
BEGIN;
\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p;

CREATE FUNCTION pg_temp.phones(who text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(concat_ws(' ', d.token, d.platform, d.app_version), ', ' ORDER BY d.token)
  FROM findspot.devices d
  WHERE d.user_id = pg_temp.kept(who) AND (d.hidden_until > now()) IS NOT TRUE
$$;

:as_app;
SELECT findspot.device_register(pg_temp.kept('ann'), 'token-a1', 'ios', '2.1.0', now());
SELECT findspot.device_register(pg_temp.kept('ann'), 'token-a2', 'android', '2.0', now());
SELECT findspot.device_register(pg_temp.kept('ann'), 'token-a1', 'ios', '2.2.0', now());
SELECT findspot.device_forget(pg_temp.kept('bob'), 'token-a1', now());
SELECT throws_ok(format($$SELECT findspot.device_register(%s, 'token-a3', 'web', '2', now())$$,
  pg_temp.kept('ann')), 'FS005', NULL, 'another platform is refused');
SELECT throws_ok($$SELECT * FROM findspot.devices$$, '42501', NULL,
  'the app''s login reads tokens by functions alone');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.phones('ann'), 'token-a1 ios 2.2.0, token-a2 android 2.0',
  'a phone is noted once, with the version that it has now');

:as_app;
SELECT findspot.device_register(pg_temp.kept('bob'), 'token-a2', 'android', '2.0', now());
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.phones('ann') || '; ' || pg_temp.phones('bob'),
  'token-a1 ios 2.2.0; token-a2 android 2.0', 'whoever signs in on a phone has it');

SELECT pg_temp.digest() AS before \gset
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_act('ban', 'user', pg_temp.kept('ann')::text, :'why'), 'done',
  'somebody is banned');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.phones('ann'), NULL, 'none of their phones is left');
SELECT is(pg_temp.phones('bob'), 'token-a2 android 2.0', 'those of others are');
:as_app;
SELECT throws_ok(format($$SELECT findspot.device_register(%s, 'token-a9', 'ios', '2', now())$$,
  pg_temp.kept('ann')), 'FS002', NULL, 'who is banned adds none');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_undo(), 'done', 'the ban is undone');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.digest(), :'before', 'and every row is as it was');

-- Who is erased leaves none.
SET SESSION AUTHORIZATION findspot_test_admin;
SELECT is(pg_temp.reeve_act('erase', 'user', pg_temp.kept('ann')::text, '{"why": "a test"}'),
  'done', 'somebody is erased');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM findspot.devices WHERE token = 'token-a1'), 0::bigint,
  'and their phone with them');

:as_app;
SELECT findspot.device_register(pg_temp.kept('bob'), 'token-' || n, 'ios', '1',
  now() + n * interval '1 s') FROM generate_series(100000, 100030) n;
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM findspot.devices WHERE user_id = pg_temp.kept('bob')), 20::bigint,
  'the last 20 of each are kept');

SELECT * FROM finish();
ROLLBACK;
