CREATE OR REPLACE FUNCTION reeve.search_top(
  generation_id int, words text[], condition text, max int)
RETURNS TABLE(key text, label text, popularity real, rank real, lexemes text[], beginning text,
  corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- A scan of all documents would recompute their marks.
SET enable_seqscan = off SET enable_memoize = off SET work_mem = '64MB' SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  g reeve.search_generation;
  p record;
  -- Up to this many documents are ranked one by one; more are walked by popularity.
  many int;
  bonus float8;
  fields text[];
  titled text;
  indexed text := 'i.tsv';
  scored text;
  visible text;
  ranked text;
  walk text;
  ask text;
  -- The score that is aimed at; and one known to be reached by too many documents.
  goal float8;
  factor float8;
  over float8;
  is_over boolean;
  -- Whether over has been looked above of.
  is_bounded boolean := FALSE;
  found record;
  kept record;
BEGIN
  SELECT * INTO STRICT g FROM reeve.search_generation s
  WHERE s.generation_id = search_top.generation_id;
  WITH plan AS MATERIALIZED (
    SELECT s.*, row_number() OVER (ORDER BY s.best DESC, s.place) AS nth
    FROM reeve.search_plan(search_top.generation_id, words) s
  ), pair AS (
    SELECT format('(i.tsv @@ ''(%s) <-> (%s)'')::int', replace(a.plain, '''', ''''''),
      replace(b.plain, '''', '''''')) AS is_near
    FROM plan a JOIN plan b ON b.place = a.place + 1 ORDER BY a.place LIMIT 7
  )
  SELECT count(*) AS n, sum(s.best) AS ideal, sum(s.df) AS df,
    (SELECT array_agg(u.b ORDER BY o.nth, u.j)
      FROM plan o CROSS JOIN LATERAL unnest(o.bounds) WITH ORDINALITY u(b, j)) AS bounds,
    (SELECT array_agg(u.a ORDER BY o.nth, u.j)
      FROM plan o CROSS JOIN LATERAL unnest(o.asks) WITH ORDINALITY u(a, j)) AS asks,
    array_agg(cardinality(s.asks) ORDER BY s.nth) AS sizes,
    array_agg((SELECT sum(o.bounds[1]) FROM plan o WHERE o.nth >= s.nth) ORDER BY s.nth)
      || 0::float8 AS rest,
    string_agg('(' || s.plain || ')', ' & ') AS every,
    string_agg('(' || s.plain || ')', ' | ') AS any_of,
    -- With more words than can be bounded, the rare ones decide which documents are ranked.
    (SELECT concat_ws(' | ',
        string_agg('(' || o.plain || ')', ' | ') FILTER (WHERE o.rows <= 3000),
        string_agg('(' || o.plain || ')', ' & ') FILTER (WHERE o.nr <= 3))
      FROM (
        SELECT x.plain, sum(x.df) OVER (ORDER BY x.df, x.nth) AS rows,
          row_number() OVER (ORDER BY x.df, x.nth) AS nr FROM plan x) o) AS rare,
    string_agg(s.ranks_sql, ', ') AS ranks,
    string_agg(format('%s AS p%s', s.score_sql, s.nth), ', ') AS scores,
    string_agg('v.p' || s.nth, ' + ') AS sum,
    string_agg(format('(v.p%s > 0)::int', s.nth), ' + ') AS hits,
    coalesce((SELECT string_agg(r.is_near, ' + ') FROM pair r), '0') AS near,
    CASE WHEN count(s.lexeme) <= 4 AND count(s.lexeme) = cardinality(words)
      THEN tsvector_to_array(array_to_tsvector(array_agg(s.lexeme))) END AS title,
    (SELECT array_agg(DISTINCT l) FROM plan o CROSS JOIN unnest(o.lexemes) l) AS lexemes,
    min(s.beginning) AS beginning,
    CASE WHEN count(s.spelt) > 0 THEN (
      SELECT string_agg(coalesce(o.spelt, w.word), ' ' ORDER BY w.place)
      FROM unnest(words) WITH ORDINALITY w(word, place) LEFT JOIN plan o USING (place)) END
      AS corrected
  INTO p
  FROM plan s;
  IF p.n = 0 THEN
    RETURN;
  END IF;
  many := greatest(2000, sqrt(search_top.max::float8 * g.documents)::int);
  bonus := CASE WHEN p.n > 1 THEN 0.15 / (p.n - 1) ELSE 0 END;
  IF g.average > 0 THEN
    fields := reeve.search_marks(g.declared -> 'search');
    indexed := format('reeve.search_marked(i.tsv, %L::real, %L)', g.average, fields);
    titled := reeve.search_lexeme(chr(31) || left(md5(array_to_string(p.title, ' ')), 8));
  END IF;
  scored := format(
    'CROSS JOIN LATERAL (SELECT length(i.tsv) AS lexemes, %s OFFSET 0) r
     CROSS JOIN LATERAL (SELECT %s OFFSET 0) v
     CROSS JOIN LATERAL (SELECT (%s) * (%s) / %s * (1 + %L::float8 * (%s))%s AS score OFFSET 0) s',
    p.ranks, p.scores, p.sum, p.hits, p.n, bonus, p.near,
    CASE WHEN titled IS NULL THEN '' ELSE format(
      ' * CASE WHEN tsvector_to_array(ts_filter(i.tsv, ''{%s}'')) = %L THEN 1.5::float8 ELSE 1 END',
      fields[1], p.title) END);
  visible := format(
    '(SELECT TRUE FROM reeve.subject h WHERE h.collection_id = %s AND h.key = o.key
      AND h.hidden_until > (SELECT clock_timestamp())) IS NULL', g.collection_id);
  ranked := format(
    'WITH c AS MATERIALIZED (
       SELECT i.key, i.label, i.popularity, i.tsv FROM reeve_index.%1$I i
       WHERE %2$s @@ $1 AND (%3$s) LIMIT $2 + 1
     ), t AS (
       SELECT * FROM (
         SELECT i.key, i.label, i.popularity, s.score FROM c i %4$s
         WHERE (SELECT count(*) FROM c) <= $2
         ORDER BY s.score DESC, i.popularity DESC, i.key OFFSET 0) o
       WHERE %5$s LIMIT $3)
     SELECT (SELECT count(*) > $2 FROM c) AS is_over, count(*) AS rows, min(t.score) AS last,
       array_agg(t.key) AS keys, array_agg(t.label) AS labels,
       array_agg(t.popularity) AS popularities, array_agg(t.score) AS scores FROM t',
    g.table_name, indexed, search_top.condition, scored, visible);
  walk := format(
    'WITH w AS MATERIALIZED (
       SELECT o.* FROM (
         SELECT i.key, i.label, i.popularity, s.score FROM (
           SELECT i.key, i.label, i.popularity, i.tsv FROM reeve_index.%I i
           WHERE %s ORDER BY i.popularity DESC, i.key LIMIT 20000) i %s
         ORDER BY i.popularity DESC, i.key OFFSET 0) o
       WHERE o.score >= $1 AND %s LIMIT $2
     ), t AS (
       SELECT * FROM w UNION SELECT * FROM unnest($3, $4, $5, $6)
       ORDER BY score DESC, popularity DESC, key LIMIT $2)
     SELECT count(*) AS rows, array_agg(t.key) AS keys, array_agg(t.label) AS labels,
       array_agg(t.popularity) AS popularities, array_agg(t.score) AS scores FROM t',
    g.table_name, search_top.condition, scored, visible);
  SELECT 0::bigint AS rows, NULL::float8 AS last, NULL::text[] AS keys, NULL::text[] AS labels,
    NULL::real[] AS popularities, NULL::float8[] AS scores INTO kept;
  -- Reads only documents that can reach a score, which is lowered until there is a page of them
  -- and nothing else can come before its last one, or raised if there are too many.
  goal := CASE WHEN least(p.df, g.documents) <= many OR p.n > 6 THEN 0
    WHEN p.n = 1 THEN least(1.68 * p.ideal, 0.999 * p.rest[1])
    ELSE p.ideal END;
  factor := CASE p.n WHEN 1 THEN 2 ^ 0.25 ELSE 1.4 END;
  LOOP
    ask := CASE WHEN p.n > 6 AND least(p.df, g.documents) > many THEN p.rare
      WHEN goal = 0 THEN p.any_of
      ELSE reeve.search_reach(goal, p.bounds, p.asks, p.sizes, p.rest, bonus) END;
    is_over := ask = '';
    IF NOT is_over THEN
      EXECUTE ranked INTO found USING concat_ws(' | ', ask, titled)::tsquery, many, search_top.max;
      is_over := found.is_over;
    END IF;
    IF is_over THEN
      over := goal;
      IF NOT is_bounded AND goal > 0 THEN
        goal := goal * factor;
        CONTINUE;
      END IF;
    ELSE
      IF ask IS NOT NULL THEN
        kept := found;
      END IF;
      EXIT WHEN goal = 0 OR kept.rows >= search_top.max AND kept.last >= goal;
      is_bounded := TRUE;
      goal := CASE WHEN kept.rows >= search_top.max THEN kept.last * (1 - 1e-9)
        WHEN goal < 0.02 * p.ideal THEN 0 ELSE goal / factor END;
    END IF;
    IF over >= goal THEN
      -- Too many can reach it: among those that do, popularity decides.
      EXECUTE walk INTO found USING over, search_top.max, kept.keys, kept.labels,
        kept.popularities, kept.scores;
      IF found.rows < search_top.max THEN
        -- If few of the popular ones do, these are ranked, else all.
        EXECUTE walk INTO found USING 1e-9, 20000, kept.keys, kept.labels, kept.popularities,
          kept.scores;
        IF found.rows < search_top.max THEN
          EXECUTE ranked INTO found USING p.any_of::tsquery, 100000000, search_top.max;
        END IF;
      END IF;
      kept := found;
      EXIT;
    END IF;
  END LOOP;
  RETURN QUERY
    SELECT t.key, t.label, t.popularity, (t.score / p.ideal)::real, p.lexemes, p.beginning,
      p.corrected
    FROM unnest(kept.keys, kept.labels, kept.popularities, kept.scores)
      WITH ORDINALITY t(key, label, popularity, score, nth)
    ORDER BY t.nth LIMIT search_top.max;
END
$$;

COMMENT ON FUNCTION reeve.search_top(int, text[], text, int) IS
  'Best documents of a generation for words, of those that meet a condition over i, a document, '
  'and are not hidden now: by score, popularity and key. rank: 1 is every word once in the best '
  'field of a document of average length. NULL: beginning, corrected.';
