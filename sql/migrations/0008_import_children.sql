-- Imports write child tables too, and know whether their table was empty when they began.

ALTER TABLE reeve.import
  DROP COLUMN write_sql,
  DROP COLUMN compare_sql,
  ADD COLUMN is_fresh boolean NOT NULL DEFAULT FALSE,
  ADD COLUMN statements jsonb NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.import.is_fresh IS
  'The target held no row when the import began: whatever key is there already came since, so that '
  'no list of the keys met is needed.';

COMMENT ON COLUMN reeve.import.statements IS
  'What the hand runs, by kind: reeve.import_statements.';
