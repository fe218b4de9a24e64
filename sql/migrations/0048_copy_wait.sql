-- Reeve's own work yields to a cutover that waits, and a copy knows the partitions it has seen.

ALTER TABLE reeve.live_copy
  ADD awaited_until timestamptz,
  ADD leaves jsonb NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.live_copy.awaited_until IS
  'Until when other work of Reeve leaves its tables alone, because a command waits for their '
  'locks: extended at each attempt, so that the mark of a killed command expires. NULL = none '
  'waits.';

COMMENT ON COLUMN reeve.live_copy.leaves IS
  'The files (pg_class.relfilenode) of the partitions of its source and its target when all rows '
  'were last compared: where they are others, a partition has come, gone or been emptied since.';
