CREATE OR REPLACE FUNCTION reeve.search_plan(generation_id int, words text[])
RETURNS TABLE(
  place int, df bigint, best float8, ranks_sql text, score_sql text, bounds float8[], asks text[],
  lexeme text, plain text, lexemes text[], beginning text, spelt text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation;
  fields text[];
  -- The classes that are distinguished: all for one word, fewer the more words there are.
  classes int[];
  -- No word outside the marked fields is of a higher class.
  low int;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation n
  WHERE n.generation_id = search_plan.generation_id;
  IF g.average > 0 THEN
    fields := reeve.search_marks(g.declared -> 'search');
    low := CASE fields[1] WHEN 'd' THEN 0 ELSE 13 END;
    classes := ARRAY(
      SELECT c + (ARRAY[0, -2, -4, -7])[ascii(fields[1]) - 96]
      FROM unnest((ARRAY['{21,20,19,18,17,16,15,14,13,12,11,10,9,8}', '{19,18,17,16,15,13}',
        '{18,16,14}', '{16,14}', '{16}', '{16}'])[cardinality(words)]::int[]) c);
  END IF;
  RETURN QUERY
  WITH term AS MATERIALIZED (
    SELECT t.place, t.lexeme, t.kind, least(t.df, g.documents) AS df,
      -- The matches of a word count by how rare they are together, but no more than the word does.
      t.weight / t.span * ln(1 + (g.documents - f.df + 0.5) / (f.df + 0.5)) AS value,
      CASE WHEN t.lexeme LIKE '''%' THEN (
          SELECT array_agg(replace(m[1], '''''', ''''))
          FROM regexp_matches(t.lexeme, '''((?:[^'']|'''')+)''', 'g') m)
        ELSE ARRAY[t.lexeme] END AS parts,
      CASE t.kind WHEN 'prefix' THEN ':*' ELSE '' END AS tail,
      -- Words with the same beginning add up; they count no more than one does.
      CASE t.kind WHEN 'prefix' THEN 16 ELSE 21 END AS top
    FROM (
      SELECT s.place, u.*,
        coalesce(min(u.df) FILTER (WHERE u.kind = 'exact') OVER place, sum(u.df) OVER place)
          AS all_df
      FROM reeve.search_terms(ARRAY[search_plan.generation_id], words)
        u(generation_id, first, span, word, lexeme, kind, df, weight)
      CROSS JOIN LATERAL generate_series(u.first, u.first + u.span - 1) s(place)
      WHERE u.df > 0
      WINDOW place AS (PARTITION BY s.place)) t
    CROSS JOIN LATERAL (SELECT least(t.all_df, g.documents) AS df) f
  ), way AS MATERIALIZED (
    SELECT t.*, row_number() OVER (PARTITION BY t.place ORDER BY t.value DESC, t.df DESC, t.lexeme)
        AS nth,
      CASE WHEN cardinality(t.parts) > 1 THEN '(' || t.lexeme || ')'
        ELSE reeve.search_lexeme(t.lexeme) || t.tail END AS plain,
      CASE WHEN cardinality(t.parts) > 1
        THEN format('CASE WHEN i.tsv @@ %L THEN least(%s) ELSE 0 END', t.lexeme, r.ranks)
        ELSE r.ranks END AS rank_sql
    FROM term t
    CROSS JOIN LATERAL (
      SELECT string_agg(format('ts_rank(''{0.3,0.5,0.65,1.0}'', i.tsv, %L)',
        reeve.search_lexeme(u.part) || t.tail), ', ') AS ranks
      FROM unnest(t.parts) u(part)) r
  ), step AS (
    SELECT w.place, c.class, w.value * 2 ^ ((c.class - 16) / 4.0) AS value
    FROM way w CROSS JOIN unnest(classes) c(class)
    WHERE w.nth = 1 AND c.class > low AND c.class <= w.top
  ), ask AS (
    -- Whatever may count as much as a step in any way; and the most that the rest counts.
    SELECT s.place, s.class,
      CASE WHEN bool_or(a.operand = '') THEN ''
        ELSE string_agg(a.operand, ' | ' ORDER BY w.nth) END AS operand,
      max(w.value * 2 ^ ((least(c.class - 1, w.top) - 16) / 4.0)) AS below
    FROM step s JOIN way w USING (place)
    CROSS JOIN LATERAL (
      SELECT ceil(round((16 + 4 * log(2, (s.value / w.value)::numeric)), 6))::int AS class) c
    CROSS JOIN LATERAL (
      SELECT CASE WHEN w.tail <> '' AND w.df > g.documents / 10 THEN ''
        WHEN c.class <= low THEN w.plain ELSE (
        SELECT string_agg('(' || m.operand || ')', ' & ')
        FROM (
          SELECT string_agg(reeve.search_lexeme(chr(k) || u.part) || w.tail, ' | ') AS operand
          FROM unnest(w.parts) u(part)
          CROSS JOIN generate_series(greatest(c.class, 1), 21) k
          WHERE c.class <= w.top
          GROUP BY u.part) m) END AS operand) a
    GROUP BY s.place, s.class
  ), level AS (
    SELECT a.place, array_agg(a.operand ORDER BY a.class DESC) AS asks,
      array_agg(a.below ORDER BY a.class DESC) AS below
    FROM ask a GROUP BY a.place
  )
  SELECT w.place, sum(w.df)::bigint, max(w.value),
    string_agg(format('%s AS r%s_%s', w.rank_sql, w.place, w.nth), ', '),
    format('greatest(%s, 0)', string_agg(format(
      '(''%s''::float8[])[reeve.search_class(r%s_%s, r.lexemes, %s)]',
      ARRAY(SELECT w.value * 2 ^ ((least(c, w.top) - 16) / 4.0) FROM generate_series(1, 28) c),
      w.place, w.nth, CASE g.average WHEN 0 THEN 100 ELSE g.average END), ', ')),
    max(w.value * 2 ^ ((w.top - 16) / 4.0)) || coalesce(l.below, '{}'),
    coalesce(l.asks, '{}') || CASE WHEN bool_or(w.tail <> '' AND w.df > g.documents / 10) THEN ''
      ELSE string_agg(w.plain, ' | ' ORDER BY w.nth) END,
    (array_agg(w.lexeme ORDER BY w.nth) FILTER (WHERE cardinality(w.parts) = 1))[1],
    string_agg(w.plain, ' | ' ORDER BY w.nth),
    ARRAY(SELECT DISTINCT u.part FROM way x CROSS JOIN unnest(x.parts) u(part)
      WHERE x.place = w.place AND x.kind <> 'prefix'),
    min(w.lexeme) FILTER (WHERE w.kind = 'prefix'),
    CASE WHEN bool_and(w.kind = 'spelling')
      THEN (array_agg(w.lexeme ORDER BY w.nth))[1] END
  FROM way w LEFT JOIN level l USING (place)
  GROUP BY w.place, l.asks, l.below
  ORDER BY 3 DESC, w.place;
END
$$;

COMMENT ON FUNCTION reeve.search_plan(int, text[]) IS
  'How a generation is queried for those positions of a query of which it knows a word, the one '
  'that can count most first. df: about how many documents have it; best: what it counts in '
  'class 16; ranks_sql, score_sql: what it counts in a document i; asks: tsqueries of the index, '
  'each less strict than the one before, the last of all documents that have it (empty: of '
  'most); bounds: the most that a document counts that meets an ask and not the one before. '
  'NULL: lexeme, beginning, spelt.';
