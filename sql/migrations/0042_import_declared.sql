-- A source is read once, so how many records it holds is known at its end unless it declares it.

ALTER TABLE reeve.import ALTER COLUMN declared DROP NOT NULL;

COMMENT ON COLUMN reeve.import.declared IS
  'Records that the source holds, as it declares or as they were counted; NULL until the end where '
  'nobody has counted them. No run finishes with fewer or more.';
