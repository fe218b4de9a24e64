-- Search: the change log that triggers append to, its readers, and the generations of the index.
--
-- The log has no unique key: two writers of the same row would wait for each other on it. A reader
-- consumes only changes of transactions older than any that still runs, in the order (xid, change),
-- so nothing can appear behind it; it reads the row anew, so the order of changes does not matter.

CREATE TABLE reeve.change(
  change_id bigint GENERATED ALWAYS AS IDENTITY,
  collection_id int NOT NULL,
  key text,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);

COMMENT ON TABLE reeve.change IS 'Rows of searched collections that were written; append-only.';

COMMENT ON COLUMN reeve.change.key IS 'NULL = the whole table was truncated.';

CREATE INDEX change_order ON reeve.change(xid, change_id);

CREATE TABLE reeve.change_reader(
  name text CONSTRAINT change_reader_pkey PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT '0',
  change_id bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.change_reader IS
  'How far each reader of the change log has come; what all have read is purged.';

INSERT INTO reeve.change_reader(name) VALUES ('search');

CREATE SEQUENCE reeve.search_generation_seq;

COMMENT ON SEQUENCE reeve.search_generation_seq IS
  'Numbers of generations, part of their table''s name.';

CREATE TABLE reeve.search_generation(
  generation_id int CONSTRAINT search_generation_pkey PRIMARY KEY,
  collection_id int NOT NULL
    CONSTRAINT search_generation_collection_fkey REFERENCES reeve.collection,
  table_name text NOT NULL CONSTRAINT search_generation_table_key UNIQUE,
  declared jsonb NOT NULL,
  documents bigint NOT NULL,
  built_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.search_generation IS
  'Index tables in reeve_index, one a collection and build.';

COMMENT ON COLUMN reeve.search_generation.declared IS
  'The collection''s search declaration it was built for; another one calls for a new build.';

COMMENT ON COLUMN reeve.search_generation.documents IS 'Documents when it was built.';

CREATE TABLE reeve.search_pointer(
  collection_id int CONSTRAINT search_pointer_pkey PRIMARY KEY
    CONSTRAINT search_pointer_collection_fkey REFERENCES reeve.collection,
  generation_id int NOT NULL CONSTRAINT search_pointer_generation_fkey
    REFERENCES reeve.search_generation
);

COMMENT ON TABLE reeve.search_pointer IS 'Which generation answers for a collection.';
