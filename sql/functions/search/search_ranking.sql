CREATE OR REPLACE FUNCTION reeve.search_ranking(
  generation_id int, words text[], condition text, is_public boolean, OUT n int,
  OUT ideal float8, OUT dfs bigint[],
  OUT plains text[], OUT asks text[], OUT floors float8[], OUT expected float8[], OUT sizes int[],
  OUT titled text, OUT ranked text, OUT walk text, OUT lexemes text[], OUT beginning text,
  OUT corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation;
  s record;
  ranks text;
  scores text;
  total text;
  hits text;
  -- By place
  named text[];
  spelt text[] := words;
  near text;
  pairs int := 0;
  -- Stop words find no document, but one that has them in its best field counts more.
  stops text[] := '{}';
  stopped text;
  stopping int := 0;
  title text[] := '{}';
  fields text[];
  indexed text := 'i.tsv';
  scored text;
  visible text;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation x
  WHERE x.generation_id = search_ranking.generation_id;
  n := 0;
  ideal := 0;
  dfs := '{}';
  asks := '{}';
  floors := '{}';
  expected := '{}';
  sizes := '{}';
  plains := '{}';
  lexemes := '{}';
  FOR s IN
    -- The word that can count most first
    SELECT * FROM reeve.search_plan(search_ranking.generation_id, words, is_public) p
    ORDER BY p.best DESC, p.place
  LOOP
    n := n + 1;
    ideal := ideal + s.best;
    dfs := dfs || s.df;
    asks := asks || s.asks;
    floors := floors || s.floors;
    expected := expected || s.expected;
    sizes := sizes || cardinality(s.asks);
    plains := plains || ('(' || s.plain || ')');
    named[s.place] := s.plain;
    ranks := concat_ws(', ', ranks, s.ranks_sql);
    scores := concat_ws(', ', scores, format('%s AS p%s', s.score_sql, n));
    total := concat_ws(' + ', total, 'v.p' || n);
    hits := concat_ws(' + ', hits, format('(v.p%s > 0)::int', n));
    title := title || s.lexeme;
    lexemes := lexemes || s.lexemes;
    beginning := least(beginning, s.beginning);
    IF s.spelt IS NOT NULL THEN
      spelt[s.place] := s.spelt;
      corrected := '';
    END IF;
  END LOOP;
  IF n = 0 THEN
    RETURN;
  END IF;
  fields := reeve.search_marks(g.declared -> 'search');
  IF n < cardinality(words) THEN
    stops := reeve.word_stops(reeve.search_languages(g), words);
  END IF;
  FOR i IN 1 .. cardinality(stops) LOOP
    IF stops[i] IS NOT NULL AND stopping < 8 THEN
      stopping := stopping + 1;
      title := title || stops[i];
      stopped := concat_ws(' + ', stopped, format('(v.tsv @@ %L)::int',
        reeve.search_lexeme(stops[i]) || ':' || fields[1]));
    END IF;
  END LOOP;
  FOR i IN 1 .. cardinality(words) - 1 LOOP
    IF named[i] IS NOT NULL AND named[i + 1] IS NOT NULL AND pairs < 7 THEN
      pairs := pairs + 1;
      near := concat_ws(' + ', near,
        format('(v.tsv @@ %L)::int', format('(%s) <-> (%s)', named[i], named[i + 1])));
    END IF;
  END LOOP;
  IF corrected = '' THEN
    corrected := array_to_string(spelt, ' ');
  END IF;
  lexemes := ARRAY(SELECT DISTINCT l FROM unnest(lexemes) l);
  IF g.average > 0 THEN
    indexed := format('reeve.search_marked(i.tsv, %L::real, %L)', g.average, fields);
    IF array_position(title, NULL) IS NULL AND cardinality(title) = cardinality(words)
      AND cardinality(title) <= 4 THEN
      title := tsvector_to_array(array_to_tsvector(title));
      titled := reeve.search_lexeme(chr(31) || left(md5(array_to_string(title, ' ')), 8));
    END IF;
  END IF;
  -- Documents i with their score; where they are from follows, and the ends of two subqueries.
  scored := format(
    'SELECT v.key, v.popularity, (%s) * (%s) / %s * (1 + %L::float8 * (%s))%s%s AS score
     FROM (
       SELECT r.*, %s FROM (
         SELECT i.key, i.popularity, i.tsv, length(i.tsv) AS lexemes, %s FROM ',
    total, hits, n, CASE WHEN n > 1 THEN 0.15 / (n - 1) ELSE 0 END, coalesce(near, '0'),
    CASE WHEN stopped IS NULL THEN '' ELSE
      format(' * (1 + %L::float8 * (%s))', 0.3 / stopping, stopped) END,
    CASE WHEN titled IS NULL THEN '' ELSE format(
      ' * CASE WHEN %s = %s
        AND tsvector_to_array(ts_filter(v.tsv, ''{%s}'')) = %L THEN 1.5::float8 ELSE 1 END',
      hits, n, fields[1], title) END, scores, ranks);
  visible := format(
    '(SELECT TRUE FROM reeve.subject h WHERE h.collection_id = %s AND h.key = o.key
      AND h.hidden_until > (SELECT clock_timestamp())) IS NULL', g.collection_id);
  -- Of what is found the most popular are ranked, if it is not too much.
  ranked := format(
    'WITH f AS MATERIALIZED (
       SELECT i.key, i.popularity, i.tsv FROM reeve_index.%1$I i
       WHERE %5$s @@ %%L::tsquery AND (%2$s) LIMIT $1 + 1
     ), c AS (
       SELECT * FROM f ORDER BY f.popularity DESC, f.key
       LIMIT CASE WHEN (SELECT count(*) FROM f) <= $1 THEN $2 ELSE 0 END
     ), t AS (
       SELECT * FROM (
         SELECT * FROM (%3$s OFFSET 0) s
         ORDER BY s.score DESC, s.popularity DESC, s.key OFFSET 0) o
       WHERE o.score > 0 AND %4$s LIMIT $3)
     SELECT (SELECT count(*) > $1 FROM f) AS is_over, count(*) AS rows,
       array_agg(t.key) AS keys, array_agg(t.popularity) AS popularities,
       array_agg(t.score) AS scores FROM t',
    g.table_name, replace(search_ranking.condition, '%', '%%'),
    replace(scored || 'c i OFFSET 0) r OFFSET 0) v', '%', '%%'), visible, indexed);
  -- The most popular documents that have one of the words, of so many as can be read.
  walk := format(
    'WITH t AS (
       SELECT o.* FROM (
         %s ORDER BY v.popularity DESC, v.key OFFSET 0) o
       WHERE o.score >= $1 AND %s LIMIT $2)
     SELECT count(*) AS rows, array_agg(t.key) AS keys,
       array_agg(t.popularity) AS popularities, array_agg(t.score) AS scores FROM t',
    scored || format(
      '(SELECT * FROM (
         SELECT i.* FROM reeve_index.%I i ORDER BY i.popularity DESC, i.key LIMIT 10000) i
       WHERE i.tsv @@ %L AND (%s) ORDER BY i.popularity DESC, i.key LIMIT $3) i
       -- Said at each level, or else they would be sorted, and none be left unread.
       ORDER BY i.popularity DESC, i.key OFFSET 0) r
       ORDER BY r.popularity DESC, r.key OFFSET 0) v',
      g.table_name, array_to_string(plains, ' | '), search_ranking.condition), visible);
END
$$;

COMMENT ON FUNCTION reeve.search_ranking(int, text[], text, boolean) IS
  'The statements that rank documents of a generation for words, of those that meet a condition '
  'over i, a document, and are not hidden now. ranked: the best $3 of those that a tsquery finds '
  '(%L), of more than $2 of the $2 most popular, of more than $1 of none; walk: of the most '
  'popular documents the first $2 that score $1, of $3 that have a word. n: how many words are '
  'known, the one that can count most first; ideal: what scores 1; dfs, plains: about how many '
  'documents have each, and the tsquery of them; asks, floors, expected: as in '
  'reeve.search_plan, together; sizes: how many of a word; titled: the mark of a title that is '
  'just these words. NULL: titled, beginning, corrected, and the statements if no word is known.';
