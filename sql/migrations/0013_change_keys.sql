-- An entry of the change log may hold many keys: what one statement wrote is a few entries, with a
-- few entries in the index, instead of one for every row.

ALTER TABLE reeve.change ADD COLUMN keys text[];

COMMENT ON COLUMN reeve.change.keys IS
  'Rows that one statement wrote, at most 100; key is NULL then. Both NULL = the whole table was '
  'truncated.';

COMMENT ON COLUMN reeve.change.key IS 'The row, where one is logged alone.';
