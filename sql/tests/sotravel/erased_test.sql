-- Who is erased is in nobody's notices: the title of their event was in those to who was asked.
BEGIN;

\ir fixture.sql

\ir ../fixtures/worker.sql

CREATE ROLE sotravel_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('sotravel_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["sotravel_test_admin"]}') AS recorded \gset

DELETE FROM reeve.approval_rule;

SELECT pg_temp.person(p) FROM unnest('{host,ann}'::text[]) p \g /dev/null

SELECT pg_temp.trip('alps', 'host') \g /dev/null

SELECT pg_temp.join('ann', 'alps') \g /dev/null

SELECT pg_temp.event('Hostwalk', 'host', 'alps') \g /dev/null

:as_app;

SELECT sotravel.event_invite(pg_temp.kept('host'), pg_temp.kept('Hostwalk'), 'friends', NULL,
  pg_temp.day(5)) \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT set_config('test.' || k.name, k.id::text, TRUE) FROM kept k \g /dev/null

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, what text, args jsonb)
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code)
  FROM reeve.action_perform(verb, 'sotravel', collection, current_setting('test.' || what), args,
    NULL) p
$$;

CREATE FUNCTION pg_temp.told() RETURNS SETOF text LANGUAGE sql AS $$
  SELECT n.subject
  FROM sotravel.notice_list(current_setting('test.ann')::bigint, clock_timestamp()) n
$$;

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_act('cancel', 'event', 'Hostwalk', '{"policy": "harassment"}'), 'done',
  'the event is cancelled');

SELECT is(pg_temp.reeve_act('warn', 'user', 'ann', '{"policy": "harassment"}'), 'done',
  'ann is warned');

RESET SESSION AUTHORIZATION;

\ir ../deliver.sql

:as_app;

SELECT set_eq('SELECT pg_temp.told()', $$VALUES ('Hostwalk does not take place'),
  ('A warning about your account')$$, 'ann reads both on her phone');

RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(pg_temp.reeve_act('erase', 'user', 'host', '{"why": "asked"}'), 'done',
  'the host is erased');

RESET SESSION AUTHORIZATION;

SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000) \g /dev/null

SELECT is_empty($$SELECT FROM reeve.outbox o WHERE o::text LIKE '%Hostwalk%'$$,
  'Reeve keeps no notice with the name of the event');

\ir ../inbox.sql

:as_app;

SELECT results_eq('SELECT pg_temp.told()', $$VALUES ('A warning about your account')$$,
  'what ann was told of the event is gone, and her other notices stay');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
