-- The changes of one app stand in nobody else's way: whoever reads those of another app reads
-- nothing of them, and each app's part has its own bound, its own lock and its own end.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT no_plan();
\ir ../fixtures/index.sql
\ir ../fixtures/worker.sql
DELETE FROM reeve.change;
DELETE FROM reeve.search_waiting;
UPDATE reeve.change_reader SET xid = '0', change_id = 0, seen = NULL;
SELECT collection_id AS flooded FROM reeve.collection
WHERE app = 'randevoo' AND name = 'product' \gset
SELECT collection_id AS other FROM reeve.collection
WHERE app = 'buckit' AND name = 'activity' \gset
SELECT pg_temp.index_build('randevoo', 'product');
SELECT pg_temp.index_build('buckit', 'activity');
DELETE FROM reeve.change;

-- A row of one app, written after 300,000 changes of another, all of finished transactions. In the
-- eyes of statistics that are no longer true, the log is the first app's.
INSERT INTO buckit.users(username, name, provider, photo_url, activated_at)
VALUES ('quokka', 'Q', 'google', 'https://x.test/q.jpg', now())
RETURNING id AS author \gset
INSERT INTO buckit.activities(author_id, title, is_legacy) VALUES (:author, 'Quokkaspotting', TRUE)
RETURNING id AS activity \gset
UPDATE reeve.change SET xid = '4';
ANALYZE reeve.change;
INSERT INTO reeve.change(collection_id, key, xid)
SELECT :flooded, n::text, '3' FROM generate_series(1, 300000) n;

-- Entries of the log and of its index that a statement reads.
CREATE FUNCTION pg_temp.entries_read() RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_stat_get_xact_tuples_returned('reeve.change'::regclass)
    + pg_stat_get_xact_tuples_returned('reeve.change_order'::regclass)
$$;
CREATE FUNCTION pg_temp.reads(statement text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  before bigint := pg_temp.entries_read();
BEGIN
  EXECUTE statement;
  RETURN pg_temp.entries_read() - before;
END
$$;
CREATE FUNCTION pg_temp.pages(statement text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  plan json;
BEGIN
  EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ' || statement INTO plan;
  RETURN (plan #>> '{0,Plan,Shared Hit Blocks}')::bigint
    + (plan #>> '{0,Plan,Shared Read Blocks}')::bigint;
END
$$;
CREATE FUNCTION pg_temp.unread(app text, reader text DEFAULT 'search') RETURNS bigint
LANGUAGE sql AS $$
  SELECT count(*) FROM reeve.change_reader r CROSS JOIN LATERAL reeve.change_unread(r)
  WHERE r.name = unread.reader AND r.app = unread.app
$$;
SAVEPOINT whole;
SELECT cmp_ok(pg_temp.reads($$SELECT pg_temp.unread('randevoo')$$), '>=', 300000::bigint,
  'the count of what is read counts');
SELECT cmp_ok(pg_temp.pages($$SELECT pg_temp.unread('randevoo')$$), '>', 3000::bigint);
SELECT cmp_ok(pg_temp.reads($$SELECT pg_temp.unread('buckit')$$), '<', 20::bigint,
  'what one app has unread is found without reading the other''s');
SELECT cmp_ok(pg_temp.pages($$SELECT pg_temp.unread('buckit')$$), '<', 300::bigint,
  '… not even its pages');
SELECT cmp_ok(pg_temp.reads($$SELECT reeve.search_collect(10000, 'buckit')$$), '<', 50::bigint,
  'nor does moving it to its index');
ROLLBACK TO whole;

-- Search
SELECT set_eq('SELECT collection_id FROM reeve.search_tick()', ARRAY[:other],
  'after one look the row waits for its index; the flood goes to a job');
SELECT is(pg_temp.unread('randevoo'), 290000::bigint, 'of the flood that look took its bound');
SELECT is(pg_temp.unread('buckit'), 0::bigint, 'of the other app all');
SELECT is(reeve.search_take(:other, 1000), 1);
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test')
ON CONFLICT DO NOTHING;
SELECT set_eq($$SELECT key FROM reeve.search('buckit', 'quokkaspotting', 'activity')$$,
  ARRAY[:'activity'], 'and the row is found');

-- Feeds would keep what has been read.
DELETE FROM reeve.feed_rule;

-- Flags and ranks: the job of an app reads that app's.
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.flag', '{}', 'buckit') AS job \gset
SELECT set_has(format('SELECT collection_id, key FROM reeve.flag_read(%s, 1, ''k1'', 1000)', :job),
  format('SELECT %s, %L::text', :other, :'activity'), 'its flags see it');
SELECT is(pg_temp.unread('randevoo', 'flags'), 300000::bigint, '… and leave the flood');
SELECT cmp_ok(pg_temp.reads($$SELECT reeve.rank_drain(1000, 'buckit')$$), '<', 50::bigint,
  'its ranks read nothing of it');
SELECT is(reeve.change_lag('flags', 'buckit'), FALSE, 'its flags have caught up');
SELECT is(reeve.change_lag('flags', 'randevoo'), TRUE, 'and the others have not');

-- What is read is purged, whatever the other app's readers have to read; and only that.
SELECT is((SELECT count(*) FROM reeve.change c WHERE c.collection_id = :other), 0::bigint,
  'an app''s changes go when its own readers have read them');
SELECT is((SELECT count(*) FROM reeve.change c WHERE c.collection_id = :flooded), 300000::bigint,
  'others'' stay for theirs');

SELECT is_empty($$SELECT n, count(*) FROM reeve.app a CROSS JOIN LATERAL
    unnest(reeve.change_numbers(a.app)) n GROUP BY n HAVING count(*) > 1$$,
  'a number is of one app');
SELECT * FROM finish();
ROLLBACK;
