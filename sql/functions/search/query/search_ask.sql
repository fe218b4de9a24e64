CREATE OR REPLACE FUNCTION reeve.search_ask(
  generations int[], query text, given jsonb, is_public boolean,
  OUT words text[], OUT every text[], OUT musts tsquery[], OUT conditions text[],
  OUT filters text[], OUT pins jsonb, OUT relaid text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  g record;
  has_rules boolean;
  fields text[] := '{}';
  parsed jsonb;
  clauses jsonb;
  text text;
  kept text[];
  must tsquery;
  condition text;
  hidden text[];
  listed constant tsquery := quote_literal(chr(28));
BEGIN
  filters := '{}';
  FOR g IN
    SELECT n.declared -> 'search' AS search FROM reeve.search_generation n
    WHERE n.generation_id = ANY (generations)
  LOOP
    filters := filters || reeve.search_filters(g.search);
    fields := fields || ARRAY(SELECT t.name FROM reeve.search_text_fields(g.search) t);
  END LOOP;
  filters := ARRAY(SELECT DISTINCT f FROM unnest(filters) f ORDER BY f);
  relaid := reeve.search_relaid(generations, query, is_public);
  parsed := reeve.search_parse(coalesce(relaid, query), fields || filters);
  clauses := parsed -> 'clauses' || reeve.search_given(given, filters);
  words := reeve.search_words(parsed ->> 'text');
  every := CASE parsed ->> 'every' WHEN parsed ->> 'text' THEN words
    ELSE reeve.search_words(parsed ->> 'every') END;
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
  pins := pins || reeve.search_keyed(generations, query);
  IF every <> words THEN
    every := ARRAY(
      SELECT w FROM unnest(every) WITH ORDINALITY u(w, place) WHERE w = ANY (words) ORDER BY place);
  END IF;
  musts := '{}';
  conditions := '{}';
  FOR g IN
    SELECT n.collection_id, n.declared, n.ranges
    FROM unnest(generations) WITH ORDINALITY u(generation_id, place)
    JOIN reeve.search_generation n USING (generation_id) ORDER BY u.place
  LOOP
    must := NULL;
    condition := 'TRUE';
    IF clauses <> '[]' THEN
      SELECT c.must, c.condition INTO must, condition
      FROM reeve.search_condition(g.declared, clauses, g.ranges) c;
    END IF;
    IF is_public AND g.declared #>> '{search,where}' IS NOT NULL THEN
      must := coalesce(must && listed, listed);
    END IF;
    musts := musts || must;
    IF has_rules THEN
      hidden := ARRAY(
        SELECT r.value FROM reeve.search_rule r
        WHERE r.collection_id = g.collection_id AND r.kind = 'hide' AND r.words IN ('', text));
      condition := CASE WHEN hidden <> '{}'
        THEN format('%s AND i.key <> ALL (%L::text[])', condition, hidden) ELSE condition END;
    END IF;
    conditions := conditions || condition;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.search_ask(int[], text, jsonb, boolean) IS
  'How generations are queried: the query''s words without stop words, those that are no side of '
  'an OR; of each generation the tsquery that documents must match (operators and filters; for the '
  'public also the condition of where; NULL: any) and the condition over i (ranges, hides); the '
  'fields that filter, and the pinned rows, [generation, key], first those of rules. relaid: what '
  'the query is in another keyboard layout (reeve.search_relaid). NULL: relaid.';
