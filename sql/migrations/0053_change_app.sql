-- The change log is each app's own: an entry belongs to the app that its number belongs to, and is
-- found by the number, so that whoever reads the changes of one app meets none of another's. What
-- triggers write stays the same.

CREATE INDEX change_order_next ON reeve.change(collection_id, xid, change_id);

DROP INDEX reeve.change_order, reeve.change_rank;

ALTER INDEX reeve.change_order_next RENAME TO change_order;

ALTER TABLE reeve.change_reader ADD app text CONSTRAINT change_reader_app_fkey REFERENCES reeve.app;

ALTER TABLE reeve.change_reader DROP CONSTRAINT change_reader_pkey;

-- Those of all apps become one for each, at the same place: what is unread stays so.
INSERT INTO reeve.change_reader(name, xid, change_id, seen, app)
SELECT r.name, r.xid, r.change_id, r.seen, a.app
FROM reeve.change_reader r
CROSS JOIN reeve.app a
WHERE r.name = 'search'
  OR r.name = 'flags' AND (
    EXISTS (SELECT FROM reeve.flag f WHERE f.app = a.app AND f.is_live)
    OR EXISTS (
      SELECT FROM reeve.identifier_scan s JOIN reeve.collection c USING (collection_id)
      WHERE c.app = a.app))
  OR r.name = 'rank' AND EXISTS (
    SELECT FROM reeve.rank_rule k JOIN reeve.collection c USING (collection_id)
    WHERE c.app = a.app AND k.is_live);

UPDATE reeve.change_reader r SET app = c.app
FROM reeve.search_generation g JOIN reeve.collection c USING (collection_id)
WHERE r.name = 'search.' || g.generation_id;

UPDATE reeve.change_reader r SET app = c.app
FROM reeve.live_copy c
WHERE r.name = 'migrate:' || c.copy_id OR starts_with(r.name, format('emit:%s:', c.copy_id));

DELETE FROM reeve.change_reader r WHERE r.app IS NULL;

ALTER TABLE reeve.change_reader ALTER app SET NOT NULL,
  ADD CONSTRAINT change_reader_pkey PRIMARY KEY (name, app);

COMMENT ON TABLE reeve.change_reader IS
  'How far each reader of an app''s changes has come; what all of the app''s have read is purged.';

CREATE INDEX change_reader_app ON reeve.change_reader(app);

DROP TABLE reeve.change_purge;

CREATE TABLE reeve.change_purge(
  app text CONSTRAINT change_purge_pkey PRIMARY KEY
    CONSTRAINT change_purge_app_fkey REFERENCES reeve.app,
  xid xid8 NOT NULL DEFAULT '0',
  change_id bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

INSERT INTO reeve.change_purge(app) SELECT a.app FROM reeve.app a;

COMMENT ON TABLE reeve.change_purge IS 'How far the changes of each app are purged.';

-- Of copies that have ended nobody reads anything.
DELETE FROM reeve.change x USING reeve.live_copy c
WHERE x.collection_id = -c.copy_id AND c.ended_at IS NOT NULL;

COMMENT ON TABLE reeve.change IS
  'Rows of the apps that were written, for search, flags, ranks and live copies; append-only.';

COMMENT ON COLUMN reeve.change.collection_id IS
  'Whose rows: of a collection; with a minus sign of a join of search, a rank or a live copy. It '
  'says whose app the change is, too (reeve.change_numbers).';
