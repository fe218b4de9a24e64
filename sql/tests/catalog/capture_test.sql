-- The change log has what was written to searched tables, however it was written: by row or by
-- statement, through a parent, in a cascade, or after the table was altered or became a partition.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(37);
CREATE ROLE capture_owner NOLOGIN;
CREATE SCHEMA capture AUTHORIZATION capture_owner;
SET LOCAL ROLE capture_owner;
CREATE TABLE capture.alone(hidden boolean, a text, b int, title text, PRIMARY KEY (a, b));
CREATE TABLE capture.shelf(id int PRIMARY KEY);
CREATE TABLE capture.book(id int PRIMARY KEY, t text, shelf_id int REFERENCES capture.shelf
  ON DELETE CASCADE);
CREATE TABLE capture.line(id int PRIMARY KEY, by text, n int);
CREATE TABLE capture.parent(id int PRIMARY KEY, title text);
CREATE TABLE capture.child(extra text) INHERITS (capture.parent);
CREATE TABLE capture.parted(id int PRIMARY KEY, title text) PARTITION BY RANGE (id);
CREATE TABLE capture.parted_1 PARTITION OF capture.parted FOR VALUES FROM (0) TO (100);
CREATE TABLE capture.whole(id int PRIMARY KEY, title text) PARTITION BY RANGE (id);
CREATE TABLE capture.part PARTITION OF capture.whole FOR VALUES FROM (0) TO (100);
RESET ROLE;

CREATE FUNCTION pg_temp.manifest() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('app', 'capture', 'schema', 'capture', 'owner', 'capture_owner',
    'title', 'Capture', 'collections', jsonb_object_agg(c.name, jsonb_build_object(
      'table', c.name, 'key', c.key, 'label', 't.' || c.title, 'show', c.key,
      'search', jsonb_build_object('a', ARRAY[c.title]))))
  FROM (VALUES ('alone', '["a", "b"]'::jsonb, 'title'), ('book', '["id"]', 't'),
    ('line', '["id"]', 'by'),
    ('parent', '["id"]', 'title'), ('parted', '["id"]', 'title'), ('part', '["id"]', 'title'))
    c(name, key, title)
$$;

-- What was logged since it was asked last, in order; every key may be there more than once.
CREATE FUNCTION pg_temp.logged() RETURNS text[] LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM reeve.change RETURNING *)
  SELECT array_agg(c.name || ' ' || coalesce(k.key, 'all') ORDER BY g.change_id, k.place)
  FROM gone g JOIN reeve.collection c USING (collection_id)
  CROSS JOIN LATERAL unnest(coalesce(g.keys, ARRAY[g.key])) WITH ORDINALITY k(key, place)
  WHERE g.xid = pg_current_xact_id()
$$;

CREATE FUNCTION pg_temp.levels(relation regclass) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat(CASE WHEN g.tgtype & 4 > 0 THEN 'insert ' END,
    CASE WHEN g.tgtype & 8 > 0 THEN 'delete ' END, CASE WHEN g.tgtype & 16 > 0 THEN 'update ' END,
    CASE g.tgtype & 1 WHEN 1 THEN 'row' ELSE 'statement' END), ', ' ORDER BY g.tgname)
  FROM pg_trigger g WHERE g.tgrelid = relation AND g.tgname LIKE 'reeve_change%'
    AND g.tgtype & 32 = 0
$$;

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
SELECT is(pg_temp.levels('capture.alone'), 'insert statement, delete statement, update row',
  'a lone table logs by statement');
SELECT is(pg_temp.levels(t), 'insert delete row, update row', t || ' logs by row')
FROM unnest(ARRAY['capture.parent', 'capture.child', 'capture.parted', 'capture.parted_1',
  'capture.part']) t;

DELETE FROM reeve.change;
INSERT INTO capture.alone SELECT FALSE, 'x', n, 'Title' FROM generate_series(1, 3) n;
SELECT is(pg_temp.logged(), '{"alone [\"x\", 1]","alone [\"x\", 2]","alone [\"x\", 3]"}',
  'rows of one statement, in their order');
INSERT INTO capture.alone SELECT FALSE, 'x', n, 'Title' FROM generate_series(1, 0) n;
SELECT is(pg_temp.logged(), NULL, 'no row');
INSERT INTO capture.alone VALUES (TRUE, 'x', 3, 'Third'), (FALSE, 'y', 1, 'New')
ON CONFLICT (a, b) DO UPDATE SET title = EXCLUDED.title;
SELECT bag_eq('SELECT unnest(pg_temp.logged())', ARRAY['alone ["x", 3]', 'alone ["y", 1]'],
  'ON CONFLICT DO UPDATE: what was updated and what is new');
