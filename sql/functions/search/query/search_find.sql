CREATE OR REPLACE FUNCTION reeve.search_find(
  generations int[], query text, filters jsonb, sort text, max int, after jsonb,
  is_public boolean)
RETURNS TABLE(
  generation_id int, key text, label text, rank real, marked text[], snippet text[],
  corrected text, place jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp SET jit = off
-- Else its statements are planned for each query, which takes longer than they do.
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  asked record;
  field text := nullif(ltrim(coalesce(sort, ''), '-'), '');
  is_walk boolean;
  seen int := 0;
  wanted int;
  conditions text[];
  found reeve.search_hit[];
  -- The number of the hit that the page begins after
  begun bigint := 0;
  -- Keys found that not everybody may see
  unseen text[] := '{}';
  fresh text[];
BEGIN
  SELECT * INTO asked FROM reeve.search_ask(generations, query, filters, is_public);
  conditions := asked.conditions;
  field := nullif(field, 'relevance');
  IF field IS NOT NULL AND field <> ALL (asked.filters) THEN
    RAISE EXCEPTION 'results cannot be sorted by %', left(field, 63) USING ERRCODE = 'RV001',
      HINT = 'Sort by ' || array_to_string('relevance'::text || asked.filters, ', ') || '.';
  END IF;
  is_walk := field IS NOT NULL OR asked.words = '{}';
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
    found := ARRAY(
      SELECT f FROM reeve.search_found(generations, asked.words, asked.every, asked.musts,
        conditions, asked.pins, field, starts_with(sort, '-'), is_walk, wanted, is_public) f);
    EXIT WHEN NOT is_public;
    -- What may not be seen takes no place, has no number and is none to begin after.
    fresh := ARRAY(
      SELECT u.key FROM unnest(generations, asked.musts, asked.conditions) g(id, must, condition)
      CROSS JOIN LATERAL reeve.search_unseen(g.id, found,
        reeve.search_whole(g.must, g.condition)) u(key));
    EXIT WHEN fresh = '{}';
    unseen := unseen || fresh;
    conditions := ARRAY(
      SELECT format('(%s) AND i.key <> ALL (%L::text[])', c.condition, unseen)
      FROM unnest(asked.conditions) WITH ORDINALITY c(condition, place) ORDER BY c.place);
    wanted := wanted + cardinality(fresh);
  END LOOP;
  IF unseen <> '{}' THEN
    found := ARRAY(
      SELECT ROW(u.generation_id, u.key, u.rank, u.lexemes, u.beginning,
        u.corrected)::reeve.search_hit
      FROM unnest(found) WITH ORDINALITY
        u(generation_id, key, rank, lexemes, beginning, corrected, nth)
      WHERE u.key <> ALL (unseen) ORDER BY u.nth);
  END IF;
  IF after IS NOT NULL THEN
    begun := coalesce((
      SELECT min(o.nth) FROM unnest(found) WITH ORDINALITY o(generation_id, key, rank, lexemes,
        beginning, corrected, nth)
      WHERE o.generation_id = (after ->> 'in')::int AND o.key = after ->> 'key'), seen - 1);
  END IF;
  RETURN QUERY
    WITH page AS MATERIALIZED (
      SELECT f.*
      FROM unnest(found) WITH ORDINALITY
        f(generation_id, key, rank, lexemes, beginning, corrected, nth)
      WHERE f.nth > begun
    ), live AS MATERIALIZED (
      -- Materialized, or else it is read again for each row of the page.
      SELECT k.generation_id, r.*
      FROM (
        SELECT o.generation_id, array_agg(o.key) AS keys FROM page o GROUP BY o.generation_id) k
      JOIN reeve.search_generation g ON g.generation_id = k.generation_id
      CROSS JOIN LATERAL reeve.app_page(g.collection_id, k.keys) r
    )
    SELECT p.generation_id, p.key, l.label, round(p.rank::numeric, 4)::real,
      reeve.search_mark(l.label, 'simple', p.lexemes, p.beginning),
      reeve.search_snippet(l.texts, p.lexemes, p.beginning),
      coalesce(reeve.script_plain(p.corrected), asked.relaid),
      jsonb_build_object('in', p.generation_id, 'key', p.key, 'seen', p.nth)
    FROM page p
    JOIN live l ON l.generation_id = p.generation_id AND l.key = p.key
    WHERE l.is_shown OR NOT is_public
    ORDER BY p.nth LIMIT max;
END
$$;

COMMENT ON FUNCTION reeve.search_find(int[], text, jsonb, text, int, jsonb, boolean) IS
  'A page of the documents of some generations that a query and filters match, pins first, then '
  'by rank or in the order of a filter (-field: greatest first), after the position of an '
  'earlier result. Rows that are gone are left out, for the public also rows that not everybody '
  'may see.';
