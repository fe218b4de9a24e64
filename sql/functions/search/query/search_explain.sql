CREATE OR REPLACE FUNCTION reeve.search_explain(
  app text, query text, within text DEFAULT NULL, filters jsonb DEFAULT '{}', max int DEFAULT 3)
RETURNS TABLE(
  subject text, rank real, word text, matched text, kind text, weight float8, documents bigint,
  fields text, points float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  generations int[];
  asked record;
  r record;
BEGIN
  PERFORM reeve.member_require('viewer');
  generations := reeve.search_live(search_explain.app, within);
  SELECT * INTO asked FROM reeve.search_ask(generations, query, filters, NULL, NULL, FALSE);
  RETURN QUERY
    SELECT c.name, NULL::real, reeve.script_plain(t.word),
      reeve.script_plain(replace(t.lexeme, '''', '')), t.kind,
      round(t.weight::numeric, 3)::float8, t.df, '', NULL::float8
    FROM reeve.search_terms(generations, asked.words) t
    JOIN reeve.search_generation g USING (generation_id)
    JOIN reeve.collection c USING (collection_id)
    ORDER BY c.name, t.place, t.weight DESC, t.df DESC, t.lexeme LIMIT 200;
  FOR r IN
    SELECT f.generation_id, f.key, f.rank, c.name || ':' || f.key AS subject, g.table_name,
      g.documents
    FROM reeve.search_find(generations, query, filters, NULL, least(greatest(max, 1), 20), NULL,
      FALSE) WITH ORDINALITY f(generation_id, key, label, rank, marked, snippet, corrected, place,
        nth)
    JOIN reeve.search_generation g USING (generation_id)
    JOIN reeve.collection c USING (collection_id)
    ORDER BY f.nth
  LOOP
    RETURN QUERY EXECUTE format(
      'SELECT $1, $2, reeve.script_plain(t.word),
         reeve.script_plain(replace(t.lexeme, '''''''', '''')), t.kind,
         round(t.weight::numeric, 3)::float8, t.df,
         (SELECT string_agg(w.weight || '' '' || w.n, '', '' ORDER BY w.weight)
           FROM (
             SELECT lower(x.weight) AS weight, count(*) AS n
             FROM unnest(i.tsv) v CROSS JOIN LATERAL unnest(v.weights) x(weight)
             WHERE v.lexeme = ANY (tsvector_to_array(to_tsvector(''simple'',
                 replace(t.lexeme, ''<->'', '' ''))))
               OR t.kind = ''prefix'' AND v.lexeme ^@ t.lexeme
             GROUP BY x.weight) w),
         round((t.weight * ln(1 + ($5 - least(t.df, $5) + 0.5) / (least(t.df, $5) + 0.5))
           * ts_rank(%L, i.tsv, o.operand))::numeric, 3)::float8
       FROM reeve_index.%I i
       CROSS JOIN reeve.search_terms(ARRAY[$3], $4) t
       CROSS JOIN LATERAL (
         SELECT CASE WHEN t.kind = ''split'' THEN t.lexeme
           ELSE quote_literal(t.lexeme) || CASE t.kind WHEN ''prefix'' THEN '':*'' ELSE '''' END
           END::tsquery AS operand) o
       WHERE i.key = $6 AND i.tsv @@ o.operand
       ORDER BY t.place, 9 DESC, t.lexeme', reeve.search_weights(), r.table_name)
    USING r.subject, r.rank, r.generation_id, asked.words, r.documents, r.key;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_explain(text, text, text, jsonb, int) IS
  'Why a search finds what it finds: first, by collection, what each word is searched for as; '
  'then which of that the best rows have, how often in fields of which weight, and the points it '
  'gives before length and neighbours count. Needs viewer. NULL: rank, fields, points.';

GRANT EXECUTE ON FUNCTION reeve.search_explain(text, text, text, jsonb, int) TO reeve_viewer;
