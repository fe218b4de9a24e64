CREATE OR REPLACE FUNCTION reeve.search_explain(
  app text, query text, within text DEFAULT NULL, filters jsonb DEFAULT '{}', max int DEFAULT 3)
RETURNS TABLE(
  subject text, step text, word text, matched text, found text, value float8, ts_rank float8,
  number float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  generations int[];
  q reeve.search_query;
  k jsonb := reeve.search_constants();
  g reeve.search_generation;
  r record;
  s reeve.search_scoring;
  -- Words that are scored first.
  n int;
  m record;
BEGIN
  PERFORM reeve.member_require('viewer');
  generations := reeve.search_live(search_explain.app, within);
  q := reeve.search_ask(generations, query, filters, NULL, FALSE);
  FOR r IN
    SELECT NULL AS key, NULL::real AS rank, c.name AS subject, h AS generation, FALSE AS is_pinned,
      0::bigint AS nth
    FROM reeve.search_generation h JOIN reeve.collection c USING (collection_id)
    WHERE h.generation_id = ANY (generations)
    UNION ALL
    SELECT f.key, f.rank, c.name || ':' || f.key, h,
      q.pins @> jsonb_build_array(jsonb_build_array(f.generation_id, f.key)), f.nth
    FROM reeve.search_find(q, least(greatest(max, 1), 20), NULL) WITH ORDINALITY f(generation_id,
      key, label, rank, marked, snippet, corrected, place, nth)
    JOIN reeve.search_generation h USING (generation_id)
    JOIN reeve.collection c USING (collection_id)
    ORDER BY 6, 3
  LOOP
    g := r.generation;
    s := q.scorings[array_position(generations, g.generation_id)];
    IF r.key IS NULL THEN
      -- The terms as which the words are looked for.
      RETURN QUERY
        SELECT r.subject, l.step, reeve.script_plain(l.word), l.matched, l.found, NULL::float8,
          NULL::float8, round(l.number::numeric, 4)::float8
        FROM (
          SELECT t.place, 1 AS part, t.kind AS step, t.word,
            reeve.script_plain(replace(t.lexeme, '''', ''))
              || CASE t.kind WHEN 'prefix' THEN '*' ELSE '' END AS matched, t.df,
            t.df || CASE t.df WHEN 1 THEN ' row' ELSE ' rows' END AS found, t.weight AS number
          FROM reeve.search_terms(ARRAY[g.generation_id], q.words) t
          UNION ALL
          SELECT o.place, 2, 'idf', q.words[o.place], '', 0, '', o.idf
          FROM unnest(s.scored) o) l
        ORDER BY l.place, l.part, l.number DESC, l.df DESC, l.matched LIMIT 200;
      CONTINUE;
    ELSIF r.is_pinned THEN
      RETURN QUERY VALUES (r.subject, 'pin', '', '', '', NULL::float8, NULL::float8, 1::float8);
    ELSIF q.words <> '{}' THEN
      n := least(s.n, 6);
      EXECUTE reeve.search_score(g.table_name, g.collection_id, 'i.key = $17', n, k, TRUE)
      INTO m
      USING coalesce(array_to_string(s.plains, ' | ')::tsquery || s.title,
          array_to_string(s.plains, ' | ')::tsquery), 1, 1, 1, s."values", s.queries, n,
        s.more_values, s.more_queries, s.more_words, s.n, s.pairs, s.title, s.stops, NULL::tsquery,
        s.heads, r.key;
      RETURN QUERY
        SELECT r.subject, CASE row_number() OVER (PARTITION BY o.nth ORDER BY u.value * u.rank DESC)
            WHEN 1 THEN 'points' ELSE 'less' END, reeve.script_plain(q.words[o.place]),
          t.matched, t.found, round(u.value::numeric, 4)::float8,
          round(u.rank::numeric, 4)::float8, round((u.value * u.rank)::numeric, 4)::float8
        FROM unnest(s."values"[:4 * n] || s.more_values, s.queries[:4 * n] || s.more_queries,
          m.ranks) WITH ORDINALITY u(value, query, rank, nr)
        JOIN unnest(s.scored) WITH ORDINALITY
          o(place, best, df, idf, plain, tiers, sizes, queries, "values", lexeme, nth)
          ON o.nth = CASE WHEN u.nr <= 4 * n THEN (u.nr + 3) / 4 ELSE s.more_words[u.nr - 4 * n] END
        CROSS JOIN LATERAL reeve.search_matched(g.generation_id, q.words, o.place, u.query,
          m.tsv) t
        WHERE u.rank > 0
        ORDER BY o.place, u.value * u.rank DESC;
      RETURN QUERY
        SELECT r.subject, f.step, '', '', f.found, NULL::float8, NULL::float8,
          round(f.number::numeric, 4)::float8
        FROM (VALUES
          (1, 'total', '', m.total),
          (2, 'words', format('%s of %s', m.hits, s.n), m.hits::float8 / s.n),
          (3, 'length', '', m.norm), (4, 'title', '', m.title), (5, 'stop words', '', m.stops),
          (6, 'name', '', m.head), (7, 'neighbours', '', m.pairs)) f(nth, step, found, number)
        -- A sum of one word and what multiplies by 1 are left out.
        WHERE CASE f.nth WHEN 1 THEN s.n > 1 ELSE f.number <> 1 END
        ORDER BY f.nth;
    END IF;
    RETURN QUERY VALUES (r.subject, 'rank', '', '', '', NULL::float8, NULL::float8,
      round(r.rank::numeric, 4)::float8);
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_explain(text, text, text, jsonb, int) IS
  'Why a search finds what it finds, and every number that ranks it: first, by collection, what '
  'each word is searched for as, with its weight, and its idf; then of each of the best rows its '
  'points by word, value times ts_rank (less: another way in which the word matches, and which '
  'does not count), their total, the factors that it is multiplied by, and the rank; found: rows, '
  'or how often in fields of which weight. Rounded to four digits. Needs viewer. NULL: value, '
  'ts_rank.';

GRANT EXECUTE ON FUNCTION reeve.search_explain(text, text, text, jsonb, int) TO reeve_viewer;
