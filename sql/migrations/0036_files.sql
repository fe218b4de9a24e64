-- Objects in buckets that an app's rows name: withdrawn, restored and removed as effects outside.

ALTER TABLE reeve.outside ADD COLUMN file bytea;

COMMENT ON COLUMN reeve.outside.file IS
  'Of an effect on an object in a bucket, a digest of its name: those of one object are sent in '
  'the order of their ids, whichever rows name it. Once an erasure has emptied it, the '
  'effect''s own id. NULL: any other effect.';

ALTER TABLE reeve.outside DROP CONSTRAINT outside_once;

CREATE UNIQUE INDEX outside_once ON reeve.outside(action_id, effect, is_inverse)
  WHERE file IS NULL;

CREATE INDEX outside_file ON reeve.outside(file, outside_id) WHERE file IS NOT NULL;

CREATE TABLE reeve.file_touched(
  app text NOT NULL,
  action_id bigint NOT NULL CONSTRAINT file_touched_action_fkey REFERENCES reeve.action,
  collection_id int NOT NULL CONSTRAINT file_touched_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  bucket text NOT NULL,
  object text NOT NULL,
  is_final boolean NOT NULL,
  is_erased boolean NOT NULL
);

-- A published table without one refuses its rows' deletion.
ALTER TABLE reeve.file_touched REPLICA IDENTITY FULL;

COMMENT ON TABLE reeve.file_touched IS
  'Objects in buckets that rows named before an action of this transaction changed them. Each '
  'transaction deletes its own before it ends.';

COMMENT ON COLUMN reeve.file_touched.is_final IS
  'The row goes for good: an object that no row names any more is removed.';

COMMENT ON COLUMN reeve.file_touched.is_erased IS
  'By an erasure: the name is forgotten once the object is gone.';

CREATE INDEX outside_file_action ON reeve.outside(action_id) WHERE file IS NOT NULL;
