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
  typed text;
  plain text;
  marked text;
  ask text;
  keys text[];
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_complete.generation_id;
  marks := reeve.search_marks(g.declared -> 'search');
  SELECT string_agg(l.lexeme || l.sign || upper(marks[1]), ' & '),
    string_agg(l.lexeme || rtrim(l.sign, ':'), ' & '),
    string_agg(reeve.search_lexeme(l.mark || l.w) || rtrim(l.sign, ':'), ' & ')
  INTO typed, plain, marked
  FROM (
    SELECT w, reeve.search_lexeme(w) AS lexeme, chr(v.levels[cardinality(v.levels)]) AS mark,
      CASE WHEN place = cardinality(words) THEN ':*' ELSE ':' END AS sign
    FROM unnest(words) WITH ORDINALITY u(w, place)
    CROSS JOIN reeve.search_levels(marks) v(levels)) l;
  condition := format('i.tsv @@ $1 AND (%s) AND NOT EXISTS (
    SELECT FROM reeve.subject s WHERE s.collection_id = %s AND s.key = i.key
      AND s.hidden_until > (SELECT clock_timestamp()))', condition, g.collection_id);
  -- A word of many documents is found among the most popular ones, and for the first letter or
  -- two of a word that is enough.
  EXECUTE format('SELECT ARRAY(
      SELECT i.key FROM (
        SELECT * FROM reeve_index.%1$I ORDER BY popularity DESC, key LIMIT 5000) i
      WHERE %2$s ORDER BY i.popularity DESC, i.key LIMIT $2)', g.table_name, condition)
  INTO keys USING typed::tsquery, max;
  IF keys <> '{}' AND (cardinality(keys) >= max OR char_length(words[cardinality(words)]) < 3) THEN
    RETURN keys;
  END IF;
  -- By marks first, as a word may be in far more texts than titles. Titles of very long documents
  -- have none.
  FOREACH ask IN ARRAY CASE WHEN g.average > 0 THEN ARRAY[marked, plain] ELSE ARRAY[plain] END LOOP
    EXECUTE format('SELECT ARRAY(
        SELECT i.key FROM (
          SELECT * FROM reeve_index.%1$I i
          WHERE %3$s @@ $3 OFFSET 0) i
        WHERE %2$s ORDER BY i.popularity DESC, i.key LIMIT $2)', g.table_name, condition,
      CASE WHEN g.average > 0 THEN format('reeve.search_marked(i.tsv, %L::real, %L)', g.average,
        marks) ELSE 'i.tsv' END)
    -- Fields are looked at afterwards: for them the index would make the marks again.
    INTO keys USING typed::tsquery, max, ask::tsquery;
    EXIT WHEN keys <> '{}';
  END LOOP;
  RETURN keys;
END
$$;

COMMENT ON FUNCTION reeve.search_complete(int, text[], text, int) IS
  'Keys of the most popular documents that have words, the last of which is only begun, in their '
  'best field, and meet a condition over i.';
