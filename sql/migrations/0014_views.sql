-- Views about a whole app, not only about one subject.
ALTER TABLE reeve.catalog_view ALTER COLUMN collection_id DROP NOT NULL;

COMMENT ON COLUMN reeve.catalog_view.collection_id IS
  'The collection of the subject that it is asked about; NULL = the whole app.';

COMMENT ON COLUMN reeve.catalog_view.call_sql IS
  'SELECT giving one text[] a row; $1 arguments text[], $5 the most rows, $6 the subject''s key.';
