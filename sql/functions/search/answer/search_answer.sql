CREATE OR REPLACE FUNCTION reeve.search_answer(collection_id int, query text, options jsonb)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
-- A warning would say what is in rows that cannot be read.
SET client_min_messages = error
AS $$
DECLARE
  begun timestamptz := clock_timestamp();
  c reeve.collection;
  o jsonb;
  beside int[];
  generations int[];
  facets text[];
  asked text;
  seen bytea;
  page int;
  q reeve.search_query;
  found record;
  answer jsonb;
BEGIN
  BEGIN
    SELECT l.* INTO c FROM reeve.collection l
    WHERE l.collection_id = search_answer.collection_id AND l.is_live
      AND (l.search -> 'public')::boolean;
    PERFORM reeve.search_admit(c.collection_id);
    o := reeve.search_options(options,
      '{filters,sort,max,after,facets,total,highlight,in,visitor}');
    beside := CASE WHEN o ? 'in' THEN reeve.search_beside(c.collection_id, o -> 'in')
      ELSE ARRAY[c.collection_id] END;
    facets := reeve.search_facets_asked(beside, o -> 'facets');
    -- No search looks at more.
    query := left(coalesce(query, ''), 1000);
    asked := jsonb_build_array(beside, query, o -> 'filters', o -> 'sort')::text;
    seen := reeve.search_cursor_read(o ->> 'after', asked);
    generations := ARRAY(
      SELECT p.generation_id FROM reeve.search_pointer p
      WHERE p.collection_id = ANY (beside) ORDER BY p.collection_id);
    q := reeve.search_ask(generations, query, o -> 'filters', o ->> 'sort', TRUE);
    page := least(coalesce((o ->> 'max')::int, 20), 10000 - length(seen) / 5);
    -- One more shows whether there is another page.
    SELECT coalesce(jsonb_agg(jsonb_build_object('key', f.key, 'label', f.label, 'rank', f.rank)
        || CASE WHEN o ? 'in' THEN jsonb_build_object('collection', l.name) ELSE '{}' END
        || CASE WHEN coalesce((o -> 'highlight')::boolean, TRUE) THEN jsonb_build_object(
          'marked', f.marked, 'snippet', f.snippet) ELSE '{}' END ORDER BY f.nth)
        FILTER (WHERE f.nth <= page), '[]') AS results,
      coalesce(string_agg(substr(int8send(reeve.search_row_mark(f.key, l.collection_id)), 4), ''
        ORDER BY f.nth) FILTER (WHERE f.nth <= page), '') AS marks,
      max(f.corrected) AS corrected, count(*) > page AS is_more
    INTO found
    FROM reeve.search_find(q, page + 1, NULL, seen) WITH ORDINALITY
      f(generation_id, key, label, rank, marked, snippet, corrected, place, nth)
    JOIN reeve.search_generation g USING (generation_id)
    JOIN reeve.collection l USING (collection_id);
    answer := jsonb_build_object('results', found.results, 'corrected', found.corrected,
      'next', CASE WHEN found.is_more AND length(seen || found.marks) < 50000
        THEN reeve.search_cursor(seen || found.marks, asked) END);
    IF facets IS NOT NULL OR coalesce((o ->> 'total')::int, 100) > 0 THEN
      answer := answer || reeve.search_tally(q, coalesce((o ->> 'total')::int, 100), facets);
    END IF;
  EXCEPTION
    -- Callers learn their own mistakes, and of other errors only that one happened.
    WHEN SQLSTATE 'RV001' OR SQLSTATE 'RV012' OR read_only_sql_transaction OR query_canceled THEN
      RAISE;
    WHEN OTHERS THEN
      RAISE EXCEPTION 'the search failed' USING ERRCODE = 'RV001',
        HINT = 'Try a simpler query; `reeve doctor` says what may be wrong.';
  END;
  IF seen = '' THEN
    PERFORM reeve.search_note(c.app, query, jsonb_array_length(found.results),
      extract(epoch FROM clock_timestamp() - begun)::float8 * 1000, c.collection_id,
      o ->> 'visitor');
  END IF;
  RETURN answer;
END
$$;

COMMENT ON FUNCTION reeve.search_answer(int, text, jsonb) IS
  'The answer of an app''s own find_… function: a page of rows that everybody may see, with its '
  'total, facets, correction and the cursor of the next page. RV001 for options that make no '
  'sense, RV012 beyond the limit of the login, 25006 where that cannot be counted.';
