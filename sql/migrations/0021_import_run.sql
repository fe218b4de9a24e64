-- Each process of an import has a number, so that statements of one that was killed, which its
-- server process may run late, are refused.

ALTER TABLE reeve.import ADD COLUMN run int NOT NULL DEFAULT 0;

COMMENT ON COLUMN reeve.import.run IS
  'Number of the process that runs the import, from 1: only the last may change it.';