INSERT INTO capture.alone VALUES (TRUE, 'x', 3, 'Third')
ON CONFLICT (a, b) DO UPDATE SET hidden = EXCLUDED.hidden;
SELECT is(pg_temp.logged(), NULL, 'ON CONFLICT that updates what search does not read');
INSERT INTO capture.alone VALUES (TRUE, 'x', 3, '') ON CONFLICT DO NOTHING;
SELECT is(pg_temp.logged(), NULL, 'ON CONFLICT DO NOTHING');
MERGE INTO capture.alone t USING (VALUES (1, 'Merged'), (9, 'New')) s(b, title)
  ON t.a = 'x' AND t.b = s.b
WHEN MATCHED THEN UPDATE SET title = s.title
WHEN NOT MATCHED THEN INSERT VALUES (FALSE, 'x', s.b, s.title);
SELECT bag_eq('SELECT unnest(pg_temp.logged())', ARRAY['alone ["x", 1]', 'alone ["x", 9]'],
  'MERGE');
WITH one AS (INSERT INTO capture.alone VALUES (FALSE, 'w', 1, '')),
  two AS (INSERT INTO capture.alone VALUES (FALSE, 'w', 2, '')),
  three AS (DELETE FROM capture.alone WHERE a = 'x' AND b = 9)
INSERT INTO capture.alone VALUES (FALSE, 'w', 3, '');
SELECT bag_eq('SELECT unnest(pg_temp.logged())',
  ARRAY['alone ["w", 1]', 'alone ["w", 2]', 'alone ["w", 3]', 'alone ["x", 9]'],
  'a statement that writes several times');
UPDATE capture.alone SET hidden = TRUE;
SELECT is(pg_temp.logged(), NULL, 'an update of what search does not read');
UPDATE capture.alone SET title = CASE b WHEN 1 THEN 'Other' ELSE title END WHERE a = 'x';
SELECT is(pg_temp.logged(), '{"alone [\"x\", 1]"}', 'an update that changes some rows only');
UPDATE capture.alone SET b = b + 10 WHERE a = 'w' AND b < 3;
SELECT bag_eq('SELECT unnest(pg_temp.logged())',
  ARRAY['alone ["w", 1]', 'alone ["w", 11]', 'alone ["w", 2]', 'alone ["w", 12]'],
  'the old key and the new one');
DELETE FROM capture.alone WHERE a = 'w';
SELECT bag_eq('SELECT unnest(pg_temp.logged())',
  ARRAY['alone ["w", 3]', 'alone ["w", 11]', 'alone ["w", 12]'], 'deletes');
TRUNCATE capture.alone;
SELECT is(pg_temp.logged(), '{"alone all"}', 'TRUNCATE');
COPY capture.alone FROM STDIN (FORMAT csv);
f,"q"" '",1,One
f,q,2,Two
\.
SELECT is(pg_temp.logged(), ARRAY['alone ["q\" ''", 1]', 'alone ["q", 2]'], 'COPY');

INSERT INTO capture.shelf VALUES (1), (2), (3);
INSERT INTO capture.book SELECT n, 'Book', n % 2 + 1 FROM generate_series(1, 4) n;
SELECT is(pg_temp.logged(), '{book 1,book 2,book 3,book 4}', 'a column that is called t');
INSERT INTO capture.line VALUES (1, 'ann');
UPDATE capture.line SET n = 1;
UPDATE capture.line SET by = 'bob';
SELECT is(pg_temp.logged(), '{line 1,line 1}', 'or by a word that PL/pgSQL reserves');
DELETE FROM capture.shelf;
SELECT bag_eq('SELECT unnest(pg_temp.logged())', ARRAY['book 1', 'book 2', 'book 3', 'book 4'],
  'deletes of a cascade');

-- One session, its plans already made.
ALTER TABLE capture.alone DROP hidden, ADD more text NOT NULL DEFAULT 'm';
INSERT INTO capture.alone(a, b, title) VALUES ('z', 5, 'Five');
SELECT is(pg_temp.logged(), '{"alone [\"z\", 5]"}', 'after the table was altered');
-- The app's changes of its schema go on, and so do its writes: what it then writes is logged.
CREATE ROLE capture_login;
GRANT USAGE ON SCHEMA capture TO capture_login;
GRANT SELECT, UPDATE ON capture.alone TO capture_login;
SET LOCAL ROLE capture_owner;
ALTER TABLE capture.alone ALTER title TYPE varchar(50);
SET LOCAL ROLE capture_login;
UPDATE capture.alone SET more = 'n';
UPDATE capture.alone SET title = 'Cinq' WHERE b = 5;
RESET ROLE;
SELECT is(pg_temp.logged(), '{"alone [\"z\", 5]"}', 'after a column that is read got another type');
SET LOCAL ROLE capture_owner;
ALTER TABLE capture.alone ALTER title TYPE int USING 5;
SET LOCAL ROLE capture_login;
UPDATE capture.alone SET title = 6 WHERE b = 5;
RESET ROLE;
SELECT is(pg_temp.logged(), '{"alone [\"z\", 5]"}', 'or one of another kind');
SAVEPOINT dropped;
SET LOCAL ROLE capture_owner;
ALTER TABLE capture.alone DROP title;
SET LOCAL ROLE capture_login;
UPDATE capture.alone SET more = 'o' WHERE b = 5;
RESET ROLE;
SELECT is(pg_temp.logged(), '{"alone [\"z\", 5]"}',
  'or was dropped: then every update, until the catalog is applied again');
