-- Two accounts of one person: a merge of them, and its undo.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cas}'::text[]) p
\g /dev/null

SELECT pg_temp.activity('rowing', 'ann'), pg_temp.bucket('mine', 'ann'),
  pg_temp.bucket('his', 'bob'), pg_temp.bucket('copied', 'ann'), pg_temp.bucket('taken', 'cas')
\g /dev/null

-- Buckets that cas has copied from ann, and ann from cas.
UPDATE buckit.buckets SET owner_id = pg_temp.kept('cas') WHERE id = pg_temp.kept('copied');
UPDATE buckit.buckets SET owner_id = pg_temp.kept('ann') WHERE id = pg_temp.kept('taken');

INSERT INTO buckit.comments(activity_id, author_id, body)
VALUES (pg_temp.kept('rowing'), pg_temp.kept('ann'), 'Bring gloves');

INSERT INTO buckit.itineraries(author_id, title) VALUES (pg_temp.kept('ann'), 'A week');

CREATE FUNCTION pg_temp.rows_of(who text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(r, ' ' ORDER BY r), '') FROM (
    SELECT 'activity ' || id FROM buckit.activities WHERE author_id = pg_temp.kept(who)
    UNION ALL SELECT 'bucket ' || id FROM buckit.buckets WHERE owner_id = pg_temp.kept(who)
    UNION ALL SELECT 'by ' || id FROM buckit.buckets WHERE author_id = pg_temp.kept(who)
    UNION ALL SELECT 'comment ' || id FROM buckit.comments WHERE author_id = pg_temp.kept(who)
    UNION ALL SELECT 'itinerary ' || id FROM buckit.itineraries WHERE author_id = pg_temp.kept(who)
    ) x(r)
$$;

\set provider google
\ir ../merge.sql

SELECT * FROM finish();

ROLLBACK;
