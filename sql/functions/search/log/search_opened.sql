CREATE OR REPLACE FUNCTION reeve.search_opened(
  collection_id int, query text, key text, visitor text)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET client_min_messages = error
AS $$
#variable_conflict use_variable
DECLARE
  noted CONSTANT text := reeve.search_discreet(query);
  generation int := (
    SELECT p.generation_id FROM reeve.search_pointer p JOIN reeve.collection c USING (collection_id)
    WHERE p.collection_id = search_opened.collection_id AND c.is_live
      AND (c.search -> 'public')::boolean);
BEGIN
  PERFORM reeve.search_admit(collection_id);
  IF char_length(visitor) NOT BETWEEN 1 AND 100 THEN
    RAISE EXCEPTION 'visitor has not 1 to 100 characters' USING ERRCODE = 'RV001';
  END IF;
  -- Only what everybody may see can be opened; what is opened is not kept.
  IF current_setting('transaction_read_only')::boolean OR noted IS NULL OR generation IS NULL
    OR octet_length(key) > 1024 OR reeve.search_log_is_full()
    OR NOT EXISTS (
      SELECT FROM reeve.app_page(collection_id, ARRAY[key]) p WHERE p.is_shown) THEN
    RETURN;
  END IF;
  INSERT INTO reeve.search_heard(app, query, is_empty, step, collection_id, who, is_opened)
  SELECT c.app, noted, FALSE, 0, c.collection_id, reeve.search_who(visitor), TRUE
  FROM reeve.collection c WHERE c.collection_id = search_opened.collection_id;
EXCEPTION
  WHEN SQLSTATE 'RV001' OR SQLSTATE 'RV012' OR read_only_sql_transaction OR query_canceled THEN
    RAISE;
  WHEN OTHERS THEN
    RAISE EXCEPTION 'the search failed' USING ERRCODE = 'RV001';
END
$$;

COMMENT ON FUNCTION reeve.search_opened(int, text, text, text) IS
  'Implements an app''s own opened_… function: records that somebody opened a row that a search '
  'found, so that reeve.search_noted learns from rewordings. Does nothing in a read-only '
  'transaction. RV001 for a visitor of more than 100 characters, RV012 and 25006 as '
  'reeve.search_answer.';
