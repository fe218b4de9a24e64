CREATE OR REPLACE FUNCTION reeve.search_ask(
  generations int[], query text, given jsonb, sort text, is_public boolean,
  is_scored boolean DEFAULT TRUE, is_followed boolean DEFAULT FALSE)
RETURNS reeve.search_query
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  q reeve.search_query;
  g record;
  s reeve.search_scoring;
  has_rules boolean;
  filters text[] := '{}';
  fields text[] := '{}';
  parsed jsonb;
  clauses jsonb := '[]';
  words text[];
  every text[];
  text text;
  kept text[];
  hidden text[];
BEGIN
  q.generations := generations;
  q.is_public := is_public;
  IF is_public AND NOT is_followed THEN
    q.pending := reeve.search_pending_keys(generations);
  END IF;
  q.relaid := reeve.search_relaid(generations, query, is_public, q.pending);
  query := coalesce(q.relaid, query);
  q.field := nullif(nullif(ltrim(sort, '-'), ''), 'relevance');
  q.is_descending := starts_with(sort, '-');
  IF q.field IS NULL AND coalesce(given, '{}') = '{}'
    AND query !~ E'["”“„«»″:]|(?:^|\\s)(?:-|OR(?:\\s|$))'
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
    IF q.field IS NOT NULL AND q.field <> ALL (filters) THEN
      RAISE EXCEPTION 'results cannot be sorted by %', left(q.field, 63) USING ERRCODE = 'RV001',
        HINT = 'Sort by ' || array_to_string('relevance'::text || filters, ', ') || '.';
    END IF;
    parsed := reeve.search_parse(query, fields || filters);
    clauses := parsed -> 'clauses' || reeve.search_given(given, filters);
    words := reeve.search_words(parsed ->> 'text');
    every := CASE parsed ->> 'every' WHEN parsed ->> 'text' THEN words
      ELSE reeve.search_words(parsed ->> 'every') END;
  END IF;
  text := array_to_string(words, ' ');
  q.pins := '[]';
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
    INTO q.pins
    FROM reeve.search_rule r
    JOIN reeve.search_generation n USING (collection_id)
    WHERE n.generation_id = ANY (generations) AND r.kind = 'pin' AND r.words = text AND text <> '';
  END IF;
  q.pins := q.pins || reeve.search_keyed(generations, query, is_public);
  IF every <> words THEN
    every := ARRAY(
      SELECT w FROM unnest(every) WITH ORDINALITY u(w, place) WHERE w = ANY (words) ORDER BY place);
  END IF;
  q.words := words;
  q.every := every;
  FOR i IN 1 .. cardinality(generations) LOOP
    q.musts[i] := NULL;
    q.conditions[i] := 'TRUE';
    IF is_scored AND words <> '{}' THEN
      EXECUTE format('SELECT * FROM reeve_index.%I($1, $2, $3, $4)',
        'search_scoring_' || generations[i])
      INTO s USING generations[i], words, is_public, q.pending;
      q.scorings[i] := s;
    END IF;
    CONTINUE WHEN clauses = '[]' AND NOT has_rules;
    SELECT n.collection_id, c.* INTO g
    FROM reeve.search_generation n
    CROSS JOIN LATERAL reeve.search_condition(n.declared, clauses, n.ranges) c
    WHERE n.generation_id = generations[i];
    q.musts[i] := g.must;
    q.conditions[i] := g.condition;
    hidden := ARRAY(
      SELECT r.value FROM reeve.search_rule r
      WHERE r.collection_id = g.collection_id AND r.kind = 'hide' AND r.words IN ('', text));
    IF hidden <> '{}' THEN
      q.conditions[i] := format('%s AND i.key <> ALL (%L::text[])', q.conditions[i], hidden);
    END IF;
  END LOOP;
  RETURN q;
END
$$;

COMMENT ON FUNCTION reeve.search_ask(int[], text, jsonb, text, boolean, boolean, boolean) IS
  'How generations are queried by a text and filters, in the order of a filter (-field: greatest '
  'first) or by relevance. is_scored: whether it is to be found by words; is_followed: whether the '
  'index is taken to have followed all changes (pending stays NULL). RV001 for a field that is no '
  'filter.';
