CREATE OR REPLACE FUNCTION reeve.search_top(
  generation_id int, words text[], condition text, max int)
RETURNS TABLE(key text, popularity real, rank real, lexemes text[], beginning text, corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- A scan of all documents would make their marks again.
SET enable_seqscan = off SET enable_memoize = off SET work_mem = '64MB' SET jit = off
SET max_parallel_workers_per_gather = 0 SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation;
  s record;
  -- Of the places of the query that have a word, the one that can count most first.
  n int := 0;
  ideal float8 := 0;
  df bigint := 0;
  dfs bigint[] := '{}';
  bounds float8[] := '{}';
  asks text[] := '{}';
  floors float8[] := '{}';
  expected float8[] := '{}';
  sizes int[] := '{}';
  plains text[] := '{}';
  ranks text;
  scores text;
  total text;
  hits text;
  -- By place
  near text;
  pairs int := 0;
  -- Stop words find no document, but one that has them in its best field counts more, up to lift.
  stops text[] := '{}';
  stopped text;
  stopping int := 0;
  lift float8;
  named text[];
  spelt text[] := words;
  title text[] := '{}';
  fields text[];
  titled text;
  indexed text := 'i.tsv';
  scored text;
  visible text;
  ranked text;
  walk text;
  ways text[];
  asked text;
  too_many text;
  w record;
  is_small boolean;
  -- Whether every document with one of the words was looked at.
  is_whole boolean := FALSE;
  mask bigint;
  -- So many documents are ranked in a round; so many are expected, and read.
  many int;
  target float8 := 300;
  dear float8 := 6000;
  picked int[];
  tried int[];
  latest text;
  bonus float8;
  -- What a score is asked to be; where that is known to be too many documents; the least that all
  -- were looked at for.
  goal float8;
  over float8;
  under float8;
  found record;
  kept record;
  more record;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation x
  WHERE x.generation_id = search_top.generation_id;
  lexemes := '{}';
  FOR s IN
    SELECT * FROM reeve.search_plan(search_top.generation_id, words) p ORDER BY p.best DESC, p.place
  LOOP
    n := n + 1;
    ideal := ideal + s.best;
    df := df + s.df;
    dfs := dfs || s.df;
    bounds := bounds || s.bounds;
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
  lift := CASE WHEN stopping > 0 THEN 1.3 ELSE 1 END;
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
  is_small := g.documents <= 8000;
  many := greatest(1200, 3 * search_top.max);
  bonus := CASE WHEN n > 1 THEN 0.15 / (n - 1) ELSE 0 END;
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
    total, hits, n, bonus, coalesce(near, '0'),
    CASE WHEN stopped IS NULL THEN '' ELSE
      format(' * (1 + %L::float8 * (%s))', (lift - 1) / stopping, stopped) END,
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
       WHERE (%%s) AND (%2$s) LIMIT $1 + 1
     ), c AS (
       SELECT * FROM f WHERE (SELECT count(*) FROM f) <= $1
       ORDER BY f.popularity DESC, f.key LIMIT $2
     ), t AS (
       SELECT * FROM (
         SELECT * FROM (%3$s OFFSET 0) s
         ORDER BY s.score DESC, s.popularity DESC, s.key OFFSET 0) o
       WHERE o.score > 0 AND %4$s LIMIT $3)
     SELECT (SELECT count(*) > $1 FROM f) AS is_over, count(*) AS rows, min(t.score) AS last,
       array_agg(t.key) AS keys,
       array_agg(t.popularity) AS popularities, array_agg(t.score) AS scores FROM t',
    g.table_name, replace(search_top.condition, '%', '%%'),
    replace(scored || 'c i OFFSET 0) r OFFSET 0) v', '%', '%%'), visible);
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
      g.table_name, array_to_string(plains, ' | '), search_top.condition), visible);
  SELECT FALSE AS is_over, 0::bigint AS rows, NULL::float8 AS last, NULL::text[] AS keys,
    NULL::real[] AS popularities, NULL::float8[] AS scores INTO kept;
  more := kept;
  IF least(df, g.documents) <= many OR n > 6 THEN
    -- All documents that have one of the words; of more words than can be bounded the rare ones
    -- say which documents are ranked.
    SELECT CASE WHEN least(df, g.documents) <= many THEN array_agg(o.plain)
      ELSE array_agg(o.plain) FILTER (WHERE o.rows <= many)
        || string_agg(o.plain, ' & ') FILTER (WHERE o.nr <= 3) END
    INTO ways
    FROM (
      SELECT u.plain, sum(u.df) OVER (ORDER BY u.df, u.nth) AS rows,
        row_number() OVER (ORDER BY u.df, u.nth) AS nr
      FROM unnest(plains, dfs) WITH ORDINALITY u(plain, df, nth)) o;
    EXECUTE format(ranked, format('%s @@ %L::tsquery', indexed, array_to_string(ways, ' | ')))
    INTO kept USING many, many, search_top.max;
    is_whole := least(df, g.documents) <= many AND NOT kept.is_over;
  ELSIF n = 1 AND bounds[1] <= ideal AND df > g.documents / 50 THEN
    -- A common beginning: no document can have more, and many have as much.
    over := 0.999 * ideal;
    under := over;
  ELSE
    SELECT array_agg(y.bound * lift) AS bounds, array_agg(y.promise) AS promises,
      array_agg(y.code) AS codes, array_agg(y.ask) AS asks, array_agg(y.rows) AS rows,
      array_agg(y.cost) AS costs
    INTO w
    FROM reeve.search_ways(bounds, asks, floors, expected, sizes[:4], g.documents, bonus) y;
    mask := (SELECT sum(8::bigint << 4 * (p - 1)) FROM generate_series(1, least(n, 4)) p);
  END IF;
  -- Of many documents those are looked at that promise most, until there is a page of them; of too
  -- many the most popular ones.
  WHILE w IS NOT NULL AND NOT is_small AND kept.rows < search_top.max AND target <= 12000 LOOP
    picked := reeve.search_pick(w.promises, w.codes, w.rows, w.costs, mask, target, dear,
      greatest(target, 2 * many));
    -- What so many have is found soon among the most popular.
    EXIT WHEN n = 1 AND target > 2000 AND w.rows[picked[1]] > g.documents / 50;
    tried := picked;
    -- One tsquery of all reads each word's list once.
    asked := (
      SELECT format('%s @@ %L::tsquery', indexed, string_agg('(' || a || ')', ' | '))
      -- An empty ask is one of all documents, which are too many.
      FROM unnest(ARRAY(SELECT w.asks[p] FROM unnest(picked) p) || titled) a WHERE a <> ''
      HAVING count(*) > 0);
    IF asked IS DISTINCT FROM latest THEN
      EXECUTE format(ranked, asked) INTO found USING 12000, 2 * many, search_top.max;
      EXIT WHEN found.is_over;
      latest := asked;
      kept := found;
    END IF;
    target := 4.8 * target;
    dear := 2 * dear;
  END LOOP;
  IF n = 1 AND w IS NOT NULL AND NOT is_small THEN
    -- What too many documents have, which is the next less strict: the most popular of them.
    over := w.promises[1 + coalesce((SELECT max(t) FROM unnest(tried) t), 0)];
  END IF;
  -- Of few documents all are looked at that can have a score of so much: less and less, until
  -- nothing else can come before the last of a page.
  WHILE w IS NOT NULL AND is_small LOOP
    goal := CASE WHEN kept.rows >= search_top.max THEN kept.last * (1 - 1e-9)
      WHEN under IS NOT NULL THEN w.bounds[cardinality(w.bounds)] ELSE coalesce(goal, ideal) END;
    IF over >= goal THEN
      EXIT WHEN under < 1.08 * over;
      goal := CASE WHEN under IS NULL THEN 1.2 * over ELSE sqrt(over * under) END;
    END IF;
    EXIT WHEN goal >= under;
    -- One way that finds all that another does is enough.
    ways := ARRAY(
      SELECT y.ask FROM unnest(w.bounds, w.codes, w.asks) y(bound, code, ask)
      WHERE y.bound >= goal AND NOT EXISTS (
        SELECT FROM unnest(w.bounds, w.codes) o(bound, code)
        WHERE o.bound >= goal AND o.code <> y.code AND (o.code | mask) - y.code & mask = mask));
    asked := CASE WHEN '' <> ALL (ways) THEN coalesce((
      SELECT format('%s @@ %L::tsquery', indexed, string_agg('(' || a || ')', ' | '))
      FROM unnest(ways || titled) a WHERE a IS NOT NULL HAVING count(*) > 0), 'FALSE') END;
    IF asked IS NOT NULL THEN
      EXECUTE format(ranked, asked) INTO found USING many, many, search_top.max;
    END IF;
    IF asked IS NULL OR found.is_over THEN
      over := goal;
      too_many := asked;
    ELSE
      kept := found;
      under := goal;
      EXIT WHEN kept.rows >= search_top.max AND kept.last >= under;
    END IF;
  END LOOP;
  IF NOT is_whole AND (kept.rows < search_top.max OR is_small AND kept.last < under) THEN
    -- Too many can have as much: the most popular of them are ranked, where these are not too many
    -- either; else what is found among the most popular documents.
    IF n = 1 AND over IS NOT NULL THEN
      EXECUTE walk INTO more USING over, search_top.max, many;
    END IF;
    IF more.rows < search_top.max AND too_many IS NOT NULL THEN
      EXECUTE format(ranked, too_many) INTO found USING 20000, 20000, search_top.max;
      IF NOT found.is_over THEN
        more := found;
      END IF;
    END IF;
    IF greatest(kept.rows, more.rows) < search_top.max THEN
      EXECUTE walk INTO found USING 1e-9, many, many;
      IF found.rows > more.rows THEN
        more := found;
      END IF;
    END IF;
    IF greatest(kept.rows, more.rows) < search_top.max
      AND (df <= 40000 OR condition <> 'TRUE')
    THEN
      EXECUTE format(ranked, format('%s @@ %L::tsquery', indexed,
        array_to_string(plains, ' | '))) INTO found USING 20000, 20000, search_top.max;
      IF NOT found.is_over THEN
        more := found;
      END IF;
    END IF;
  END IF;
  RETURN QUERY
    SELECT t.key, t.popularity, (t.score / ideal)::real, search_top.lexemes,
      search_top.beginning, search_top.corrected
    FROM (
      SELECT DISTINCT ON (u.key) u.* FROM (
        SELECT * FROM unnest(kept.keys, kept.popularities, kept.scores)
        UNION ALL
        SELECT * FROM unnest(more.keys, more.popularities, more.scores)
      ) u(key, popularity, score) ORDER BY u.key) t
    ORDER BY t.score DESC, t.popularity DESC, t.key LIMIT search_top.max;
END
$$;

COMMENT ON FUNCTION reeve.search_top(int, text[], text, int) IS
  'Best documents of a generation for words, of those that meet a condition over i, a document, '
  'and are not hidden now: by score, popularity and key. rank: 1 is every word once in the best '
  'field of a document of average length. Stop words count only beside others, and in the best '
  'field. Where very many can be the best, so many as time allows are looked at, those that can '
  'have most first. NULL: beginning, corrected.';