ROLLBACK TO dropped;
SET LOCAL ROLE capture_owner;
ALTER TABLE capture.alone ALTER title TYPE text USING 'Five';
RESET ROLE;
SAVEPOINT undone;
INSERT INTO capture.alone(a, b, title) VALUES ('z', 6, 'Never');
ROLLBACK TO undone;
SELECT is(pg_temp.logged(), NULL, 'what was rolled back');

INSERT INTO capture.parent VALUES (1, 'One');
INSERT INTO capture.child VALUES (2, 'Two', ''), (3, 'Three', '');
UPDATE capture.parent SET title = 'Changed' WHERE id > 1;
DELETE FROM capture.parent WHERE id < 3;
SELECT is(pg_temp.logged(),
  '{"parent 1","parent 2","parent 3","parent 2","parent 3","parent 1","parent 2"}',
  'children, written themselves and through their parent');
INSERT INTO capture.parted VALUES (1, 'One');
INSERT INTO capture.parted_1 VALUES (2, 'Two');
SET LOCAL ROLE capture_owner;
CREATE TABLE capture.parted_2 PARTITION OF capture.parted FOR VALUES FROM (100) TO (200);
RESET ROLE;
INSERT INTO capture.parted_2 VALUES (102, 'There');
UPDATE capture.parted SET id = 101 WHERE id = 1;
DELETE FROM capture.parted WHERE id = 2;
SELECT bag_eq('SELECT DISTINCT unnest(pg_temp.logged())',
  ARRAY['parted 1', 'parted 2', 'parted 102', 'parted 101'],
  'partitions, also one that came later, and a row that moves');
INSERT INTO capture.whole VALUES (1, 'One');
INSERT INTO capture.part VALUES (2, 'Two');
SELECT is(pg_temp.logged(), '{"part 1","part 2"}', 'a partition, also through its table');

-- A lone table that becomes a partition is seen by row again when the catalog is applied.
SET LOCAL ROLE capture_owner;
ALTER TABLE capture.book DROP CONSTRAINT book_shelf_id_fkey;
CREATE TABLE capture.books(id int PRIMARY KEY, t text, shelf_id int) PARTITION BY RANGE (id);
ALTER TABLE capture.books ATTACH PARTITION capture.book FOR VALUES FROM (0) TO (100);
RESET ROLE;
INSERT INTO capture.book VALUES (7, 'Seven', 1);
SELECT is(pg_temp.logged(), '{book 7}', 'a table that has become a partition');
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
SELECT is(pg_temp.levels('capture.book'), 'insert delete row, update row', 'logs by row');
INSERT INTO capture.books VALUES (8, 'Eight', 1);
SELECT is(pg_temp.logged(), '{book 8}', 'what is written through the table that has it, too');

-- What an earlier release made is replaced by an upgrade; what follows a live copy is left.
SELECT oid::regprocedure::text AS routine FROM pg_proc
WHERE oid = (SELECT tgfoid FROM pg_trigger WHERE tgrelid = 'capture.alone'::regclass
  AND tgname = 'reeve_change') \gset
SET LOCAL ROLE capture_owner;
DROP TRIGGER reeve_change ON capture.alone;
DROP TRIGGER reeve_change_delete ON capture.alone;
CREATE TRIGGER reeve_change AFTER INSERT OR DELETE ON capture.alone
FOR EACH ROW EXECUTE FUNCTION :routine;
ALTER TABLE capture.alone DISABLE TRIGGER reeve_change;
RESET ROLE;
SELECT is_empty('SELECT reeve.catalog_mend()', 'an upgrade leaves none behind');
SELECT is(pg_temp.levels('capture.alone'), 'insert delete row, update row',
  'and does not touch what is disabled');
ALTER TABLE capture.alone ENABLE TRIGGER reeve_change;
SELECT is_empty('SELECT reeve.catalog_mend()', 'an upgrade leaves none behind');
SELECT is(pg_temp.levels('capture.alone'), 'insert statement, delete statement, update row',
  'what logged by row, of an earlier release, logs by statement');
SELECT * FROM finish();
ROLLBACK;
