-- Reindexing: a generation is built beside the live one, piece by piece, each piece a transaction
-- of its own that is entered in a ledger; what was killed goes on with the pieces that are open.

ALTER TABLE reeve.search_generation
  ADD state text NOT NULL DEFAULT 'live'
    CONSTRAINT search_generation_state CHECK (state IN ('building', 'live', 'retired')),
  ADD bounds jsonb NOT NULL DEFAULT '[]',
  ADD expected bigint NOT NULL DEFAULT 0,
  ADD started_by text NOT NULL DEFAULT session_user,
  ADD started_at timestamptz NOT NULL DEFAULT clock_timestamp();

UPDATE reeve.search_generation g SET state = 'retired'
WHERE NOT EXISTS (SELECT FROM reeve.search_pointer p WHERE p.generation_id = g.generation_id);

CREATE UNIQUE INDEX search_generation_building ON reeve.search_generation(collection_id)
WHERE state = 'building';

COMMENT ON COLUMN reeve.search_generation.state IS
  'building, live (the pointer names it) or retired, which is the way back.';

COMMENT ON COLUMN reeve.search_generation.bounds IS
  'Keys (arrays of text) that ranges 1, 2, … begin with; range 0 is what is before the first.';

COMMENT ON COLUMN reeve.search_generation.expected IS 'Rows when it was begun.';

COMMENT ON COLUMN reeve.search_generation.documents IS 'Documents that it holds.';

COMMENT ON COLUMN reeve.search_generation.built_at IS 'When it last became live.';

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

-- What was built before has no digests and no dictionary; it answers until it is built anew.
DO $do$
DECLARE
  g record;
BEGIN
  FOR g IN SELECT n.generation_id, n.table_name FROM reeve.search_generation n LOOP
    EXECUTE format('ALTER TABLE reeve_index.%I ADD digest bigint NOT NULL DEFAULT 0, '
      'ADD range int NOT NULL DEFAULT 0', g.table_name);
    EXECUTE format('CREATE TABLE reeve_index.%I(word text COLLATE "C" PRIMARY KEY, '
      'df bigint NOT NULL)', 'word_' || g.generation_id);
    EXECUTE format('COMMENT ON TABLE reeve_index.%I IS %L', 'word_' || g.generation_id,
      'Words of a generation from before it had a dictionary.');
    EXECUTE format('CREATE TABLE reeve_index.%I(key text COLLATE "C", word text COLLATE "C", '
      'PRIMARY KEY (key, word))', 'deletion_' || g.generation_id);
    EXECUTE format('COMMENT ON TABLE reeve_index.%I IS %L', 'deletion_' || g.generation_id,
      'Misspellings of a generation from before it had a dictionary.');
  END LOOP;
END
$do$;

INSERT INTO reeve.job_kind(name, queue_id, enqueuers)
SELECT k.name, q.queue_id, '{reeve_worker,reeve_senior,reeve_migrator,reeve_owner}'::text[]
FROM reeve.queue q, (VALUES ('search.reindex'), ('search.verify')) k(name)
WHERE q.name = 'default';
