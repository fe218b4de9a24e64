-- Included by an app's test: sign-ins are noted by the app's login, shown by the console, tell of
-- other accounts of the same person, are kept for 90 days, and go with who is erased. Variables:
-- `app` (also its schema), and `provider`, one of the app's. Makes ann, bob and eve.
\ir fixtures/worker.sql

CREATE ROLE sign_in_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('sign_in_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["sign_in_admin"]}') AS recorded \gset

-- What needs a second person is another test's.
DELETE FROM reeve.approval_rule;

SELECT pg_temp.person(p) FROM unnest('{ann,bob,eve}'::text[]) p
\g /dev/null

SELECT set_config('test.app', :'app', TRUE), set_config('test.provider', :'provider', TRUE)
\g /dev/null

SELECT set_config('test.' || k.name, k.id::text, TRUE) FROM kept k
\g /dev/null

CREATE FUNCTION pg_temp.sign_in(who text, device text, address inet, at timestamptz,
  kind text DEFAULT 'phone') RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SELECT %I.sign_in($1, $2, $3, $4, $5, $6, $7)', current_setting('test.app'))
  USING current_setting('test.' || who)::bigint, current_setting('test.provider'), kind, device,
    address, 'IT', at;
  RETURN 'noted';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE;
END
$$;

SELECT format('CREATE TEMPORARY VIEW noted AS SELECT s.*, u.signed_in_at, k.name AS who
  FROM %1$I.sign_ins s JOIN %1$I.users u ON u.id = s.user_id JOIN pg_temp.kept k ON k.id = u.id',
  :'app') \gexec

:as_app;

SELECT is(pg_temp.sign_in(s.who, s.device, s.address::inet, now() - s.ago, s.kind), 'noted',
  format('%s signs in on %s from %s', s.who, s.device, s.address))
FROM (VALUES ('ann', 'one', '192.0.2.7', interval '3 hours', 'phone'),
  ('ann', 'two', '2001:db8::1:2:3:4', '2 hours', 'computer'),
  ('bob', 'one', '::ffff:192.0.2.7', '1 hour', 'phone'),
  ('eve', 'three', '2001:db8::5:6:7:8', '1 hour', 'tablet'),
  ('eve', '', NULL, '30 minutes', 'other')) s(who, device, address, ago, kind);

SELECT isnt(pg_temp.sign_in('ann', 'one', NULL, now(), 'toaster'), 'noted',
  'on a kind of device that there is');

SELECT throws_ok(format('SELECT FROM %I.%I', :'app', t), '42501', NULL,
  'the app''s login does not read ' || t) FROM unnest('{sign_ins,sign_in_key}'::text[]) t;

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM noted n
  WHERE (n.provider || n.device_kind || n.country) ~ '[0-9]'
    OR n.device IN ('one', 'two', sha256('one'), sha256('two'))
    OR n.address IN ('192.0.2.7', sha256('192.0.2.7'))$$,
  'neither address nor device is kept so that who knows it finds it without the key');

SELECT results_eq($$SELECT count(DISTINCT device), count(DISTINCT address) FROM noted$$,
  $$VALUES (3::bigint, 2::bigint)$$,
  'equal ones are equal: IPv4 in the form of IPv6, and IPv6 of one network');

-- Shown.

SET SESSION AUTHORIZATION sign_in_admin;

SELECT results_eq($$SELECT d.cells::text[] FROM reeve.subject_details(current_setting('test.app'),
    'user', current_setting('test.ann')) d WHERE d.detail = 'sign-ins'$$,
  $$SELECT ARRAY[(now() - s.ago)::text, current_setting('test.provider'), s.kind, 'IT']
    FROM (VALUES (interval '3 hours', 'phone'), ('2 hours', 'computer')) s(ago, kind)$$,
  'the console shows when, by which provider, on what kind of device and in which country');

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM noted WHERE signed_in_at IS DISTINCT FROM (
    SELECT max(o.at) FROM noted o WHERE o.who = noted.who)$$, 'with the last one');

