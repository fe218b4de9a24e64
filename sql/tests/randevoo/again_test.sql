-- Whoever is banned and signs up again comes to the queue, and nothing is done to them.
BEGIN;

\ir fixture.sql

CREATE FUNCTION pg_temp.sign_up(label text, email text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, randevoo.user_register(label, 'Tester', 'google',
    'again ' || label, email))
$$;

SELECT pg_temp.made_by_app('randevoo', '{sign_up}');

\set shares 'verified email'
\ir ../again.sql

-- A number is its latest holder's: whoever proves that they have the number of somebody who is
-- banned takes it, and is known by it.

:as_app;

SELECT pg_temp.sign_up('caller', 'caller@mail.example') \g /dev/null

SELECT ok(randevoo.phone_verify(pg_temp.kept('caller'),
    randevoo.phone_code(pg_temp.kept('caller'), '+393331234567', now()), now()),
  'somebody verifies a telephone number');

RESET SESSION AUTHORIZATION;

SELECT pg_temp.read_all(:job, :users) \g /dev/null

SET SESSION AUTHORIZATION again_admin;

SELECT outcome AS banned, detail ->> 'action_id' AS ban FROM reeve.action_perform('ban',
  'randevoo', 'user', pg_temp.kept('caller')::text,
  '{"policy": "fraud", "for": "7d", "why": "test"}', NULL) \gset

RESET SESSION AUTHORIZATION;

DELETE FROM reeve.change;

:as_app;

SELECT pg_temp.sign_up('taker', 'taker@mail.example') \g /dev/null

SELECT ok(randevoo.phone_verify(pg_temp.kept('taker'),
    randevoo.phone_code(pg_temp.kept('taker'), '+393331234567', now()), now()),
  'somebody else verifies the same number');

RESET SESSION AUTHORIZATION;

SELECT pg_temp.logged(:users) AS keys, pg_temp.read_all(:job, :users) \gset

SET SESSION AUTHORIZATION reeve_worker;

SELECT pg_temp.look(:job, :users, :'keys') \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT is((SELECT q.words FROM pg_temp.queued() q WHERE q.who = 'taker'), format(
  'ban-evasion: same verified phone as user:%s, banned by A%s; suspend for 7d is proposed',
  pg_temp.kept('caller'), :'ban'), '… and comes to the queue');

SET SESSION AUTHORIZATION again_admin;

SELECT results_eq($$SELECT d.shared, d.is_verified FROM reeve.duplicate_list('randevoo', 'user',
    '{phone}', NULL) d WHERE d.key = pg_temp.kept('taker')::text$$,
  $$VALUES ('verified former phone', TRUE)$$, '`duplicates` knows who had the number before');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
