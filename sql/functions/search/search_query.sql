CREATE OR REPLACE FUNCTION reeve.search_query(
  app text, query text, within text DEFAULT NULL, max int DEFAULT 20)
RETURNS TABLE(collection text, key text, label text, rank real)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  words text[] := reeve.search_words(query);
  all_words tsquery := reeve.search_tsquery(words, TRUE);
  any_word tsquery := reeve.search_tsquery(words, FALSE);
  ranked text;
  found int;
BEGIN
  PERFORM reeve.member_require('viewer');
  -- $1 wanted, $2 not wanted, $3 added to the rank, $4 limit
  SELECT string_agg(format(
    '(SELECT %1$L::text AS collection, g.key, g.label,
        ts_rank(''{0.3,0.5,0.65,1.0}'', g.tsv, $1) AS rank
      FROM (
        SELECT i.key, i.label, i.tsv FROM reeve_index.%2$I i
        WHERE i.tsv @@ $1 AND ($2 IS NULL OR NOT i.tsv @@ $2) AND NOT EXISTS (
          SELECT FROM reeve.subject s
          WHERE s.collection_id = %3$s AND s.key = i.key
            AND s.hidden_until > (SELECT clock_timestamp()))
        ORDER BY i.popularity DESC, i.key LIMIT 5000) g)',
    c.name, n.table_name, c.collection_id), ' UNION ALL ' ORDER BY c.collection_id),
    reeve.search_tsquery(reeve.search_rare(words, array_agg(n.table_name)), FALSE)
  INTO ranked, any_word
  FROM reeve.collection c
  JOIN reeve.search_pointer p USING (collection_id)
  JOIN reeve.search_generation n USING (generation_id)
  WHERE c.app = search_query.app AND c.is_live AND c.search IS NOT NULL
    AND (within IS NULL OR c.name = within);
  IF ranked IS NULL AND NOT EXISTS (
    SELECT FROM reeve.collection c
    WHERE c.app = search_query.app AND c.is_live AND c.search IS NOT NULL
      AND (within IS NULL OR c.name = within)) THEN
    RAISE EXCEPTION 'nothing to search in %', app || coalesce('/' || within, '')
      USING ERRCODE = 'RV003';
  END IF;
  IF ranked IS NULL OR all_words IS NULL THEN
    RETURN;
  END IF;
  ranked := format(
    'SELECT h.collection, h.key, h.label, ($3 + h.rank)::real FROM (%s) h
     ORDER BY h.rank DESC, h.collection, h.key LIMIT $4', ranked);
  RETURN QUERY EXECUTE ranked USING all_words, NULL::tsquery, 1::real, search_query.max;
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found < search_query.max AND cardinality(words) > 1 THEN
    RETURN QUERY EXECUTE ranked USING any_word, all_words, 0::real, search_query.max - found;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_query(text, text, text, int) IS
  'Best documents of an app (within: of one collection) for a text of any kind: first those with '
  'every word, rank over 1, then those with some. What is hidden now is left out, whatever the '
  'index says.';

GRANT EXECUTE ON FUNCTION reeve.search_query(text, text, text, int) TO reeve_viewer;
