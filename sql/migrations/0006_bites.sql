-- A ban can bite without a column that the app has to check: by a restrictive policy of row
-- security or by a trigger, on the tables that hold what a barred person writes.

ALTER TABLE reeve.collection
  DROP CONSTRAINT collection_bites,
  ADD CONSTRAINT collection_bites CHECK (bites IN ('column', 'policy', 'guard', 'none'));

COMMENT ON COLUMN reeve.collection.bites IS
  'What makes a ban hold: the app reads the visible column, or a generated policy or trigger '
  'refuses writes; none = it is recorded only.';
