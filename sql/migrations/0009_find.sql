-- `find` in tables that have no folded column: by a column of names as they are written.

ALTER TABLE reeve.collection ADD COLUMN find_plain text;

COMMENT ON COLUMN reeve.collection.find_plain IS
  'Column of names as they are written, for find where there is no folded column.';
