-- Included by an app's test: what the back office sends to a person is listed by the app, in their
-- language, with a number for the badge, whether the phone rings, and what a tap opens. Variables:
-- `app` (also its schema), `policy` (one of its policies), `link` (of a person, before the key),
-- `welcome` (how the welcome to ann begins, in ann's language), and those of capped.sql. Its
-- fixture has made ann and bob.
\ir fixtures/worker.sql

CREATE ROLE notice_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('notice_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["notice_admin"]}') AS recorded \gset

-- What needs a second person is another test's.
DELETE FROM reeve.approval_rule;

SELECT set_config('test.app', :'app', TRUE), set_config('test.link', :'link', TRUE),
  set_config('test.welcome', :'welcome', TRUE),
  set_config('test.why', jsonb_build_object('policy', :'policy', 'for', '7d')::text, TRUE)
\g /dev/null

SELECT set_config('test.' || k.name, k.id::text, TRUE) FROM kept k
\g /dev/null

-- The list of a phone: the newest first; and the number of its badge.
SELECT format('CREATE FUNCTION pg_temp.told(who text) RETURNS TABLE(notice bigint, subject text,
    body text, has_sound boolean, link text, read_at timestamptz) LANGUAGE sql AS %L',
  format('SELECT n.notice, n.subject, n.body, n.has_sound, n.link, n.read_at FROM %I.notice_list(
    current_setting(''test.'' || who)::bigint, clock_timestamp()) n', :'app')),
  format('CREATE FUNCTION pg_temp.unread(who text) RETURNS bigint LANGUAGE sql AS %L',
  format('SELECT %I.notice_unread(current_setting(''test.'' || who)::bigint, clock_timestamp())',
    :'app')),
  format('CREATE FUNCTION pg_temp.read_all(who text) RETURNS bigint LANGUAGE sql AS %L',
  format('SELECT %I.notices_read(current_setting(''test.'' || who)::bigint, 9223372036854775807,
    clock_timestamp())', :'app')) \gexec

CREATE FUNCTION pg_temp.reeve_act(verb text, who text) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code) FROM reeve.action_perform(verb,
    current_setting('test.app'), 'user', current_setting('test.' || who), CASE verb
      WHEN 'warn' THEN current_setting('test.why')::jsonb - 'for'
      WHEN 'erase' THEN '{"why": "asked"}' ELSE current_setting('test.why')::jsonb END, NULL) p
$$;

SELECT reeve.stale_expire(jsonb_populate_record(NULL::reeve.job, jsonb_build_object('app', :'app',
    'args', '{"collection": "user"}'::jsonb)),
  jsonb_populate_record(NULL::reeve.job_progress, '{"done": 0}'), 1000)
\g /dev/null

SET SESSION AUTHORIZATION notice_admin;

SELECT is(pg_temp.reeve_act('warn', 'ann'), 'done', 'ann is warned');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is_empty($$SELECT FROM pg_temp.told('ann')$$, 'nothing is told while notices wait');

RESET SESSION AUTHORIZATION;

\ir deliver.sql

:as_app;

SELECT set_eq($$SELECT subject <> current_setting('test.welcome'), has_sound, link
    FROM pg_temp.told('ann')$$,
  $$VALUES (TRUE, TRUE, current_setting('test.link') || current_setting('test.ann')),
    (FALSE, FALSE, current_setting('test.link') || current_setting('test.ann'))$$,
  'notices that were sent are listed, each with its link; a warning rings, a welcome does not');

SELECT is((SELECT subject FROM pg_temp.told('ann') WHERE NOT has_sound), :'welcome',
  'in the language of who reads it');

SELECT matches((SELECT t.body FROM pg_temp.told('ann') t WHERE t.has_sound),
  E'\n[^\n]+\\(A[0-9]+\\)[^\n]+\n$', 'a warning ends with how to appeal against it');

SELECT is((pg_temp.unread('ann'), pg_temp.unread('bob'))::text, '(2,1)',
  'the badge counts what is not read');

SELECT is((SELECT count(*) FROM pg_temp.told('ann') a JOIN pg_temp.told('bob') b
  USING (notice)), 0::bigint, 'everybody has their own');

SELECT format('SELECT is(count(*), 1::bigint, %L) FROM %I.notice_list(%s, now() + interval ''1 h'',
    (SELECT max(t.notice) FROM pg_temp.told(''ann'') t))', 'pages follow each other', :'app',
  pg_temp.kept('ann')) \gexec

SELECT is(pg_temp.read_all('ann'), 2::bigint, 'ann reads them');

SELECT is((pg_temp.unread('ann'), pg_temp.unread('bob'))::text, '(0,1)', 'and nobody else''s');

SELECT throws_ok(format(c, :'app'), '42501', NULL, 'the app may not ' || c)
FROM unnest('{SELECT FROM %I.notices,SELECT FROM %I.quiet_notices,"SELECT %I.notice_take('''',
  ''{}''::jsonb, now())"}'::text[]) c;

RESET SESSION AUTHORIZATION;

-- A job that is tried again.
SELECT format('SELECT %1$I.notice_take(%2$L, jsonb_build_object(''outbox_id'', n.notice_id,
    ''subject'', ''again'', ''body'', ''''), now()) FROM %1$I.notices n WHERE n.user_id = %2$s',
  :'app', pg_temp.kept('ann')) \gexec

SELECT is((SELECT count(*) FROM pg_temp.told('ann')), 2::bigint, 'each is there once');

SET SESSION AUTHORIZATION notice_admin;

SELECT is(pg_temp.reeve_act('suspend', 'bob'), 'done', 'bob is suspended');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is((SELECT count(*) FROM pg_temp.told('bob')), 1::bigint, 'and reads his notices still');

SELECT throws_ok($$SELECT pg_temp.read_all('bob')$$, :'code', NULL, 'but writes nothing');

RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION notice_admin;

SELECT is(pg_temp.reeve_act('erase', 'ann'), 'done', 'ann is erased');

RESET SESSION AUTHORIZATION;

SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000)
\g /dev/null

SELECT is((SELECT count(*) FROM pg_temp.told('ann')), 0::bigint, 'with her notices');

SELECT is((SELECT count(*) FROM pg_temp.told('bob')), 1::bigint, 'and nobody else''s');

\ir capped.sql

SELECT * FROM finish();
