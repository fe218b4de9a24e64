-- Notices of the back office, as the app shows them: with a number for the badge,
-- whether the phone rings, and a link. Who uses FindSpot has said no language.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p
\g /dev/null

\set link https://findspot.example/people/
\set welcome 'Welcome to FindSpot'
\set code FS002
\set policy misleading
\set capped photo-removed
\set most 10
\ir ../notice.sql

ROLLBACK;
