-- What adopted databases have: a row that is hidden by a flag or a status instead of a moment, and
-- names that are made of several columns.

ALTER TABLE reeve.subject ADD COLUMN base jsonb;

COMMENT ON COLUMN reeve.subject.base IS
  'What the visible column held before the row was hidden, as an object of that column, where it '
  'is hidden by a value; NULL where it is hidden until a moment.';

ALTER TABLE reeve.collection
  ALTER COLUMN find_plain TYPE text[]
  USING CASE WHEN find_plain IS NOT NULL THEN ARRAY[find_plain] END;

COMMENT ON COLUMN reeve.collection.find_plain IS
  'Columns that make a name as it is written, for find where there is no folded column.';