-- Other accounts of the same person.

SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.flag', app => :'app') AS job \gset

SELECT collection_id AS users FROM reeve.collection WHERE app = :'app' AND name = 'user' \gset

CREATE TEMPORARY TABLE found(
  collection_id int, key text, kind text, value text, is_verified boolean);

GRANT ALL ON found TO reeve_worker;

-- As a worker does, with digests of its own of what it reads.
CREATE FUNCTION pg_temp.follow(job bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO found SELECT * FROM reeve.identifier_read(job, 1, 'k1', 1000000);
  SELECT count(*) FROM reeve.identifier_read(job, 1, 'k1', 1000000);
  SELECT reeve.identifier_write(job, 1, 'k1', array_agg(f.collection_id), array_agg(f.key),
    array_agg(coalesce(f.kind, '')),
    array_agg(coalesce(encode(sha256(f.value::bytea), 'hex'), '')))
  FROM found f;
  DELETE FROM found;
$$;

SET SESSION AUTHORIZATION reeve_worker;

SELECT pg_temp.follow(:job) \g /dev/null

SET SESSION AUTHORIZATION sign_in_admin;

SELECT results_eq($$SELECT l.other, l.shared, l.verdict FROM reeve.link_list(
    current_setting('test.app'), 'user', current_setting('test.ann'), 9) l$$,
  $$VALUES (current_setting('test.bob'), 'device (2 accounts), address (2 accounts)', 'likely'),
    (current_setting('test.eve'), 'address (2 accounts)', 'likely')$$,
  'links finds who signed in on the same device, or from the same address');

RESET SESSION AUTHORIZATION;

DELETE FROM reeve.change;

:as_app;

SELECT is(pg_temp.sign_in('eve', 'two', NULL, now()), 'noted',
  'eve signs in on a device of ann''s');

RESET SESSION AUTHORIZATION;

SELECT results_eq(format('SELECT key FROM reeve.change WHERE collection_id = %s', :users),
  ARRAY[pg_temp.kept('eve')::text], 'a sign-in has the account looked at again');

-- The log gives nothing of a transaction that is not over, so all are read.
UPDATE reeve.identifier_scan SET cursor = NULL, done_at = NULL WHERE collection_id = :users;

SET SESSION AUTHORIZATION reeve_worker;

SELECT pg_temp.follow(:job) \g /dev/null

SET SESSION AUTHORIZATION sign_in_admin;

SELECT is((SELECT l.shared FROM reeve.link_list(current_setting('test.app'), 'user',
    current_setting('test.eve'), 9) l WHERE l.other = current_setting('test.ann')),
  'device (2 accounts), address (2 accounts)', 'and is found by it from then on');

-- Kept for 90 days, and no more than 50 of each person.

:as_app;

SELECT is(pg_temp.sign_in('bob', 'b' || n, '192.0.2.8', now() - n * interval '1 day'), 'noted')
FROM generate_series(41, 100) n;

SELECT is(pg_temp.sign_in('bob', 'b', '192.0.2.8', 'infinity'), 'noted',
  'a phone whose clock is ahead');

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT count(*), min(at) FROM noted WHERE who = 'bob'$$,
  $$VALUES (50::bigint, now() - interval '88 days')$$, 'the last 50 are kept');

SELECT is((SELECT max(at) <= clock_timestamp() FROM noted WHERE who = 'bob'), TRUE,
  'a time to come counts as now, so that none outlasts the 90 days');

