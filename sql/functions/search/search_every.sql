CREATE OR REPLACE FUNCTION reeve.search_every(generations int[], words text[])
RETURNS TABLE(
  generation_id int, condition text, lexemes text[], beginning text, corrected text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT g.generation_id, CASE WHEN words = '{}' THEN 'TRUE'
      ELSE format('%s @@ %L', CASE WHEN g.average > 0 THEN format(
          'reeve.search_marked(i.tsv, %L::real, %L)', g.average,
          reeve.search_marks(g.declared -> 'search')) ELSE 'i.tsv' END,
        CASE WHEN p.places = cardinality(words) THEN p.every ELSE p.any_of END) END,
    p.lexemes, p.beginning, NULL::text
  FROM unnest(generations) u(id)
  JOIN reeve.search_generation g ON g.generation_id = u.id
  CROSS JOIN LATERAL (
    SELECT count(*) AS places, string_agg('(' || s.plain || ')', ' & ') AS every,
      string_agg('(' || s.plain || ')', ' | ') AS any_of, min(s.beginning) AS beginning,
      (SELECT array_agg(DISTINCT l) FROM reeve.search_plan(u.id, words) o
        CROSS JOIN unnest(o.lexemes) l) AS lexemes
    FROM reeve.search_plan(u.id, words) s) p
  WHERE words = '{}' OR p.places > 0
$$;

COMMENT ON FUNCTION reeve.search_every(int[], text[]) IS
  'Condition over i, a document, of each generation: it has every word or, if a word is in no '
  'document, some word; and the words to mark as matched. NULL: lexemes, beginning, corrected.';
