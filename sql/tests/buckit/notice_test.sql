-- Notices of the back office, as the app shows them: with a number for the badge, a text in
-- the reader's language, whether the phone rings, and a link.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p
\g /dev/null

UPDATE buckit.users SET locale = 'it-IT' WHERE id = pg_temp.kept('ann');

\set link https://buckit.example/u/
\set welcome 'Benvenuto su BuckIt'
\set code BK002
\set policy manipulation
\set capped content-removed
\set most 10
\ir ../notice.sql

ROLLBACK;
