CREATE OR REPLACE FUNCTION reeve.search_completed(collection_id int, prefix text, options jsonb)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET client_min_messages = error
AS $$
DECLARE
  o jsonb;
  generations int[] := ARRAY(
    SELECT p.generation_id FROM reeve.search_pointer p
    WHERE p.collection_id = search_completed.collection_id);
  q reeve.search_query;
  pending text[];
  s record;
  one jsonb;
  suggestions jsonb := '[]';
BEGIN
  o := reeve.search_options(options, '{max,counts}');
  IF (o -> 'counts')::boolean THEN
    pending := reeve.search_pending_keys(generations);
  END IF;
  FOR s IN
    SELECT * FROM reeve.search_suggest(collection_id, prefix, least((o ->> 'max')::int, 20))
  LOOP
    one := jsonb_build_object('text', s.suggestion, 'key', s.key);
    IF (o -> 'counts')::boolean THEN
      -- Its words are those of a row that everybody sees. Rows that have changed are not counted.
      q := reeve.search_ask(generations, reeve.search_fold(s.suggestion), '{}', NULL, TRUE, TRUE,
        TRUE);
      q.pending := pending;
      one := one || reeve.search_tally(q, 50, NULL);
    END IF;
    suggestions := suggestions || one;
  END LOOP;
  RETURN jsonb_build_object('suggestions', suggestions);
EXCEPTION
  WHEN SQLSTATE 'RV001' OR SQLSTATE 'RV012' OR read_only_sql_transaction OR query_canceled THEN
    RAISE;
  WHEN OTHERS THEN
    RAISE EXCEPTION 'the search failed' USING ERRCODE = 'RV001',
      HINT = 'Try a simpler query; `reeve doctor` says what may be wrong.';
END
$$;

COMMENT ON FUNCTION reeve.search_completed(int, text, jsonb) IS
  'The answer of an app''s own complete_… function: suggestions (reeve.search_suggest), each '
  'with how many rows that everybody may see have its words, of at most 50. RV001, RV012 and '
  '25006 as reeve.search_answer.';
