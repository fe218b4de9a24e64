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
