CREATE OR REPLACE FUNCTION reeve.search_top(
  generation_id int, words text[], condition text, max int, is_public boolean DEFAULT FALSE)
RETURNS TABLE(key text, popularity real, rank real, lexemes text[], beginning text, corrected text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
-- A scan of all documents would make their marks again.
SET enable_seqscan = off SET enable_memoize = off SET work_mem = '64MB' SET jit = off
SET max_parallel_workers_per_gather = 0 SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  documents bigint := (SELECT g.documents FROM reeve.search_generation g
    WHERE g.generation_id = search_top.generation_id);
  -- How they are ranked
  r record;
  df bigint;
  -- So many are ranked, where a word finds no more; of a small collection all are.
  many int;
  w record;
  mask bigint;
  -- So many are expected, and read, in a round
  target float8 := 150;
  dear float8 := 6000;
  picked int[];
  asked text;
  latest text;
  -- The least that a document counts which was not asked for, of one word
  over float8;
  found record;
  kept record;
  more record;
  is_whole boolean := FALSE;
BEGIN
  SELECT * INTO r FROM reeve.search_ranking(search_top.generation_id, words, condition,
    is_public);
  IF r.n = 0 THEN
    RETURN;
  END IF;
  df := least((SELECT sum(d) FROM unnest(r.dfs) d), documents);
  many := greatest(1200, 3 * search_top.max,
    CASE WHEN documents * r.n <= 8000 THEN documents ELSE 0 END);
  SELECT FALSE AS is_over, 0::bigint AS rows, NULL::text[] AS keys, NULL::real[] AS popularities,
    NULL::float8[] AS scores INTO kept;
  more := kept;
  IF df <= many OR r.n > 6 THEN
    -- All documents that have one of the words; of more words than can be combined the rare ones
    -- say which documents are ranked.
    SELECT CASE WHEN df <= many THEN string_agg(o.plain, ' | ')
      ELSE concat_ws(' | ', string_agg(o.plain, ' | ') FILTER (WHERE o.rows <= many),
        '(' || string_agg(o.plain, ' & ') FILTER (WHERE o.nr <= 3) || ')') END
    INTO asked
    FROM (
      SELECT u.plain, sum(u.df) OVER (ORDER BY u.df, u.nth) AS rows,
        row_number() OVER (ORDER BY u.df, u.nth) AS nr
      FROM unnest(r.plains, r.dfs) WITH ORDINALITY u(plain, df, nth)) o;
    EXECUTE format(r.ranked, asked) INTO kept USING many, many, search_top.max;
    is_whole := df <= many AND NOT kept.is_over;
  ELSIF r.n = 1 AND r.lexemes = '{}' AND df > documents / 50 THEN
    -- A common beginning: no document counts more than another, but by its field.
    over := 0.999 * r.ideal;
  ELSE
    SELECT array_agg(y.promise) AS promises, array_agg(y.code) AS codes, array_agg(y.ask) AS asks,
      array_agg(y.rows) AS rows, array_agg(y.cost) AS costs
    INTO w
    FROM reeve.search_ways(r.asks, r.floors, r.expected, r.sizes[:4], documents) y;
    mask := (SELECT sum(8::bigint << 4 * (p - 1)) FROM generate_series(1, least(r.n, 4)) p);
    -- Those are looked at that promise most, until there is a page of them.
    WHILE kept.rows < search_top.max AND target <= 12000 LOOP
      picked := reeve.search_pick(w.codes, w.rows, w.costs, mask, target, dear,
        greatest(target, 2 * many));
      -- What so many have is found soon among the most popular.
      EXIT WHEN r.n = 1 AND target > 2000
        AND w.rows[picked[1]] > 2 * search_top.max * documents / 10000::float8;
      -- What too many have is the next less strict.
      over := w.promises[1 + coalesce((SELECT max(p) FROM unnest(picked) p), 0)];
      -- One tsquery of all reads each word's list once. An empty ask is one of all documents,
      -- which are too many.
      asked := (SELECT string_agg('(' || a || ')', ' | ')
        FROM unnest(ARRAY(SELECT w.asks[p] FROM unnest(picked) p) || r.titled) a WHERE a <> '');
      IF asked IS DISTINCT FROM latest THEN
        EXECUTE format(r.ranked, asked) INTO found USING 12000, many, search_top.max;
        EXIT WHEN found.is_over;
        latest := asked;
        -- What promises most is kept, whether popular or not.
        kept.rows := greatest(kept.rows, found.rows);
        kept.keys := kept.keys || found.keys;
        kept.popularities := kept.popularities || found.popularities;
        kept.scores := kept.scores || found.scores;
      END IF;
      target := 4.8 * target;
      dear := 2 * dear;
    END LOOP;
  END IF;
  IF kept.rows < search_top.max AND NOT is_whole THEN
    -- Too many count the same: what is found among the most popular documents.
    IF r.n = 1 AND over IS NOT NULL AND df * 10000 > many * documents THEN
      EXECUTE r.walk INTO more USING over, search_top.max, many;
    END IF;
    IF more.rows < search_top.max THEN
      EXECUTE r.walk INTO found USING 1e-9, many, many;
      IF found.rows > more.rows THEN
        more := found;
      END IF;
    END IF;
    IF greatest(kept.rows, more.rows) < search_top.max
      AND (df <= 40000 OR condition <> 'TRUE')
    THEN
      EXECUTE format(r.ranked, array_to_string(r.plains, ' | ')) INTO found
      USING 20000, 20000, search_top.max;
      IF NOT found.is_over THEN
        more := found;
      END IF;
    END IF;
  END IF;
  RETURN QUERY
    SELECT t.key, t.popularity, (t.score / r.ideal)::real, r.lexemes, r.beginning, r.corrected
    FROM (
      SELECT DISTINCT ON (u.key) u.* FROM (
        SELECT * FROM unnest(kept.keys, kept.popularities, kept.scores)
        UNION ALL
        SELECT * FROM unnest(more.keys, more.popularities, more.scores)
      ) u(key, popularity, score) ORDER BY u.key) t
    ORDER BY t.score DESC, t.popularity DESC, t.key LIMIT search_top.max;
END
$$;

COMMENT ON FUNCTION reeve.search_top(int, text[], text, int, boolean) IS
  'Best documents of a generation for words, of those that meet a condition over i, a document, '
  'and are not hidden now: by score, popularity and key. rank: 1 is every word once in the best '
  'field of a document of average length. Stop words count only beside others, and in the best '
  'field. Where very many can be the best, so many as time allows are looked at, those that '
  'promise most first. NULL: beginning, corrected.';
