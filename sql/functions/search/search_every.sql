CREATE OR REPLACE FUNCTION reeve.search_every(
  generations int[], words text[], is_public boolean)
RETURNS TABLE(
  generation_id int, condition text, filter text, df bigint, lexemes text[], beginning text,
  corrected text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT g.generation_id,
    CASE WHEN words = '{}' THEN 'TRUE' WHEN g.average = 0 THEN format('i.tsv @@ %L', a.plain)
      ELSE format('reeve.search_marked(i.tsv, %L::real, %L) @@ %L', g.average,
        reeve.search_marks(g.declared -> 'search'), a.plain) END,
    CASE WHEN words = '{}' THEN 'TRUE' ELSE format('i.tsv @@ %L', a.plain) END,
    least(a.df, g.documents), p.lexemes, p.beginning, NULL::text
  FROM unnest(generations) u(id)
  JOIN reeve.search_generation g ON g.generation_id = u.id
  CROSS JOIN LATERAL (
    WITH s AS MATERIALIZED (SELECT * FROM reeve.search_plan(u.id, words, is_public))
    SELECT count(*) AS places, string_agg('(' || s.plain || ')', ' & ') AS every,
      string_agg('(' || s.plain || ')', ' | ') AS any_of, min(s.df) AS least,
      sum(s.df)::bigint AS sum, min(s.beginning) AS beginning,
      (SELECT array_agg(DISTINCT l) FROM s o CROSS JOIN unnest(o.lexemes) l) AS lexemes
    FROM s) p
  CROSS JOIN LATERAL (
    SELECT CASE WHEN p.places = cardinality(words) THEN p.every ELSE p.any_of END AS plain,
      CASE WHEN p.places = cardinality(words) THEN p.least ELSE p.sum END AS df) a
  WHERE words = '{}' OR p.places > 0
$$;

COMMENT ON FUNCTION reeve.search_every(int[], text[], boolean) IS
  'Condition over i, a document, of each generation: it has every word or, if a word is in no '
  'document, some word. condition: as the index answers it; filter: for documents that are read '
  'in another order, of each of which condition would make the marks again; df: about how many '
  'meet it; lexemes, beginning: what to mark as matched. NULL: lexemes, beginning, corrected; df '
  'without words.';
