-- Two accounts of one person: a merge of them, and its undo.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cas}'::text[]) p
\g /dev/null

SELECT pg_temp.activity('rowing', 'ann'), pg_temp.bucket('mine', 'ann'),
  pg_temp.bucket('his', 'bob')
\g /dev/null

-- A bucket that cas has copied from ann.
UPDATE buckit.buckets SET owner_id = pg_temp.kept('cas')
WHERE id = pg_temp.bucket('copied', 'ann');

CREATE FUNCTION pg_temp.rows_of(who text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(r, ' ' ORDER BY r), '') FROM (
    SELECT 'activity ' || id FROM buckit.activities WHERE author_id = pg_temp.kept(who)
    UNION ALL SELECT 'bucket ' || id FROM buckit.buckets WHERE owner_id = pg_temp.kept(who)
    UNION ALL SELECT 'by ' || id FROM buckit.buckets WHERE author_id = pg_temp.kept(who)) x(r)
$$;

\set provider google
\ir ../merge.sql

SELECT * FROM finish();

ROLLBACK;
