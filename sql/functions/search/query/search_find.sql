CREATE OR REPLACE FUNCTION reeve.search_find(
  q reeve.search_query, max int, after jsonb, skip bytea DEFAULT '')
RETURNS TABLE(
  generation_id int, key text, label text, rank real, marked text[], snippet text[],
  corrected text, place jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
-- Else its statements are planned for each query, which takes longer than they do.
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  found reeve.search_hit[];
  is_end boolean;
  seen int := 0;
  wanted int;
  -- Where rows have changed since the index read them: those that were looked at, and those of them
  -- that are not to be seen.
  looked reeve.search_hit[] := '{}';
  unseen reeve.search_hit[] := '{}';
  fresh reeve.search_hit[];
  -- Of the page: the number of the hit that was looked at last, and how many rows it has.
  nth int;
  part int;
  rows int := 0;
  more int;
  -- A longer list may have rows that were looked at already at other positions.
  given text[] := '{}';
BEGIN
  IF skip <> '' THEN
    -- As a CASE, or the planner takes it that each mark leaves out more rows, and so all of them.
    q.conditions := ARRAY(
      SELECT format('(%s) AND CASE WHEN reeve.search_row_mark(i.key, %s) <> ALL (%L::bigint[])
        THEN TRUE END', u.condition, g.collection_id, ARRAY(
          SELECT ('x' || encode(substr(skip, n, 5), 'hex'))::bit(40)::bigint
          FROM generate_series(1, length(skip), 5) n))
      FROM unnest(q.generations, q.conditions) WITH ORDINALITY u(generation_id, condition, place)
      JOIN reeve.search_generation g USING (generation_id)
      ORDER BY u.place);
  END IF;
  IF after IS NOT NULL THEN
    IF jsonb_typeof(after) <> 'object' OR (after ->> 'in') !~ E'^\\d{1,9}$'
      OR (after ->> 'seen') !~ E'^\\d{1,4}$' OR NOT after ?& '{in,key,seen}' THEN
      RAISE EXCEPTION 'after is the place of a result' USING ERRCODE = 'RV001';
    END IF;
    seen := (after ->> 'seen')::int;
  END IF;
  IF max NOT BETWEEN 1 AND 1000 OR seen > 2000 THEN
    RAISE EXCEPTION 'a page has 1 to 1000 results, and pages end after 2000'
      USING ERRCODE = 'RV001', HINT = 'Ask for something narrower.';
  END IF;
  -- A few more, for rows that are gone or were hidden a moment ago.
  wanted := seen + max + 10;
  FOR round IN 1 .. 8 LOOP
    found := ARRAY(SELECT f FROM reeve.search_found(q, wanted) f);
    is_end := cardinality(found) < wanted;
    IF q.pending IS NOT NULL THEN
      -- A row that may not be seen takes no position, has no number and cannot be where a page
      -- begins.
      fresh := ARRAY(
        SELECT f FROM unnest(found) f WHERE (f.generation_id, f.key) NOT IN (
          SELECT l.generation_id, l.key FROM unnest(looked) l));
      looked := looked || fresh;
      unseen := unseen || ARRAY(SELECT u FROM reeve.search_unseen(q, fresh) u);
      found := ARRAY(
        SELECT f FROM unnest(found) f WHERE (f.generation_id, f.key) NOT IN (
          SELECT u.generation_id, u.key FROM unnest(unseen) u));
      IF cardinality(found) < seen + max AND NOT is_end THEN
        wanted := 2 * wanted;
        CONTINUE;
      END IF;
    END IF;
    IF nth IS NULL THEN
      nth := CASE WHEN after IS NULL THEN 0 ELSE coalesce((
        SELECT min(o.nth) FROM unnest(found) WITH ORDINALITY o(generation_id, key, rank, is_pinned,
          nth)
        WHERE o.generation_id = (after ->> 'in')::int AND o.key = after ->> 'key'), seen - 1) END;
    END IF;
    WHILE rows < max AND nth < cardinality(found) LOOP
      part := least(nth + max - rows, cardinality(found));
      RETURN QUERY
        SELECT p.generation_id, p.key, l.label, round(p.rank::numeric, 4)::real,
          reeve.search_mark(l.label, l.pattern, l.lexemes, l.beginning), (
            SELECT reeve.search_snippet(m.parts)
            FROM unnest(l.texts) t(body)
            CROSS JOIN LATERAL (
              SELECT reeve.search_mark(t.body, l.pattern, l.lexemes, l.beginning) AS parts
              OFFSET 0) m
            WHERE cardinality(m.parts) > 1 LIMIT 1),
          coalesce(l.corrected, q.relaid),
          jsonb_build_object('in', p.generation_id, 'key', p.key, 'seen', nth + p.place)
        FROM unnest(found[nth + 1 : part]) WITH ORDINALITY p(generation_id, key, rank, is_pinned,
          place)
        JOIN (
          SELECT k.generation_id, a.*, s.pattern, s.lexemes, s.beginning, s.corrected
          FROM (
            SELECT o.generation_id, array_agg(o.key) AS keys
            FROM unnest(found[nth + 1 : part]) o GROUP BY o.generation_id) k
          JOIN reeve.search_generation g ON g.generation_id = k.generation_id
          CROSS JOIN LATERAL array_position(q.generations, k.generation_id) at
          LEFT JOIN LATERAL unnest(q.scorings[at:at]) s ON TRUE
          CROSS JOIN LATERAL reeve.app_page(g.collection_id, k.keys) a
          WHERE a.is_shown OR NOT q.is_public OFFSET 0) l
          ON l.generation_id = p.generation_id AND l.key = p.key
        WHERE concat_ws(' ', p.generation_id, p.key) <> ALL (given)
        ORDER BY p.place;
      GET DIAGNOSTICS more = ROW_COUNT;
      rows := rows + more;
      nth := part;
    END LOOP;
    EXIT WHEN rows = max OR is_end;
    given := ARRAY(SELECT concat_ws(' ', o.generation_id, o.key) FROM unnest(found[:nth]) o);
    wanted := 2 * wanted;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_find(reeve.search_query, int, jsonb, bytea) IS
  'A page of the documents that a query finds, pins first, then by score or sorted by a filter, '
  'after the position of an earlier result, and without the rows whose marks '
  '(reeve.search_row_mark) are skipped, five bytes each. Deleted rows are left out, for the public '
  'also rows that not everybody may see.';
