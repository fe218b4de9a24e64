BEGIN;

\ir fixture.sql

CREATE TEMPORARY TABLE word(name text PRIMARY KEY, value text);

CREATE TEMPORARY TABLE spared(name text PRIMARY KEY);

SELECT pg_temp.person(p) FROM unnest('{who,other}'::text[]) p;

SELECT pg_temp.trip('trip', 'who');

SELECT pg_temp.join('other', 'trip');

SELECT pg_temp.keep('member', pg_temp.kept('other'));

SELECT pg_temp.event('event', 'who', 'trip');

:as_app;

SELECT pg_temp.keep('chat', sotravel.chat_pair_open(pg_temp.kept('who'), pg_temp.kept('other'),
  pg_temp.day(5)));

SELECT pg_temp.keep('message', sotravel.message_send(pg_temp.kept('who'), pg_temp.kept('chat'), 'x',
  pg_temp.day(5)));

RESET SESSION AUTHORIZATION;

INSERT INTO word
SELECT 'provider', i.provider FROM sotravel.identities i WHERE i.user_id = pg_temp.kept('who')
UNION ALL
SELECT 'provider_id', i.provider_id FROM sotravel.identities i
WHERE i.user_id = pg_temp.kept('who')
UNION ALL
VALUES ('audience', 'friends'), ('answer', 'going'), ('role', 'host'), ('map_kind', 'street'),
  ('device_kind', 'phone'), ('address', '192.0.2.7'), ('country', 'IT');

\set app sotravel
\set code ST002
SELECT pg_temp.day(5) AS at, pg_temp.kept('who') AS who \gset

\ir ../banned.sql

SELECT * FROM finish();

ROLLBACK;
