-- Two accounts of one person: a merge of them, and its undo.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cas}'::text[]) p
\g /dev/null

SELECT pg_temp.spot('rock', 'ann'), pg_temp.spot('lake', 'bob', 61)
\g /dev/null

INSERT INTO findspot.devices(user_id, token, platform, app_version, seen_at)
VALUES (pg_temp.kept('ann'), 'a token of a phone', 'ios', '1.0', now());

CREATE FUNCTION pg_temp.rows_of(who text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(r, ' ' ORDER BY r), '') FROM (
    SELECT 'place ' || id FROM findspot.places WHERE author_id = pg_temp.kept(who)
    UNION ALL SELECT 'device ' || id FROM findspot.devices WHERE user_id = pg_temp.kept(who)) x(r)
$$;

\set provider google
\ir ../merge.sql

SELECT * FROM finish();

ROLLBACK;
