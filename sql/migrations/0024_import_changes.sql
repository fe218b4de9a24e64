-- What the types of an import's columns changed.
ALTER TABLE reeve.import ADD COLUMN changes jsonb NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.import.changes IS
  'How many values the types of their columns changed, by column and change.';
