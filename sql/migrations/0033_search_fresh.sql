-- Search that keeps up: changes are taken from the log as soon as they are committed, whatever
-- older transactions still run, and wait apart for each collection, so that one whose rows cannot
-- be read stops no other.

ALTER TABLE reeve.change_reader ADD COLUMN seen pg_snapshot;

COMMENT ON COLUMN reeve.change_reader.seen IS
  'Of what comes after its place, the reader has taken all that this snapshot sees. NULL: nothing.';

CREATE TABLE reeve.search_waiting(
  waiting_id bigint GENERATED ALWAYS AS IDENTITY,
  collection_id int CONSTRAINT search_waiting_collection_fkey REFERENCES reeve.collection,
  keys text[] NOT NULL,
  CONSTRAINT search_waiting_pkey PRIMARY KEY (collection_id, waiting_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.search_waiting IS
  'Rows whose changes have left the change log and are not in their live index yet.';

COMMENT ON COLUMN reeve.search_waiting.keys IS
  'At most 1000 or so; NULL among them = the whole table was truncated.';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, max_attempts, time_limit, step_function,
  step_rows, is_internal)
SELECT 'search.apply', q.queue_id, '{reeve_worker,reeve_moderator,reeve_migrator}', 1000, '1 min',
  'search_apply_step', 1000, TRUE
FROM reeve.queue q WHERE q.name = 'default';
