-- Two accounts of one person: a merge of them, and its undo.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cas}'::text[]) p
\g /dev/null

SELECT pg_temp.spot('rock', 'ann'), pg_temp.spot('lake', 'bob', 61)
\g /dev/null

CREATE FUNCTION pg_temp.rows_of(who text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(id::text, ' ' ORDER BY id), '') FROM findspot.places
  WHERE author_id = pg_temp.kept(who)
$$;

\set provider google
\ir ../merge.sql

SELECT * FROM finish();

ROLLBACK;
