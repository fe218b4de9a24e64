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
  conditions text[];
  found reeve.search_hit[];
  seen int := 0;
  wanted int;
  -- Rows that have changed since the index read them, and those of them that are not to be seen.
  pending text[];
  unseen text[] := '{}';
  fresh text[];
  -- Of the page: the number of the hit that was looked at last, and how many rows it has.
  nth int;
  part int;
  rows int := 0;
  -- A longer list may have rows of the page at other places.
  given text[] := '{}';
  r record;
  lexemes text[];
  beginning text;
  pattern text;
BEGIN
  IF is_public THEN
    pending := reeve.search_pending_keys(generations);
  END IF;
  SELECT * INTO asked
  FROM reeve.search_ask(generations, search_find.query, filters, sort, pending, is_public);
  IF after ? 'skip' THEN
    asked.conditions := reeve.search_skipped(generations, asked.conditions, after ->> 'skip');
    after := NULL;
  END IF;
  conditions := asked.conditions;
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
        conditions, asked.pins, asked.field, starts_with(sort, '-'), wanted, is_public, pending) f);
    IF pending IS NOT NULL THEN
      -- What may not be seen takes no place, has no number and is none to begin after.
      fresh := ARRAY(
        SELECT u.key FROM unnest(generations, asked.musts, asked.conditions) g(id, must, condition)
        CROSS JOIN LATERAL reeve.search_unseen(g.id, found, pending,
          reeve.search_whole(g.must, g.condition, TRUE)) u(key));
      unseen := unseen || fresh;
      conditions := ARRAY(
        SELECT format('(%s) AND i.key <> ALL (%L::text[])', c.condition, unseen)
        FROM unnest(asked.conditions) WITH ORDINALITY c(condition, place) ORDER BY c.place);
      -- Where many have changed, many more of those found may be.
      wanted := CASE fresh WHEN '{}' THEN wanted ELSE 2 * wanted END;
      CONTINUE WHEN fresh <> '{}';
    END IF;
    IF nth IS NULL THEN
      nth := CASE WHEN after IS NULL THEN 0 ELSE coalesce((
        SELECT min(o.nth) FROM unnest(found) WITH ORDINALITY o(generation_id, key, rank, lexemes,
          beginning, corrected, nth)
        WHERE o.generation_id = (after ->> 'in')::int AND o.key = after ->> 'key'), seen - 1) END;
    END IF;
    WHILE rows < max AND nth < cardinality(found) LOOP
      part := least(nth + max - rows, cardinality(found));
      FOR r IN
        SELECT p.*, l.label, l.texts
        FROM unnest(found[nth + 1 : part]) WITH ORDINALITY
          p(generation_id, key, rank, lexemes, beginning, corrected, nth)
        JOIN (
          SELECT k.generation_id, a.*
          FROM (
            SELECT o.generation_id, array_agg(o.key) AS keys
            FROM unnest(found[nth + 1 : part]) o GROUP BY o.generation_id) k
          JOIN reeve.search_generation g ON g.generation_id = k.generation_id
          CROSS JOIN LATERAL reeve.app_page(g.collection_id, k.keys) a
          WHERE a.is_shown OR NOT is_public OFFSET 0) l
          ON l.generation_id = p.generation_id AND l.key = p.key
        WHERE concat_ws(' ', p.generation_id, p.key) <> ALL (given)
        ORDER BY p.nth
      LOOP
        given := given || concat_ws(' ', r.generation_id, r.key);
        generation_id := r.generation_id;
        key := r.key;
        label := r.label;
        rank := round(r.rank::numeric, 4);
        IF ROW(r.lexemes, r.beginning) IS DISTINCT FROM ROW(lexemes, beginning) THEN
          lexemes := r.lexemes;
          beginning := r.beginning;
          pattern := reeve.search_pattern(lexemes, beginning);
        END IF;
        marked := reeve.search_mark(r.label, pattern, lexemes, beginning);
        snippet := reeve.search_snippet(r.texts, pattern, lexemes, beginning);
        corrected := coalesce(reeve.script_plain(r.corrected), asked.relaid);
        place := jsonb_build_object('in', r.generation_id, 'key', r.key, 'seen', nth + r.nth);
        rows := rows + 1;
        RETURN NEXT;
      END LOOP;
      nth := part;
    END LOOP;
    EXIT WHEN rows = max OR cardinality(found) < wanted;
    wanted := 2 * wanted;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_find(int[], text, jsonb, text, int, jsonb, boolean) IS
  'A page of the documents of some generations that a query and filters match, pins first, then '
  'by rank or in the order of a filter (-field: greatest first), after the position of an '
  'earlier result. Rows that are gone are left out, for the public also rows that not everybody '
  'may see.';
