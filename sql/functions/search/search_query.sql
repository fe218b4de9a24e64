CREATE OR REPLACE FUNCTION reeve.search_query(
  app text, query text, within text DEFAULT NULL, max int DEFAULT 20)
RETURNS TABLE(
  collection text, key text, label text, rank real, marked text[], corrected text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  words text[] := reeve.search_words(query);
  generations int[];
  all_of text;
  some_of text;
  page text;
  found int;
BEGIN
  PERFORM reeve.member_require('viewer');
  SELECT coalesce(array_agg(p.generation_id) FILTER (WHERE p.generation_id IS NOT NULL), '{}'),
    count(*)
  INTO generations, found
  FROM reeve.collection c LEFT JOIN reeve.search_pointer p USING (collection_id)
  WHERE c.app = search_query.app AND c.is_live AND c.search IS NOT NULL
    AND (within IS NULL OR c.name = within);
  IF found = 0 THEN
    RAISE EXCEPTION 'nothing to search in %', app || coalesce('/' || within, '')
      USING ERRCODE = 'RV003';
  ELSIF generations = '{}' THEN
    RAISE EXCEPTION 'nothing of % is indexed yet', app || coalesce('/' || within, '')
      USING ERRCODE = '55000', HINT = '`reeve search reindex` builds the indexes.';
  END IF;
  SELECT string_agg(b.body, ' UNION ALL ') FILTER (WHERE b.is_every),
    string_agg(b.body, ' UNION ALL ') FILTER (WHERE NOT b.is_every)
  INTO all_of, some_of
  FROM reeve.search_plan(generations, words) p
  JOIN reeve.search_generation n USING (generation_id)
  JOIN reeve.collection c USING (collection_id)
  CROSS JOIN LATERAL (
    -- Ranked is what is popular among what matches: never more, however common the words.
    SELECT q.is_every, format(
      '(SELECT %L::text AS collection, g.key, g.label, g.popularity,
          round((%s + r.sum / %s * r.hits / %s)::numeric, 4)::real AS rank,
          ''simple''::regconfig AS config, %L::text[] AS lexemes, %L::text AS beginning,
            %L::text AS corrected
        FROM (
          SELECT i.key, i.label, i.tsv, i.popularity FROM reeve_index.%I i
          WHERE %s AND NOT EXISTS (
            SELECT FROM reeve.subject s
            WHERE s.collection_id = %s AND s.key = i.key
              AND s.hidden_until > (SELECT clock_timestamp()))
          ORDER BY i.popularity DESC, i.key LIMIT %s) g
        CROSS JOIN LATERAL (
          SELECT sum(v.s), count(*) FILTER (WHERE v.s > 0) AS hits FROM %s) r)',
      c.name, q.is_every::int, p.total, p.known,
      p.lexemes, p.beginning, p.corrected, n.table_name, q.condition, c.collection_id,
      CASE WHEN p.is_walk THEN 1000 ELSE 5000 END, p.score_sql) AS body
    FROM (VALUES (TRUE, format('i.tsv @@ %L', p.all_words)),
      (FALSE, format('i.tsv @@ %L', p.some_words)
        || CASE WHEN p.all_words IS NULL THEN '' ELSE format(' AND NOT i.tsv @@ %L',
          p.all_words) END)
    ) q(is_every, condition)
    WHERE NOT q.is_every OR p.all_words IS NOT NULL) b;
  page := 'SELECT h.collection, h.key, h.label, h.rank,
      reeve.search_mark(h.label, h.config, h.lexemes, h.beginning), h.corrected
    FROM (
      SELECT * FROM (%s) m ORDER BY m.rank DESC, m.popularity DESC, m.collection, m.key LIMIT $1) h
    ORDER BY h.rank DESC, h.popularity DESC, h.collection, h.key';
  found := 0;
  IF all_of IS NOT NULL THEN
    RETURN QUERY EXECUTE format(page, all_of) USING search_query.max;
    GET DIAGNOSTICS found = ROW_COUNT;
  END IF;
  IF some_of IS NOT NULL AND found < search_query.max AND (all_of IS NULL OR cardinality(words) >
    1) THEN
    RETURN QUERY EXECUTE format(page, some_of) USING search_query.max - found;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_query(text, text, text, int) IS
  'Best documents of an app (within: of one collection) for a text of any kind: first those with '
  'every word, rank over 1, then those with some; marked: the label in parts, every second one '
  'matched; corrected: the text that was looked for instead, if another. What is hidden now is '
  'left out, whatever the index says. 55000 where there is no index.';

GRANT EXECUTE ON FUNCTION reeve.search_query(text, text, text, int) TO reeve_viewer;
