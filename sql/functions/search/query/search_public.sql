CREATE OR REPLACE FUNCTION reeve.search_public(
  collection_id int, query text, filters jsonb, sort text, max int, after jsonb,
  is_noted boolean DEFAULT TRUE)
RETURNS TABLE(
  key text, label text, rank real, marked text[], snippet text[], corrected text, place jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- A warning would say what is in rows that cannot be read.
SET client_min_messages = error
AS $$
DECLARE
  begun timestamptz := clock_timestamp();
  app text;
  generation int;
  hits bigint;
BEGIN
  SELECT p.generation_id, c.app INTO generation, app
  FROM reeve.search_pointer p JOIN reeve.collection c USING (collection_id)
  WHERE p.collection_id = search_public.collection_id AND c.is_live
    AND (c.search -> 'public')::boolean;
  IF is_noted THEN
    PERFORM reeve.search_admit(collection_id);
  END IF;
  IF generation IS NULL THEN
    RETURN;
  END IF;
  BEGIN
    RETURN QUERY
      SELECT f.key, f.label, f.rank, f.marked, f.snippet, f.corrected, f.place
      FROM reeve.search_find(
        reeve.search_ask(ARRAY[generation], query, coalesce(filters, '{}'), sort, TRUE),
        least(greatest(coalesce(max, 20), 1), 100), after) f;
    GET DIAGNOSTICS hits = ROW_COUNT;
  EXCEPTION
    -- Callers learn their own mistakes, and of other errors only that one happened.
    WHEN SQLSTATE 'RV001' OR query_canceled THEN
      RAISE;
    WHEN OTHERS THEN
      RAISE EXCEPTION 'the search failed' USING ERRCODE = 'RV001',
        HINT = 'Try a simpler query; `reeve doctor` says what may be wrong.';
  END;
  IF is_noted AND after IS NULL THEN
    PERFORM reeve.search_note(app, query, hits,
      extract(epoch FROM clock_timestamp() - begun)::float8 * 1000, collection_id);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_public(int, text, jsonb, text, int, jsonb, boolean) IS
  'The answer of an app''s own search_… function: a page of at most 100 rows that everybody may '
  'see. Empty if there is no index. is_noted: whether the log of searches counts it.';
