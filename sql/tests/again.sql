-- Included by an app's test: whoever is banned and signs up again with the same e-mail address, as
-- the app's login makes the account, comes to the queue with a proposal; nobody acts but people.
-- Variables: `app`; `shares`, what the two share, in words. pg_temp.sign_up(label, email) makes an
-- account and keeps its key.
\ir fixtures/worker.sql

CREATE ROLE again_admin LOGIN IN ROLE reeve_moderator;

INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('again_admin', 'moderator', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["again_admin"]}') AS recorded \gset

-- What needs a second person is another test's.
DELETE FROM reeve.approval_rule;

SELECT set_config('test.app', :'app', TRUE) \g /dev/null

SELECT collection_id AS users FROM reeve.collection WHERE app = :'app' AND name = 'user' \gset

SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.flag', app => :'app') AS job \gset

CREATE TEMPORARY TABLE found(
  collection_id int, key text, kind text, value text, is_verified boolean);

GRANT ALL ON found TO reeve_worker;

-- As a worker does, with digests of its own of what it reads. The log gives nothing of a
-- transaction that is not over, so all rows are read, and the flags get the keys that it has.
CREATE FUNCTION pg_temp.follow(job bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO found SELECT * FROM reeve.identifier_read(job, 1, 'k1', 1000000);
  SELECT count(*) FROM reeve.identifier_read(job, 1, 'k1', 1000000);
  SELECT reeve.identifier_write(job, 1, 'k1', array_agg(f.collection_id), array_agg(f.key),
    array_agg(coalesce(f.kind, '')),
    array_agg(coalesce(encode(sha256(f.value::bytea), 'hex'), '')), array_agg(f.is_verified))
  FROM found f;
  DELETE FROM found;
$$;

CREATE FUNCTION pg_temp.read_all(job bigint, users int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reeve.identifier_scan s SET cursor = NULL, done_at = NULL WHERE s.collection_id = users;
  SET LOCAL SESSION AUTHORIZATION reeve_worker;
  PERFORM pg_temp.follow(job);
  RESET SESSION AUTHORIZATION;
END
$$;

CREATE FUNCTION pg_temp.logged(users int) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(DISTINCT k) FROM reeve.change c
  CROSS JOIN LATERAL unnest(coalesce(c.keys, ARRAY[c.key])) k WHERE c.collection_id = users
$$;

CREATE FUNCTION pg_temp.look(job bigint, users int, keys text[]) RETURNS int LANGUAGE sql AS $$
  SELECT reeve.flag_run(job, 1, array_fill(users, ARRAY[cardinality(keys)]), keys)
$$;

-- Whom the queue has, with the words of the flag's report.
CREATE FUNCTION pg_temp.queued() RETURNS TABLE(who text, words text) LANGUAGE sql AS $$
  SELECT k.name, r.words
  FROM reeve.report r JOIN kept k ON k.id::text = r.key
  WHERE r.collection_id = (SELECT c.collection_id FROM reeve.collection c
    WHERE c.app = current_setting('test.app') AND c.name = 'user') AND r.words LIKE 'ban-evasion%'
  ORDER BY r.report_id
$$;

:as_app;

SELECT pg_temp.sign_up('first', 'Mara.Lind@mail.example'),
  pg_temp.sign_up('second', 'Mara.Lind@mail.example'),
  pg_temp.sign_up('other', 'other.person@mail.example') \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT pg_temp.read_all(:job, :users) \g /dev/null

DELETE FROM reeve.change;

SELECT name AS policy FROM reeve.policy WHERE app = :'app' ORDER BY name LIMIT 1 \gset

SET SESSION AUTHORIZATION again_admin;

SELECT outcome AS banned, detail ->> 'action_id' AS ban FROM reeve.action_perform('ban', :'app',
  'user', pg_temp.kept('first')::text,
  jsonb_build_object('policy', :'policy', 'for', '7d', 'why', 'test'), NULL) \gset

SELECT is(:'banned'::text, 'done', 'a moderator bans an account');

RESET SESSION AUTHORIZATION;

SELECT ok(pg_temp.kept('second')::text = ANY (pg_temp.logged(:users)),
  'their other account is looked at again');

:as_app;

SELECT pg_temp.sign_up('again', 'Mara.Lind@mail.example') \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT ok(pg_temp.kept('again')::text = ANY (pg_temp.logged(:users)),
  'whoever signs up again is in the change log');

SELECT pg_temp.read_all(:job, :users) \g /dev/null

SELECT count(*) AS acts FROM reeve.action \gset

SELECT pg_temp.logged(:users) || pg_temp.kept('other')::text AS keys \gset

SET SESSION AUTHORIZATION reeve_worker;

SELECT is(pg_temp.look(:job, :users, :'keys'), 2,
  'the account that they had, and the one that they made, are reported');

SELECT is(pg_temp.look(:job, :users, :'keys'), 0, '… once');

RESET SESSION AUTHORIZATION;

SELECT set_eq('SELECT * FROM pg_temp.queued()', format($$SELECT who,
    'ban-evasion: same %s as user:%s, banned by A%s; suspend for 7d is proposed'
  FROM unnest('{second,again}'::text[]) who$$,
  :'shares', pg_temp.kept('first'), :'ban'), 'with what they share, the ban and a proposal');

SET SESSION AUTHORIZATION again_admin;

SELECT set_eq(format($$SELECT q.key FROM reeve.case_queue(%L) q
    WHERE q.collection_name = 'user' AND q.key <> pg_temp.kept('first')::text$$, :'app'),
  ARRAY[pg_temp.kept('second')::text, pg_temp.kept('again')::text],
  'a moderator finds them in the queue');

SELECT set_eq(format($$SELECT d.key, d.shared, d.is_verified, d.ban
    FROM reeve.duplicate_list(%L, 'user', '{email}', 10) d$$, :'app'),
  format($$SELECT k.id::text, %1$L AS shared, %1$L ~ 'verified' AS is_verified,
      CASE k.name WHEN 'first' THEN 'A' || %2$s END AS ban
    FROM kept k WHERE k.name IN ('first', 'second', 'again')$$, :'shares', :'ban'),
  '… and all three by `duplicates`');

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(*) FROM reeve.action), :acts::bigint, 'nothing is done to anybody');

