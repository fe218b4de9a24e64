CREATE OR REPLACE FUNCTION reeve.search_ask(
  generations int[], query text, given jsonb, sort text, pending text[], is_public boolean,
  OUT words text[], OUT every text[], OUT musts tsquery[], OUT conditions text[], OUT field text,
  OUT pins jsonb, OUT relaid text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g record;
  has_rules boolean;
  filters text[] := '{}';
  fields text[] := '{}';
  parsed jsonb;
  clauses jsonb := '[]';
  text text;
  kept text[];
  hidden text[];
BEGIN
  relaid := reeve.search_relaid(generations, query, is_public, pending);
  query := coalesce(relaid, query);
  field := nullif(nullif(ltrim(sort, '-'), ''), 'relevance');
  IF field IS NULL AND coalesce(given, '{}') = '{}'
    AND query !~ E'["“”„«»″:]|(?:^|\\s)(?:-|OR(?:\\s|$))'
  THEN
    words := reeve.search_words(query);
    every := words;
  ELSE
    FOR g IN
      SELECT n.declared -> 'search' AS search FROM reeve.search_generation n
      WHERE n.generation_id = ANY (generations)
    LOOP
      filters := filters || reeve.search_filters(g.search);
      fields := fields || ARRAY(SELECT t.name FROM reeve.search_text_fields(g.search) t);
    END LOOP;
    filters := ARRAY(SELECT DISTINCT f FROM unnest(filters) f ORDER BY f);
    IF field IS NOT NULL AND field <> ALL (filters) THEN
      RAISE EXCEPTION 'results cannot be sorted by %', left(field, 63) USING ERRCODE = 'RV001',
        HINT = 'Sort by ' || array_to_string('relevance'::text || filters, ', ') || '.';
    END IF;
    parsed := reeve.search_parse(query, fields || filters);
    clauses := parsed -> 'clauses' || reeve.search_given(given, filters);
    words := reeve.search_words(parsed ->> 'text');
    every := CASE parsed ->> 'every' WHEN parsed ->> 'text' THEN words
      ELSE reeve.search_words(parsed ->> 'every') END;
  END IF;
  text := array_to_string(words, ' ');
  pins := '[]';
  has_rules := EXISTS (
    SELECT FROM reeve.search_rule r JOIN reeve.search_generation n USING (collection_id)
    WHERE n.generation_id = ANY (generations));
  IF has_rules THEN
    kept := ARRAY(
      SELECT w FROM unnest(words) WITH ORDINALITY u(w, place)
      WHERE NOT EXISTS (
        SELECT FROM reeve.search_rule r JOIN reeve.search_generation n USING (collection_id)
        WHERE n.generation_id = ANY (generations) AND r.kind = 'stop' AND r.words = w)
      ORDER BY place);
    IF kept <> '{}' THEN
      words := kept;
    END IF;
    SELECT coalesce(jsonb_agg(jsonb_build_array(n.generation_id, r.value) ORDER BY r.rule_id), '[]')
    INTO pins
    FROM reeve.search_rule r
    JOIN reeve.search_generation n USING (collection_id)
    WHERE n.generation_id = ANY (generations) AND r.kind = 'pin' AND r.words = text AND text <> '';
  END IF;
  pins := pins || reeve.search_keyed(generations, query, is_public);
  IF every <> words THEN
    every := ARRAY(
      SELECT w FROM unnest(every) WITH ORDINALITY u(w, place) WHERE w = ANY (words) ORDER BY place);
  END IF;
  FOR i IN 1 .. cardinality(generations) LOOP
    musts[i] := NULL;
    conditions[i] := 'TRUE';
    CONTINUE WHEN clauses = '[]' AND NOT has_rules;
    SELECT n.collection_id, c.* INTO g
    FROM reeve.search_generation n
    CROSS JOIN LATERAL reeve.search_condition(n.declared, clauses, n.ranges) c
    WHERE n.generation_id = generations[i];
    musts[i] := g.must;
    conditions[i] := g.condition;
    hidden := ARRAY(
      SELECT r.value FROM reeve.search_rule r
      WHERE r.collection_id = g.collection_id AND r.kind = 'hide' AND r.words IN ('', text));
    IF hidden <> '{}' THEN
      conditions[i] := format('%s AND i.key <> ALL (%L::text[])', conditions[i], hidden);
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_ask(int[], text, jsonb, text, text[], boolean) IS
  'How generations are queried: the query''s words without stop words, those that are no side of '
  'an OR; of each generation the tsquery that documents must match (operators and filters; '
  'NULL: any) and the condition over i (ranges, hides); the filter to '
  'sort by (NULL: by relevance), and the pinned rows, [generation, key], first those of rules. '
  'relaid: what the query is in another keyboard layout (reeve.search_relaid; NULL: relaid). RV001 '
  'for what is no filter.';
