-- Search: the change log that triggers append to, its readers, and the generations of the index.
--
-- The log has no unique key: two writers of the same row would wait for each other on it. A reader
-- consumes only changes of transactions older than any that still runs, in the order (xid, change),
-- so nothing can appear behind it; it reads the row again, so the order of changes does not matter.
-- An entry may hold many keys: what one statement wrote is a few entries, with a few entries in the
-- index, instead of one for every row.

CREATE TABLE reeve.change(
  change_id bigint GENERATED ALWAYS AS IDENTITY,
  collection_id int NOT NULL,
  key text,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  keys text[]
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);

COMMENT ON TABLE reeve.change IS 'Rows of searched collections that were written; append-only.';

COMMENT ON COLUMN reeve.change.key IS 'The row, where one is logged alone.';

COMMENT ON COLUMN reeve.change.keys IS
  'Rows that one statement wrote, at most 100; key is NULL then. Both NULL = the whole table was '
  'truncated.';

CREATE INDEX change_order ON reeve.change(xid, change_id);

CREATE TABLE reeve.change_reader(
  name text CONSTRAINT change_reader_pkey PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT '0',
  change_id bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.change_reader IS
  'How far each reader of the change log has come; what all have read is purged.';

INSERT INTO reeve.change_reader(name) VALUES ('search');

CREATE TABLE reeve.change_purge(
  is_only boolean DEFAULT TRUE CONSTRAINT change_purge_pkey PRIMARY KEY
    CONSTRAINT change_purge_only CHECK (is_only),
  xid xid8 NOT NULL,
  change_id bigint NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.change_purge IS 'How far the change log is purged.';

INSERT INTO reeve.change_purge(xid, change_id) VALUES ('0', 0);

-- A generation is built beside the live one, piece by piece, each piece a transaction of its own
-- that is entered in a ledger; what was killed continues the pieces that are open.

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
  built_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  state text NOT NULL DEFAULT 'live'
    CONSTRAINT search_generation_state CHECK (state IN ('building', 'live', 'retired')),
  bounds jsonb NOT NULL DEFAULT '[]',
  expected bigint NOT NULL DEFAULT 0,
  started_by text NOT NULL DEFAULT session_user,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.search_generation IS
  'Index tables in reeve_index, one a collection and build.';

COMMENT ON COLUMN reeve.search_generation.declared IS
  'The collection''s search declaration it was built for; another one calls for a new build.';

COMMENT ON COLUMN reeve.search_generation.documents IS 'Documents that it holds.';

COMMENT ON COLUMN reeve.search_generation.built_at IS 'When it last became live.';

COMMENT ON COLUMN reeve.search_generation.state IS
  'building, live (the pointer names it) or retired, which is the way back.';

COMMENT ON COLUMN reeve.search_generation.bounds IS
  'Keys (arrays of text) that ranges 1, 2, … begin with; range 0 is what is before the first.';

COMMENT ON COLUMN reeve.search_generation.expected IS 'Rows when it was begun.';

CREATE UNIQUE INDEX search_generation_building ON reeve.search_generation(collection_id)
WHERE state = 'building';

CREATE TABLE reeve.search_pointer(
  collection_id int CONSTRAINT search_pointer_pkey PRIMARY KEY
    CONSTRAINT search_pointer_collection_fkey REFERENCES reeve.collection,
  generation_id int NOT NULL CONSTRAINT search_pointer_generation_fkey
    REFERENCES reeve.search_generation
);

COMMENT ON TABLE reeve.search_pointer IS 'Which generation answers for a collection.';

CREATE TABLE reeve.search_task(
  generation_id int CONSTRAINT search_task_generation_fkey REFERENCES reeve.search_generation,
  task int,
  kind text NOT NULL CONSTRAINT search_task_kind
    CHECK (kind IN ('load', 'words', 'text', 'key', 'popularity')),
  rows bigint NOT NULL DEFAULT 0,
  done_at timestamptz,
  CONSTRAINT search_task_pkey PRIMARY KEY (generation_id, task)
);

COMMENT ON TABLE reeve.search_task IS
  'Pieces of a build: ranges of keys to load, then indexes and dictionary.';

COMMENT ON COLUMN reeve.search_task.task IS 'For loads, the number of the range.';
