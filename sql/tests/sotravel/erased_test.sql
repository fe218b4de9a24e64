-- Who is erased is in nobody's notices: the title of their event was in those to who was asked.
BEGIN;

\ir fixture.sql

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

SELECT sotravel.notice_take(pg_temp.kept('ann')::text, jsonb_build_object('outbox_id', n,
    'about', CASE n WHEN 1 THEN 'invitation:' || i.id ELSE 'user:' || i.id END,
    'subject', 'Hostwalk does not take place', 'body', 'Hostwalk'), now())
FROM sotravel.invitations i CROSS JOIN generate_series(1, 2) n
WHERE i.event_id = pg_temp.kept('Hostwalk') \g /dev/null

SELECT set_config('test.host', pg_temp.kept('host')::text, TRUE) \g /dev/null

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is((SELECT outcome FROM reeve.action_perform('erase', 'sotravel', 'user',
  current_setting('test.host'), '{"why": "asked"}', NULL)), 'done', 'the host is erased');

RESET SESSION AUTHORIZATION;

SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000) \g /dev/null

:as_app;

SELECT results_eq(format('SELECT subject, body FROM sotravel.notice_list(%s, clock_timestamp())',
  pg_temp.kept('ann')), $$VALUES ('Hostwalk does not take place', 'Hostwalk'), ('…', '…')$$,
  'what ann was told of the invitation has no title, and her other notices stay');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
