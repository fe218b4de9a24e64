CREATE OR REPLACE FUNCTION reeve.search_plan(generations int[], words text[])
RETURNS TABLE(
  generation_id int, all_words tsquery, some_words tsquery, is_walk boolean, score_sql text,
    total float8,
  known bigint, lexemes text[], beginning text, corrected text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH term AS MATERIALIZED (
    SELECT t.*, g.documents,
      ln(1 + (g.documents - f.df + 0.5) / (f.df + 0.5)) AS idf,
      CASE WHEN t.kind = 'split' THEN '(' || t.lexeme || ')'
        ELSE '''' || t.lexeme || CASE t.kind WHEN 'prefix' THEN ''':*' ELSE '''' END END AS operand
    FROM (
      SELECT f.generation_id, p.place, f.word, f.lexeme, f.kind, f.df, f.weight / f.span AS weight
      FROM reeve.search_terms(generations, words) f
      CROSS JOIN generate_series(f.place, f.place + f.span - 1) p(place)) t
    JOIN reeve.search_generation g USING (generation_id)
    CROSS JOIN LATERAL (SELECT least(t.df, g.documents) AS df) f
  ), place AS (
    SELECT t.generation_id, t.place, coalesce(sum(t.df), 0) AS df, max(t.idf) AS idf,
      string_agg(t.operand, ' | ') FILTER (WHERE t.df > 0) AS operands,
      format('(greatest(%s))', string_agg(format(
        '%s * ts_rank(''{0.3,0.5,0.65,1.0}'', g.tsv, %L)', t.weight * t.idf, t.operand), ', ')
        FILTER (WHERE t.df > 0)) AS score_sql
    FROM term t GROUP BY t.generation_id, t.place
  ), cost AS (
    -- Rarest first; at least one.
    SELECT p.*, sum(p.df) OVER (PARTITION BY p.generation_id ORDER BY p.df, p.place) AS rows,
      row_number() OVER (PARTITION BY p.generation_id ORDER BY p.df, p.place) AS nth
    FROM place p WHERE p.df > 0
  ), spelt AS (
    SELECT string_agg(coalesce(c.lexeme, w.word), ' ' ORDER BY w.place) AS text,
      bool_or(c.lexeme IS NOT NULL) AS is_other
    FROM unnest(words) WITH ORDINALITY w(word, place)
    LEFT JOIN LATERAL (
      SELECT t.lexeme FROM term t
      WHERE t.place = w.place AND t.df > 0
        AND t.kind = 'spelling' AND NOT EXISTS (
          SELECT FROM term k WHERE k.place = w.place AND k.df > 0 AND k.kind <> 'spelling')
      ORDER BY t.weight DESC, t.df DESC, t.lexeme LIMIT 1) c ON TRUE
  )
  SELECT c.generation_id,
    CASE WHEN count(*) = (SELECT count(*) FROM place p WHERE p.generation_id = c.generation_id)
      THEN string_agg('(' || c.operands || ')', ' & ')::tsquery END,
    (string_agg('(' || c.operands || ')', ' | ') FILTER (WHERE c.rows <= 50000 OR c.nth = 1))
      ::tsquery,
    min(c.df) > 50000,
    format('(VALUES %s) v(s)', string_agg(c.score_sql, ', ')), sum(c.idf),
    count(*),
    (SELECT array_agg(DISTINCT l.lexeme) FROM term t
      CROSS JOIN LATERAL unnest(string_to_array(replace(t.lexeme, '''', ''), ' <-> ')) l(lexeme)
      WHERE t.generation_id = c.generation_id AND t.df > 0 AND t.kind <> 'prefix'),
    (SELECT t.lexeme FROM term t
      WHERE t.generation_id = c.generation_id AND t.kind = 'prefix'
      ORDER BY t.place DESC LIMIT 1),
    (SELECT s.text FROM spelt s WHERE s.is_other)
  FROM cost c GROUP BY c.generation_id
$$;

COMMENT ON FUNCTION reeve.search_plan(int[], text[]) IS
  'How each generation that knows a word of a query is asked: what has every word (NULL where one '
  'is in no document); what has some, without those common words that would cost more than 50,000 '
  'rows; whether even the rarest is as common, so that documents are walked by popularity; and '
  'the score of a document, of at most total.';
