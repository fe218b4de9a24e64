CREATE OR REPLACE FUNCTION reeve.search_matched(
  generation_id int, words text[], place int, query tsquery, tsv tsvector,
  OUT matched text, OUT found text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT string_agg(reeve.script_plain(replace(w.lexeme, '''', '')) || w.more, ', '), (
    SELECT string_agg(f.weight || ' ' || f.n, ', ' ORDER BY f.weight)
    FROM (
      SELECT lower(x.weight) AS weight, count(*) AS n
      FROM unnest(search_matched.tsv) v CROSS JOIN LATERAL unnest(v.weights) x(weight)
      WHERE array_to_tsvector(ARRAY[v.lexeme])
        @@ regexp_replace(string_agg(w.operand::text, '|'), '<->|&', '|', 'g')::tsquery
      GROUP BY x.weight) f)
  FROM (
    SELECT t.lexeme, CASE t.kind WHEN 'prefix' THEN '*' ELSE '' END AS more,
      CASE WHEN starts_with(t.lexeme, '''') THEN t.lexeme
        ELSE reeve.search_lexeme(t.lexeme) || CASE t.kind WHEN 'prefix' THEN ':*' ELSE '' END
        END::tsquery AS operand
    FROM reeve.search_terms(ARRAY[search_matched.generation_id], words) t
    WHERE search_matched.place BETWEEN t.place AND t.place + t.span - 1
    ORDER BY t.weight DESC, t.lexeme) w
  WHERE search_matched.tsv @@ w.operand
    AND w.operand::text = ANY (string_to_array(query::text, ' | '))
$$;

COMMENT ON FUNCTION reeve.search_matched(int, text[], int, tsquery, tsvector) IS
  'Returns the lexemes of a document that match the word of a query at a position '
  '(reeve.search_score), and how often they occur in fields of each weight.';
