-- What the types of an import's columns changed, and what rows it made elsewhere.
ALTER TABLE reeve.import
  ADD COLUMN changes jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN made jsonb NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.import.changes IS
  'How many values the types of their columns changed, by column and change.';

COMMENT ON COLUMN reeve.import.made IS
  'How many rows were made because records refer to them, by table.';
