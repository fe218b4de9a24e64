CREATE OR REPLACE FUNCTION reeve.search_unseen(
  generation_id int, hits reeve.search_hit[], condition text)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH f AS MATERIALIZED (
      SELECT r.key, r.rank, r.lexemes, r.beginning
      FROM unnest(hits) r WHERE r.generation_id = search_unseen.generation_id
    ), shown AS MATERIALIZED (
      SELECT * FROM reeve.search_shown(search_unseen.generation_id,
        ARRAY(SELECT f.key FROM f), condition)
    )
    SELECT f.key FROM f
    LEFT JOIN shown s USING (key)
    CROSS JOIN LATERAL (
      SELECT string_agg(l.ask, ' | ')::tsquery AS ask
      FROM (
        SELECT reeve.search_lexeme(u.lexeme) AS ask FROM unnest(f.lexemes) u(lexeme)
        UNION ALL
        SELECT reeve.search_lexeme(f.beginning) || ':*' WHERE f.beginning IS NOT NULL) l) a
    WHERE s.key IS NULL OR NOT s.tsv @@ a.ask;
END
$$;

COMMENT ON FUNCTION reeve.search_unseen(int, reeve.search_hit[], text) IS
  'Those of the documents found that not everybody may see now, or that do not '
  'have the words and meet the condition any more.';
