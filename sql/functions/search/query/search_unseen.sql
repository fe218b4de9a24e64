CREATE OR REPLACE FUNCTION reeve.search_unseen(
  generation_id int, hits reeve.search_hit[], pending text[], condition text)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation := (SELECT n FROM reeve.search_generation n
    WHERE n.generation_id = search_unseen.generation_id);
  keys text[] := ARRAY(
    SELECT h.key FROM unnest(hits) h
    WHERE h.generation_id = search_unseen.generation_id
      AND (array_position(pending, NULL) IS NOT NULL OR h.key IN (
        SELECT p.key FROM unnest(pending) p(key))));
BEGIN
  IF keys <> '{}' THEN
    RETURN QUERY EXECUTE format(
      'SELECT h.key FROM unnest($2) h
       LEFT JOIN (SELECT d.*%s FROM reeve.app_documents($1, $3, NULL) d) i
         ON i.key = h.key AND %s
       WHERE h.generation_id = $1 AND h.key = ANY ($3) AND (i.key IS NULL OR NOT i.tsv @@ (
         SELECT string_agg(l.ask, '' | '')::tsquery
         FROM (
           SELECT reeve.search_lexeme(u.lexeme) AS ask FROM unnest(h.lexemes) u(lexeme)
           UNION ALL
           SELECT reeve.search_lexeme(h.beginning) || '':*'' WHERE h.beginning IS NOT NULL) l))',
      reeve.search_numbers(g.ranges, ', d.numbers[%] AS n%'), condition)
    USING g.generation_id, hits, keys;
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_unseen(int, reeve.search_hit[], text[], text) IS
  'Those of the documents found whose rows are pending (have changed since the index read them), '
  'and that not everybody may see now, or that do not have the words and meet the condition over i '
  'any more.';
