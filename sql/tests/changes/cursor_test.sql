-- How a reader moves through the change log.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(20);

DELETE FROM reeve.change;
SELECT min(collection_id) AS a, max(collection_id) AS b FROM reeve.collection
WHERE app = 'randevoo' \gset
INSERT INTO reeve.change(collection_id, key, xid) VALUES
  (:a, 'a1', '10'), (:b, 'b1', '11'), (:a, 'a2', '12'), (:a, 'a3', pg_current_xact_id());
INSERT INTO reeve.change_reader(name, app) VALUES ('page', 'randevoo');
SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon \gset

CREATE FUNCTION pg_temp.reader(changes jsonb DEFAULT '{}') RETURNS reeve.change_reader
LANGUAGE sql AS $$
  SELECT jsonb_populate_record(r, changes) FROM reeve.change_reader r WHERE r.name = 'page'
$$;
CREATE FUNCTION pg_temp.unread(
  place reeve.change_reader, most int DEFAULT NULL, number int DEFAULT NULL,
  is_settled boolean DEFAULT FALSE)
RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(c.key, ' ') FROM reeve.change_unread(place, most, number, is_settled) c
$$;

SELECT is(pg_temp.unread(pg_temp.reader()), 'a1 b1 a2 a3', 'all changes of its app, in order');
SELECT is(pg_temp.unread(pg_temp.reader(), 2), 'a1 b1', 'the first of them');
SELECT is(pg_temp.unread(pg_temp.reader(), NULL, :a), 'a1 a2 a3', 'those under one number');
SELECT is(pg_temp.unread(pg_temp.reader(), NULL, :a, TRUE), 'a1 a2',
  'and none that others may still precede');
SELECT is(pg_temp.unread(pg_temp.reader('{"xid": "11"}')), 'b1 a2 a3', 'from a position on');
SELECT is(pg_temp.unread(pg_temp.reader('{"seen": "11:13:11"}')), 'b1 a3',
  'but for what a snapshot saw, when transaction 11 was running and 13 had not begun');
SELECT is(pg_temp.unread(pg_temp.reader('{"seen": "11:13:11"}'), NULL, :b, TRUE), 'b1',
  'also under one number');

SELECT is((p.keys, (p.next).xid, (p.next).change_id), ('{a1}'::text[], '10'::xid8, p.ids[1]),
  'a full page ends after its last change')
FROM reeve.change_page(pg_temp.reader(), :a, 1) p;
SELECT is((p.keys, (p.next).xid, (p.next).seen::text),
  ('{a1,a2}'::text[], :'horizon'::xid8, NULL::text),
  'the last page ends where others may still write')
FROM reeve.change_page(pg_temp.reader(), :a, 10) p;
SELECT is((p.keys, (p.next).xid), ('{}'::text[], :'horizon'::xid8),
  'an empty page passes over the app''s other changes')
FROM reeve.change_page(pg_temp.reader(), -1, 10) p;
SELECT is((p.keys, p.next::text), ('{}'::text[], pg_temp.reader(
    jsonb_build_object('xid', :'horizon'))::text), 'and stays where there are none')
FROM reeve.change_page(pg_temp.reader(jsonb_build_object('xid', :'horizon')), :b, 10) p;
SELECT is((p.keys, (p.next).xid, (p.next).seen::text),
  ('{a1,a2,a3}'::text[], :'horizon'::xid8, pg_current_snapshot()::text),
  'a page of all that is committed notes what it saw beyond that')
FROM reeve.change_page(pg_temp.reader(), :a, 10, FALSE) p;

SELECT is(reeve.change_backlog(pg_temp.reader(), :a, 10), 3::bigint, 'a backlog is counted');
SELECT is(reeve.change_backlog(pg_temp.reader(), :a, 2), 2::bigint, 'as far as is asked');
SELECT is(reeve.change_backlog(pg_temp.reader('{"seen": "11:13:11"}'), :a, 10), 1::bigint,
  'without what was taken');
SELECT is((SELECT string_agg(c.key, ' ') FROM reeve.change_latest(pg_temp.reader(), :a, 2) c),
  'a3 a2', 'the latest come first');

SELECT ok(reeve.change_advance(pg_temp.reader('{"xid": "11"}')), 'a reader moves on');
SELECT ok(NOT reeve.change_advance(pg_temp.reader('{"xid": "10"}')), 'never back');
SELECT is((pg_temp.reader()).xid, '11'::xid8, 'and stays where it is then');
SELECT ok(reeve.change_is_ahead(pg_temp.reader('{"xid": "99999999999"}'))
  AND NOT reeve.change_is_ahead(pg_temp.reader()), 'a position of a later database is recognized');
SELECT * FROM finish();
ROLLBACK;
