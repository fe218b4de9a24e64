-- Documents are ranked by their length beside the average, which the index of a generation needs.

ALTER TABLE reeve.search_generation ADD average real NOT NULL DEFAULT 0;

COMMENT ON COLUMN reeve.search_generation.average IS
  'Words of a document on average when its index was built; 0 = it was built without marks '
  '(reeve.search_marked).';
