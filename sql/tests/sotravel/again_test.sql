-- Whoever is banned and signs up again comes to the queue, and nothing is done to them.
BEGIN;

\ir fixture.sql

CREATE FUNCTION pg_temp.sign_up(label text, email text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, sotravel.user_sign_up('email', 'again ' || label, label,
    email))
$$;

SELECT pg_temp.made_by_app('sotravel', '{sign_up}');

\set shares 'verified email'
\ir ../again.sql

-- On Telegram nobody has an address; one that is added later is looked at, too.

:as_app;

SELECT pg_temp.keep('telegram', sotravel.user_sign_up('telegram', 'again tg', 'Tess')) \g /dev/null

RESET SESSION AUTHORIZATION;

DELETE FROM reeve.change;

:as_app;

SELECT sotravel.identity_add(pg_temp.kept('telegram'), 'email', 'again tg mail',
  'Mara.Lind@mail.example', NULL, now()) \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.logged(:users), ARRAY[pg_temp.kept('telegram')::text],
  'whoever adds an address is in the change log');

SELECT pg_temp.logged(:users) AS keys, pg_temp.read_all(:job, :users) \gset

SET SESSION AUTHORIZATION reeve_worker;

SELECT pg_temp.look(:job, :users, :'keys') \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT matches((SELECT q.words FROM pg_temp.queued() q WHERE q.who = 'telegram'),
  '^ban-evasion: same verified email as user:\d+, banned by A\d+; suspend for 7d is proposed$',
  '… and comes to the queue');

-- Whoever has another address is looked at when they sign in by the one that they added.

:as_app;

SELECT sotravel.identity_add(pg_temp.kept('other'), 'telegram', 'again other tg',
  'Mara.Lind@mail.example', 'other', now()) \g /dev/null

RESET SESSION AUTHORIZATION;

DELETE FROM reeve.change;

:as_app;

SELECT sotravel.sign_in(pg_temp.kept('other'), 'telegram', 'phone', NULL, NULL, NULL, now())
\g /dev/null

RESET SESSION AUTHORIZATION;

SELECT pg_temp.logged(:users) AS keys, pg_temp.read_all(:job, :users) \gset

SET SESSION AUTHORIZATION reeve_worker;

SELECT pg_temp.look(:job, :users, :'keys') \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT matches((SELECT q.words FROM pg_temp.queued() q WHERE q.who = 'other'),
  '^ban-evasion: same verified email as user:\d+, banned by A\d+; suspend for 7d is proposed$',
  'an address beside one’s own comes to the queue, too');

SELECT * FROM finish();

ROLLBACK;
