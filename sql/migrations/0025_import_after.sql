-- What a function of the app found once an import's records were in.

ALTER TABLE reeve.import ADD COLUMN found jsonb NOT NULL DEFAULT '[]';

COMMENT ON COLUMN reeve.import.found IS
  'What the function that the mapping calls after the import has returned, a text each.';
