-- Notices of the back office, as the app shows them: with a number for the badge, a text in
-- the reader's language, whether the phone rings, and a link.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p
\g /dev/null

UPDATE sotravel.users SET locale = 'it-IT' WHERE id = pg_temp.kept('ann');

\set link https://sotravel.example/people/
\set welcome 'Benvenuto su Sotravel'
\set code ST002
\set policy harassment
\set capped message-removed
\set most 15
\ir ../notice.sql

ROLLBACK;
