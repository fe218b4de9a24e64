-- What a statement wrote has one name in every trigger, which no temporary relation can take; keys
-- in the change log have a greatest length; why rows of an app could not be read is kept.

CREATE TABLE reeve.reeve_written();

COMMENT ON TABLE reeve.reeve_written IS
  'Keeps the name by which triggers read the rows that a statement wrote: where a trigger has no '
  'such rows, the name is this table''s, and not that of a temporary one. Has no columns, so that '
  'whatever reads a row of it fails.';

-- Sessions forget plans that read something else by that name.
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN
    SELECT p.oid FROM pg_catalog.pg_proc p
    WHERE p.pronamespace = 'reeve'::regnamespace AND p.prorettype = 'trigger'::regtype
      AND p.proowner = 'reeve_owner'::regrole
  LOOP
    EXECUTE format('ALTER FUNCTION %s VOLATILE', f);
  END LOOP;
END
$$;

-- Longer keys than triggers let in now: what has them is read as a whole, as after TRUNCATE.
UPDATE reeve.search_waiting w SET keys = ARRAY(
  SELECT k FROM unnest(w.keys) k WHERE octet_length(k) <= 1024) || NULL::text
WHERE EXISTS (SELECT FROM unnest(w.keys) k WHERE octet_length(k) > 1024);

UPDATE reeve.rank_stale s SET key = NULL WHERE octet_length(s.key) > 1024;

CREATE TABLE reeve.change_fault(
  reader text,
  collection_id int CONSTRAINT change_fault_collection_fkey REFERENCES reeve.collection,
  failed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  cause text NOT NULL,
  CONSTRAINT change_fault_pkey PRIMARY KEY (reader, collection_id)
);

COMMENT ON TABLE reeve.change_fault IS
  'Collections whose rows a reader of the change log could not read when it last tried: it leaves '
  'them, goes on with the others, and tries again by itself.';

COMMENT ON COLUMN reeve.change_fault.reader IS
  'rank, identifiers, or flag and its name. Search has a job for each collection, which keeps its '
  'own error.';

COMMENT ON COLUMN reeve.change_fault.cause IS 'What the server said.';

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

-- PostgreSQL refuses to change or delete rows of a published table that have no replica identity,
-- and `CREATE PUBLICATION … FOR ALL TABLES` publishes these, too.
ALTER TABLE reeve.approval_rule REPLICA IDENTITY FULL;

ALTER TABLE reeve.change REPLICA IDENTITY FULL;

ALTER TABLE reeve.job_delta REPLICA IDENTITY FULL;

ALTER TABLE reeve.live_copy_use REPLICA IDENTITY FULL;

DO $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT g.table_name FROM reeve.search_generation g
    WHERE to_regclass(format('reeve_index.%I', g.table_name || '_key')) IS NOT NULL
  LOOP
    EXECUTE format('ALTER TABLE reeve_index.%I REPLICA IDENTITY USING INDEX %I', name,
      name || '_key');
  END LOOP;
END
$$;

-- A feed tells an app's clients which rows have changed. It reads the change log, which is kept for
-- it for a time: writers log a key once, whoever reads it.

-- No table is rewritten: what is there counts as logged now.
ALTER TABLE reeve.change ADD at timestamptz NOT NULL DEFAULT statement_timestamp();

COMMENT ON COLUMN reeve.change.at IS 'Start of the statement that wrote the row.';

CREATE TABLE reeve.feed(
  feed_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT feed_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT feed_app_key UNIQUE
    CONSTRAINT feed_app_fkey REFERENCES reeve.app,
  keep interval NOT NULL,
  declared jsonb NOT NULL,
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  xid xid8 NOT NULL DEFAULT '0',
  change_id bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.feed IS
  'Feeds of changes, one an app, and how far the log is purged for each.';

COMMENT ON COLUMN reeve.feed.declared IS 'What it is of; another value begins another epoch.';

COMMENT ON COLUMN reeve.feed.epoch IS 'Part of each cursor: one of another epoch is refused.';

CREATE TABLE reeve.feed_rule(
  collection_id int CONSTRAINT feed_rule_pkey PRIMARY KEY
    CONSTRAINT feed_rule_collection_fkey REFERENCES reeve.collection,
  to_sql text NOT NULL,
  gone_sql text NOT NULL,
  shown_sql text NOT NULL
);

COMMENT ON TABLE reeve.feed_rule IS
  'Collections of a feed: conditions over the row t, the person $6 and, for a row that is gone, '
  'its key, as reeve.catalog_feeds gives them.';

INSERT INTO reeve.refusal(code, sentence, exit_status, remedy) VALUES
  ('RV011', 'Changes since this cursor of the app''s feed are no longer kept.', 1,
    'Call changes() without a cursor, read all anew, then go on from the one that it gives.');

-- Which later changes a live copy has taken is known of it as of every reader of the log.

UPDATE reeve.change_reader r SET seen = c.seen
FROM reeve.live_copy c WHERE r.name = 'migrate:' || c.copy_id AND c.seen IS NOT NULL;
ALTER TABLE reeve.live_copy DROP COLUMN seen;
