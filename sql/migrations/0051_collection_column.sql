-- The console shows what it can of a table that has lost columns since the catalog was applied, so
-- the catalog keeps the columns that the table had.

CREATE TABLE reeve.collection_column(
  collection_id int CONSTRAINT collection_column_collection_fkey REFERENCES reeve.collection,
  number smallint,
  name text NOT NULL,
  type text NOT NULL,
  CONSTRAINT collection_column_pkey PRIMARY KEY (collection_id, number)
);

COMMENT ON TABLE reeve.collection_column IS
  'The columns that the table of a collection had when the catalog was applied.';

COMMENT ON COLUMN reeve.collection_column.number IS
  'Its attnum, which a renamed column keeps.';

INSERT INTO reeve.collection_column(collection_id, number, name, type)
SELECT c.collection_id, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod)
FROM reeve.collection c
JOIN pg_attribute a ON a.attrelid = c.relation AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.is_live;
