CREATE OR REPLACE FUNCTION reeve.search_words_stat(table_name text)
RETURNS TABLE(word text, df bigint, shown bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET work_mem = '64MB'
AS $$
BEGIN
  RETURN QUERY
    SELECT s.word, s.ndoc::bigint, s.ndoc - coalesce(h.ndoc, 0)::bigint
    FROM ts_stat(format('SELECT tsv FROM reeve_index.%I', table_name)) s
    LEFT JOIN ts_stat(format('SELECT tsv FROM reeve_index.%I WHERE NOT tsv @@ %L', table_name,
      quote_literal(chr(28)))) h USING (word)
    WHERE s.word >= ' ' COLLATE "C";
END
$$;

COMMENT ON FUNCTION reeve.search_words_stat(text) IS
  'Words of a table of documents: how many have each, and how many of these everybody may see.';
