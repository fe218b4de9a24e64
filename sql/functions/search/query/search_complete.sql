CREATE OR REPLACE FUNCTION reeve.search_complete(
  generation_id int, words text[], condition text, max int, pending text[])
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  g reeve.search_generation;
  begun text := words[cardinality(words)];
  -- Words that begin as the last one does, and how many posting tiers they have.
  longer text[];
  levels int[];
  shown bigint;
  others text;
  typed text;
  keys text[];
  more text[];
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_complete.generation_id;
  SELECT string_agg(reeve.search_lexeme(w) || CASE WHEN place = cardinality(words) THEN ':*'
      ELSE ':' END || upper(reeve.search_best_field(g.declared -> 'search')), ' & '),
    string_agg(reeve.search_lexeme(w), ' & ') FILTER (WHERE place < cardinality(words))
  INTO typed, others FROM unnest(words) WITH ORDINALITY u(w, place);
  condition := format('i.tsv @@ $1 AND (%s) AND NOT EXISTS (
    SELECT FROM reeve.subject s WHERE s.collection_id = %s AND s.key = i.key
      AND s.hidden_until > (SELECT clock_timestamp()))', condition, g.collection_id);
  -- A word that is begun is asked for as the words that it may be, as an index reads the lists of
  -- all of them otherwise.
  -- Counted are documents that everybody may see, without those that have changed since.
  EXECUTE format('SELECT array_agg(l.word), array_agg(coalesce(cardinality(l.cuts), 0)), sum(l.n)
    FROM (
      SELECT w.word, w.cuts, w.shown - coalesce(p.n, 0) AS n
      FROM (
        SELECT * FROM reeve_index.%I w
        WHERE w.word >= $1 AND w.word < $1 || $2 AND w.shown > 0 LIMIT 1000) w
      LEFT JOIN (
        SELECT u.word, count(*) AS n FROM unnest($3) k(key)
        JOIN reeve_index.%I i USING (key)
        CROSS JOIN LATERAL unnest(tsvector_to_array(i.tsv)) u(word)
        WHERE i.tsv @@ $4 AND u.word ^@ $1 GROUP BY u.word) p USING (word)
      WHERE w.shown > coalesce(p.n, 0) ORDER BY n DESC, w.word LIMIT 16) l',
    'word_' || g.generation_id, g.table_name)
  INTO longer, levels, shown
  USING begun, E'\U0010FFFF', pending,
    (reeve.search_lexeme(begun) || ':* & ' || quote_literal(chr(28)))::tsquery;
  -- Words of many documents are found among the most popular ones.
  IF char_length(begun) < 2 OR others IS NULL AND shown * 1000 > g.shown * max THEN
    EXECUTE format('SELECT ARRAY(
        SELECT i.key FROM (
          SELECT * FROM reeve_index.%1$I ORDER BY popularity DESC, key LIMIT 2000) i
        WHERE %2$s ORDER BY i.popularity DESC, i.key LIMIT $2)', g.table_name, condition)
    INTO keys USING typed::tsquery, max;
  END IF;
  IF 2 * cardinality(keys) >= max OR longer IS NULL OR char_length(begun) < 2 THEN
    RETURN coalesce(keys, '{}');
  END IF;
  -- Of the others so many are looked at as time allows: alone, by posting tiers; beside other
  -- words, which few titles have, as they are.
  EXECUTE format('SELECT ARRAY(
      SELECT i.key FROM (SELECT * FROM reeve_index.%1$I i WHERE i.tsv @@ $3 LIMIT 1000) i
      WHERE %2$s ORDER BY i.popularity DESC, i.key LIMIT $2)', g.table_name, condition)
  INTO more USING typed::tsquery, max, concat_ws(' & ', others, '(' || (
    SELECT string_agg(reeve.search_lexeme(CASE WHEN l.levels > 0 AND others IS NULL
      THEN chr(14) ELSE '' END || l.word), ' | ')
    FROM unnest(longer, levels) l(word, levels)) || ')')::tsquery;
  RETURN (keys || ARRAY(
    SELECT m.key FROM unnest(more) WITH ORDINALITY m(key, nth)
    WHERE m.key <> ALL (coalesce(keys, '{}')) ORDER BY m.nth))[:max];
END
$$;

COMMENT ON FUNCTION reeve.search_complete(int, text[], text, int, text[]) IS
  'Keys of the most popular documents that have words, the last of which is only begun, in their '
  'best field, and meet a condition over i, by rows that everybody may see; of very many some of '
  'the most popular. pending: keys of rows that have changed since the index read them.';
