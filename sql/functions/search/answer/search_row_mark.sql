CREATE OR REPLACE FUNCTION reeve.search_row_mark(key text, collection_id int) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Of each row that is looked for on a later page: in this form it is inlined.
RETURN hashtextextended(key, collection_id) & 1099511627775;

COMMENT ON FUNCTION reeve.search_row_mark(text, int) IS
  'Forty bits by which the cursor of a page knows a row of a collection.';