SELECT format('SELECT is(blocked_until, NULL, %L) FROM %I.users WHERE id = %s',
  'the account is not barred', :'app', pg_temp.kept('again')) \gexec

-- Somebody looked, and it was another person. A later ban is looked at anew.

SET SESSION AUTHORIZATION again_admin;

SELECT is((SELECT outcome FROM reeve.case_perform('close', q.case_id,
  '{"outcome": "dismissed", "why": "x"}')), 'done', 'a case is dismissed')
FROM reeve.case_queue(:'app') q WHERE q.key = pg_temp.kept('again')::text;

RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION reeve_worker;

SELECT is(pg_temp.look(:job, :users, :'keys'), 0, 'what was dismissed is not reported again');

SET SESSION AUTHORIZATION again_admin;

SELECT is((SELECT outcome FROM reeve.undo_perform(:ban, 'mistaken', NULL)), 'done',
  'the ban is undone');

SELECT is((SELECT outcome FROM reeve.action_perform('suspend', :'app', 'user',
  pg_temp.kept('first')::text, jsonb_build_object('policy', :'policy', 'for', '7d', 'why', 'x'),
  NULL)), 'done', 'and follows another');

SET SESSION AUTHORIZATION reeve_worker;

SELECT is(pg_temp.look(:job, :users, :'keys'), 1, '… for which it is reported again');

RESET SESSION AUTHORIZATION;

-- Whoever is banned before a worker has read what identifies them.

:as_app;

SELECT pg_temp.sign_up('calm', 'sam.roe@mail.example') \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT pg_temp.read_all(:job, :users) \g /dev/null

:as_app;

SELECT pg_temp.sign_up('hasty', 'sam.roe@mail.example') \g /dev/null

SET SESSION AUTHORIZATION again_admin;

SELECT is((SELECT outcome FROM reeve.action_perform('ban', :'app', 'user',
  pg_temp.kept('hasty')::text, jsonb_build_object('policy', :'policy', 'for', '7d', 'why', 'x'),
  NULL)), 'done', 'an account is banned at once');

RESET SESSION AUTHORIZATION;

DELETE FROM reeve.change;

SELECT pg_temp.read_all(:job, :users) \g /dev/null

SELECT ok(pg_temp.kept('calm')::text = ANY (pg_temp.logged(:users)),
  'their other account is looked at once theirs has been read');

DELETE FROM reeve.change;

SELECT pg_temp.read_all(:job, :users) \g /dev/null

SELECT is(pg_temp.logged(:users), NULL, '… once');