SELECT format('UPDATE %I.sign_ins SET at = now() - interval ''91 days'' WHERE user_id = %s',
  :'app', pg_temp.kept('eve')), format('UPDATE %I.sign_ins SET at = now() - interval ''89 days''
  WHERE user_id = %s', :'app', pg_temp.kept('ann')), format('UPDATE %I.users
  SET signed_in_at = now() - interval ''91 days'' WHERE id = %s', :'app', pg_temp.kept('eve'))
\gexec

CREATE FUNCTION pg_temp.retain() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  job reeve.job;
  progress reeve.job_progress;
  step reeve.job_step;
BEGIN
  job.app := current_setting('test.app');
  LOOP
    progress.done := coalesce(step.done, 0);
    step := reeve.retain_sweep(job, progress, 1000);
    EXIT WHEN step.state <> 'running';
  END LOOP;
  RETURN step.state;
END
$$;

SELECT is(pg_temp.retain(), 'completed', 'the job of the catalog runs');

SELECT results_eq($$SELECT who::text, count(*) FROM noted GROUP BY 1 ORDER BY 1$$,
  $$VALUES ('ann', 2::bigint), ('bob', 50)$$, 'what is older than 90 days has gone');

SELECT format('SELECT is(signed_in_at, NULL, %L) FROM %I.users WHERE id = %s',
  'with when it was last', :'app', pg_temp.kept('eve')) \gexec

-- What a legal hold covers stays.

SELECT format('UPDATE %I.sign_ins SET at = now() - interval ''91 days'' WHERE user_id = %s',
  :'app', pg_temp.kept('ann')) \gexec

SET SESSION AUTHORIZATION sign_in_admin;

SELECT outcome AS held, detail ->> 'action_id' AS hold FROM reeve.action_perform('hold',
  current_setting('test.app'), 'user', current_setting('test.ann'), '{"why": "court"}', NULL) \gset

SELECT is(:'held'::text, 'done', 'ann is under a legal hold');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.retain(), 'completed', 'the job runs again');

SELECT is((SELECT count(*) FROM noted WHERE who = 'ann'), 2::bigint, 'her sign-ins stay');

-- Who is erased takes theirs along.

SET SESSION AUTHORIZATION sign_in_admin;

SELECT is((SELECT outcome FROM reeve.undo_perform(:hold, 'over', NULL)), 'done', 'the hold ends');

RESET SESSION AUTHORIZATION;


SET SESSION AUTHORIZATION sign_in_admin;

SELECT is((SELECT outcome FROM reeve.action_perform('erase', current_setting('test.app'), 'user',
  current_setting('test.ann'), '{"why": "asked"}', NULL)), 'done', 'ann is erased');

RESET SESSION AUTHORIZATION;

SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000) IS NULL AS ran \gset

SELECT results_eq($$SELECT DISTINCT who::text FROM noted$$, $$VALUES ('bob')$$,
  'with her sign-ins, and nobody else''s');

SELECT format('SELECT is(signed_in_at, NULL, %L) FROM %I.users WHERE id = %s',
  'and the last one', :'app', pg_temp.kept('ann')) \gexec

-- Registered, and welcomed once.

CREATE FUNCTION pg_temp.expire() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  job reeve.job;
  progress reeve.job_progress;
  step reeve.job_step;
BEGIN
  job.app := current_setting('test.app');
  job.args := '{"collection": "user"}';
  LOOP
    progress.done := coalesce(step.done, 0);
    step := reeve.stale_expire(job, progress, 1000);
    EXIT WHEN step.state <> 'running';
  END LOOP;
  RETURN step.state;
END
$$;

SELECT format('UPDATE %I.users SET blocked_until = ''infinity'' WHERE id = %s', :'app',
  pg_temp.kept('eve')) \gexec

SELECT is(pg_temp.expire(), 'completed', t) FROM unnest('{a job runs,and again}'::text[]) t;

SELECT results_eq(format($$SELECT k.name, count(*) FROM reeve.outbox o JOIN kept k
    ON k.id::text = o.key WHERE o.collection_id = %s AND o.template = 'welcome'
    GROUP BY 1$$, :users),
  $$VALUES ('bob', 1::bigint)$$,
  'who has registered is welcomed once; nobody who is banned or gone');

SELECT * FROM finish();
