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
BEGIN
  SELECT * INTO asked FROM reeve.search_ask(generations, query, filters, is_public);
  field := nullif(field, 'relevance');
  IF field IS NOT NULL AND field <> ALL (asked.filters) THEN
    RAISE EXCEPTION 'results cannot be sorted by %', left(field, 63) USING ERRCODE = 'RV001',
      HINT = 'Sort by ' || array_to_string('relevance'::text || asked.filters, ', ') || '.';
  END IF;
  is_walk := field IS NOT NULL OR asked.words = '{}';
  IF after IS NOT NULL THEN
    IF jsonb_typeof(after) <> 'object' OR (after ->> 'in') !~ '^\d{1,9}$'
      OR (after ->> 'seen') !~ '^\d{1,4}$' OR NOT after ?& '{in,key,seen}' THEN
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
  RETURN QUERY
    WITH pinned AS MATERIALIZED (
      SELECT (n.pin ->> 0)::int AS generation_id, n.pin ->> 1 AS key, n.place
      FROM jsonb_array_elements(asked.pins) WITH ORDINALITY n(pin, place)
      WHERE NOT is_walk
        AND reeve.search_has((n.pin ->> 0)::int, n.pin ->> 1, asked.conditions[
          array_position(generations, (n.pin ->> 0)::int)])
    ), found AS MATERIALIZED (
      SELECT b.*, row_number() OVER (ORDER BY b.pin, b.place) AS nth
      FROM (
        SELECT r.generation_id, r.key, r.rank, r.lexemes, r.beginning, r.corrected,
          NULL::bigint AS pin, r.place
        FROM reeve.search_best(generations, asked.words, asked.conditions, wanted)
          WITH ORDINALITY r(generation_id, key, popularity, rank, lexemes, beginning,
            corrected, place)
        WHERE NOT is_walk AND NOT EXISTS (
          SELECT FROM pinned n WHERE n.generation_id = r.generation_id AND n.key = r.key)
        UNION ALL
        SELECT n.generation_id, n.key, 1, '{}', NULL, NULL, n.place, 0 FROM pinned n
        UNION ALL
        SELECT w.generation_id, w.key, 0, w.lexemes, w.beginning, w.corrected, NULL, w.place
        FROM reeve.search_walk(generations, asked.every, asked.conditions, field,
          starts_with(sort, '-'), wanted)
          WITH ORDINALITY w(generation_id, key, popularity, value, lexemes, beginning,
            corrected, place)
        WHERE is_walk) b
    ), page AS MATERIALIZED (
      SELECT DISTINCT ON (f.nth) f.*
      FROM found f
      WHERE after IS NULL OR f.nth > coalesce((
        SELECT min(o.nth) FROM found o
        WHERE o.generation_id = (after ->> 'in')::int AND o.key = after ->> 'key'), seen - 1)
      ORDER BY f.nth
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
      reeve.script_plain(p.corrected),
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
