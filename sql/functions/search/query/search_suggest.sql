CREATE OR REPLACE FUNCTION reeve.search_suggest(collection_id int, prefix text, max int)
RETURNS TABLE(suggestion text, key text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET client_min_messages = error
AS $$
DECLARE
  -- A query of operators is one of words here.
  typed text := reeve.search_fold(left(prefix, 200));
  most int := least(greatest(coalesce(max, 8), 1), 20);
  generation int;
  q reeve.search_query;
  keys text[] := '{}';
BEGIN
  PERFORM reeve.search_admit(collection_id);
  IF char_length(btrim(prefix)) < 2 THEN
    RETURN;
  END IF;
  SELECT p.generation_id INTO generation
  FROM reeve.search_pointer p JOIN reeve.collection c USING (collection_id)
  WHERE p.collection_id = search_suggest.collection_id AND c.is_live
    AND (c.search -> 'public')::boolean;
  IF generation IS NULL THEN
    RETURN;
  END IF;
  BEGIN
    q := reeve.search_ask(ARRAY[generation], typed, '{}', NULL, TRUE, FALSE);
    -- A row that has changed since the index read it is suggested again once the index has read the
    -- change.
    IF q.words <> '{}' AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(q.pins) p
      WHERE p ->> 1 <> ALL (coalesce(q.pending, '{}')))
    THEN
      keys := reeve.search_complete(generation, q.words, format('%s AND i.key <> ALL (%L)',
        reeve.search_whole(q.musts[1], q.conditions[1], TRUE),
        coalesce(q.pending, '{}')), most + 10, q.pending);
    END IF;
  EXCEPTION
    WHEN query_canceled THEN
      RAISE;
    WHEN OTHERS THEN
      NULL;  -- The search below says that it failed.
  END;
  IF keys <> '{}' THEN
    RETURN QUERY
      SELECT s.label, s.key
      FROM (
        SELECT DISTINCT ON (reeve.search_fold(l.label)) l.label, l.key, k.nth
        FROM reeve.app_page(collection_id, keys) l
        JOIN unnest(keys) WITH ORDINALITY k(key, nth) USING (key)
        WHERE l.is_shown
        ORDER BY reeve.search_fold(l.label), k.nth) s
      ORDER BY s.nth LIMIT most;
    IF FOUND THEN
      RETURN;
    END IF;
  END IF;
  -- Words that are misspelt, or in other fields.
  RETURN QUERY
    SELECT s.label, s.key
    FROM (
      SELECT DISTINCT ON (reeve.search_fold(f.label)) f.label, f.key, f.nth
      FROM reeve.search_public(collection_id, typed, '{}', NULL, most + 10, NULL, FALSE)
        WITH ORDINALITY f(key, label, rank, marked, snippet, corrected, place, nth)
      ORDER BY reeve.search_fold(f.label), f.nth) s
    ORDER BY s.nth LIMIT most;
END
$$;

COMMENT ON FUNCTION reeve.search_suggest(int, text, int) IS
  'The answer of an app''s own suggest_… function: labels of the most popular rows whose best '
  'field has the text typed so far, or else of the best rows for it, each once, from two letters '
  'on.';
