CREATE OR REPLACE FUNCTION reeve.search_complete(
  generation_id int, words text[], condition text, max int)
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- A scan of all documents would make their marks again.
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  g reeve.search_generation;
  marks text[];
  begun text := words[cardinality(words)];
  -- Words that begin as the last one does, and what documents with all the words have in the index.
  longer text[];
  last text;
  ask text;
  typed text;
  keys text[];
  more text[];
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_complete.generation_id;
  marks := reeve.search_marks(g.declared -> 'search');
  SELECT string_agg(reeve.search_lexeme(w) || CASE WHEN place = cardinality(words) THEN ':*'
      ELSE ':' END || upper(marks[1]), ' & ')
  INTO typed FROM unnest(words) WITH ORDINALITY u(w, place);
  condition := format('i.tsv @@ $1 AND (%s) AND NOT EXISTS (
    SELECT FROM reeve.subject s WHERE s.collection_id = %s AND s.key = i.key
      AND s.hidden_until > (SELECT clock_timestamp()))', condition, g.collection_id);
  -- Words of many documents are found among the most popular ones.
  EXECUTE format('SELECT ARRAY(
      SELECT i.key FROM (
        SELECT * FROM reeve_index.%1$I ORDER BY popularity DESC, key LIMIT 2000) i
      WHERE %2$s ORDER BY i.popularity DESC, i.key LIMIT $2)', g.table_name, condition)
  INTO keys USING typed::tsquery, max;
  IF 2 * cardinality(keys) >= max OR char_length(begun) < 3 AND cardinality(words) = 1 THEN
    RETURN keys;
  END IF;
  -- Of the others so many are looked at as time allows. A word that is begun is asked for as the
  -- words that it may be, as an index reads the lists of all of them otherwise.
  IF char_length(begun) > 2 THEN
    EXECUTE format('SELECT array_agg(l.word) FROM (
        SELECT w.word FROM (
          SELECT * FROM reeve_index.%I w WHERE w.word >= $1 AND w.word < $1 || $2 LIMIT 1000) w
        ORDER BY w.df DESC, w.word LIMIT 16) l', 'word_' || g.generation_id)
    INTO longer USING begun, E'\U0010FFFF';
    IF longer IS NULL THEN
      RETURN keys;
    END IF;
  END IF;
  FOREACH last IN ARRAY CASE WHEN g.average > 0
    THEN ARRAY[chr((reeve.search_levels(marks))[cardinality(reeve.search_levels(marks))]), '']
    ELSE '{""}' END
  LOOP
    -- By marks first, as a word may be in far more texts than titles. Titles of very long documents
    -- have none.
    ask := concat_ws(' & ',
      (SELECT string_agg(reeve.search_lexeme(last || w), ' & ')
        FROM unnest(words[:cardinality(words) - 1]) w),
      CASE WHEN longer IS NOT NULL
        THEN '(' || (SELECT string_agg(reeve.search_lexeme(last || w), ' | ')
          FROM unnest(longer) w) || ')'
        WHEN char_length(begun) = 2 AND last <> '' THEN reeve.search_lexeme(chr(30) || begun) END);
    EXECUTE format('SELECT ARRAY(
        SELECT i.key FROM (SELECT * FROM reeve_index.%1$I i WHERE %3$s @@ $3 LIMIT 2000) i
        WHERE %2$s ORDER BY i.popularity DESC, i.key LIMIT $2)', g.table_name, condition,
      CASE WHEN g.average > 0 THEN format('reeve.search_marked(i.tsv, %L::real, %L)', g.average,
        marks) ELSE 'i.tsv' END)
    INTO more USING typed::tsquery, max, ask::tsquery;
    EXIT WHEN more <> '{}' OR keys <> '{}';
  END LOOP;
  RETURN (keys || ARRAY(
    SELECT m.key FROM unnest(more) WITH ORDINALITY m(key, nth) WHERE m.key <> ALL (keys)
    ORDER BY m.nth))[:max];
END
$$;

COMMENT ON FUNCTION reeve.search_complete(int, text[], text, int) IS
  'Keys of the most popular documents that have words, the last of which is only begun, in their '
  'best field, and meet a condition over i; of very many some of the most popular.';
