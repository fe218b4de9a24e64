-- Where code of an app fails, its flag waits and is told, and those of other apps go on.
ALTER TABLE reeve.flag_state ADD failed_at timestamptz;
ALTER TABLE reeve.identifier_scan ADD failed_at timestamptz;

COMMENT ON COLUMN reeve.flag_state.failed_at IS
  'When its last look failed; NULL once it has looked through those rows.';

COMMENT ON COLUMN reeve.identifier_scan.failed_at IS
  'When reading them last failed; NULL once they have been read.';
