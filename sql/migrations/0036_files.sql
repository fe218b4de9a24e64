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

CREATE TYPE reeve.file_touched AS (
  action_id bigint,
  collection_id int,
  key text,
  bucket text,
  object text,
  is_final boolean,
  is_erased boolean
);

COMMENT ON TYPE reeve.file_touched IS
  'An object in a bucket that a row named before an action changed the row. is_final: the row goes '
  'for good, and an object that no row names any more is removed; is_erased: by an erasure, and '
  'the name is forgotten once the object is gone.';

CREATE INDEX outside_file_action ON reeve.outside(action_id) WHERE file IS NOT NULL;
