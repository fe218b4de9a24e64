-- Imports that meet rows which are there already, and what they changed or left out.

ALTER TABLE reeve.import
  ADD COLUMN kept bigint NOT NULL DEFAULT 0,
  ADD COLUMN existing text NOT NULL DEFAULT 'refuse' CONSTRAINT import_existing CHECK (
    existing IN ('refuse', 'skip', 'keep-newer', 'overwrite')),
  ADD COLUMN told jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN header text,
  DROP CONSTRAINT import_counts,
  ADD CONSTRAINT import_counts CHECK (read = inserted + changed + same + kept + quarantined);

COMMENT ON COLUMN reeve.import.kept IS
  'Records that differ from a row which stays as it is: reeve.import_kept.';

COMMENT ON COLUMN reeve.import.existing IS
  'What happens to a record that differs from a row with its key. refuse: it is quarantined where '
  'something other than an import wrote the row last; skip: the row stays; keep-newer: the row '
  'stays unless the record is newer; overwrite: the record is written.';

COMMENT ON COLUMN reeve.import.told IS
  'What was left out, guessed or changed on the way, a text each.';

COMMENT ON COLUMN reeve.import.header IS
  'The line that comes before the records of a file; NULL where it has none.';

CREATE TABLE reeve.import_kept(
  import_id int NOT NULL CONSTRAINT import_kept_import_fkey REFERENCES reeve.import,
  record bigint NOT NULL,
  CONSTRAINT import_kept_pkey PRIMARY KEY (import_id, record)
);

COMMENT ON TABLE reeve.import_kept IS 'Records that were not written because of the row there.';

CREATE TABLE reeve.import_transaction(
  app text NOT NULL CONSTRAINT import_transaction_app_fkey REFERENCES reeve.app,
  table_name text NOT NULL,
  id bigint NOT NULL,
  CONSTRAINT import_transaction_pkey PRIMARY KEY (app, table_name, id)
);

COMMENT ON TABLE reeve.import_transaction IS
  'Transactions in which imports wrote a table: what another wrote last, an import did not.';

-- Each process of an import has a number, so that statements of one that was killed, which its
-- server process may run late, are refused.

ALTER TABLE reeve.import ADD COLUMN run int NOT NULL DEFAULT 0;

COMMENT ON COLUMN reeve.import.run IS
  'Number of the process that runs the import, from 1: only the last may change it.';

-- What the types of an import's columns changed, and what rows it made elsewhere.
ALTER TABLE reeve.import
  ADD COLUMN changes jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN made jsonb NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.import.changes IS
  'How many values the types of their columns changed, by column and change.';

COMMENT ON COLUMN reeve.import.made IS
  'How many rows were made because records refer to them, by table.';

-- What a function of the app found once an import's records were in.

ALTER TABLE reeve.import ADD COLUMN found jsonb NOT NULL DEFAULT '[]';

COMMENT ON COLUMN reeve.import.found IS
  'What the function that the mapping calls after the import has returned, a text each.';

-- Which records an export had that a later one has no more.

CREATE TABLE reeve.import_key(
  app text NOT NULL,
  source text NOT NULL,
  digest uuid NOT NULL,
  content uuid,
  gone_in int,
  CONSTRAINT import_key_pkey PRIMARY KEY (digest, app, source)
);

COMMENT ON TABLE reeve.import_key IS
  'Keys of the records that a move has brought, by source: reeve.import_keep.';

COMMENT ON COLUMN reeve.import_key.digest IS
  'MD5 of the key''s columns as the text of a row.';

COMMENT ON COLUMN reeve.import_key.content IS
  'The first half of the SHA-256 of the record as it was staged, and of its mapping; NULL where '
  'a later import compares the record with its row anyway.';

COMMENT ON COLUMN reeve.import_key.gone_in IS
  'The import that found no record with this key any more; NULL while there is one.';

CREATE INDEX import_key_gone ON reeve.import_key(app, source) WHERE gone_in IS NOT NULL;

ALTER TABLE reeve.import
  ADD COLUMN has_keys boolean NOT NULL DEFAULT FALSE,
  ADD COLUMN known bigint NOT NULL DEFAULT 0;

COMMENT ON COLUMN reeve.import.has_keys IS
  'The keys of its records are noted, and are in reeve.import_key when it ends.';

COMMENT ON COLUMN reeve.import.known IS
  'How many records of earlier imports need not be written again: reeve.import_recall.';
