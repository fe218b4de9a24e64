CREATE OR REPLACE FUNCTION reeve.search_ask(
  generations int[], query text, given jsonb, is_public boolean,
  OUT words text[], OUT every text[], OUT conditions text[], OUT filters text[], OUT pins jsonb)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- Of the collections that are asked, by generation.
  collections int[] := ARRAY(
    SELECT g.collection_id FROM unnest(generations) u(id)
    JOIN reeve.search_generation g ON g.generation_id = u.id);
  fields text[];
  parsed jsonb;
  clauses jsonb;
  text text;
  kept text[];
BEGIN
  SELECT coalesce(array_agg(DISTINCT f.name) FILTER (WHERE f.is_filter), '{}'),
    coalesce(array_agg(DISTINCT f.name), '{}')
  INTO filters, fields
  FROM reeve.search_generation g
  CROSS JOIN LATERAL (
    SELECT n, TRUE FROM unnest(reeve.search_filters(g.declared -> 'search')) n
    UNION ALL
    SELECT t.name, FALSE FROM reeve.search_text_fields(g.declared -> 'search') t
  ) f(name, is_filter)
  WHERE g.generation_id = ANY (generations);
  parsed := reeve.search_parse(query, fields);
  clauses := parsed -> 'clauses' || reeve.search_given(given, filters);
  words := reeve.search_words(parsed ->> 'text');
  text := array_to_string(words, ' ');
  kept := ARRAY(
    SELECT w FROM unnest(words) WITH ORDINALITY u(w, place)
    WHERE NOT EXISTS (
      SELECT FROM reeve.search_rule r
      WHERE r.collection_id = ANY (collections) AND r.kind = 'stop' AND r.words = w)
    ORDER BY place);
  IF kept <> '{}' THEN
    words := kept;
  END IF;
  every := ARRAY(
    SELECT w FROM unnest(reeve.search_words(parsed ->> 'every')) WITH ORDINALITY u(w, place)
    WHERE w = ANY (words) ORDER BY place);
  SELECT array_agg(reeve.search_condition(g.declared, clauses)
      || CASE WHEN is_public AND g.declared #>> '{search,where}' IS NOT NULL
        THEN ' AND i.fields @> ''{"?": [true]}''' ELSE '' END
      || coalesce((
        SELECT format(' AND i.key <> ALL (%L::text[])', array_agg(r.value))
        FROM reeve.search_rule r
        WHERE r.collection_id = g.collection_id AND r.kind = 'hide' AND r.words IN ('', text)
        HAVING count(*) > 0), '')
    ORDER BY u.place)
  INTO conditions
  FROM unnest(generations) WITH ORDINALITY u(id, place)
  JOIN reeve.search_generation g ON g.generation_id = u.id;
  SELECT coalesce(jsonb_agg(jsonb_build_array(g.generation_id, r.value) ORDER BY r.rule_id), '[]')
  INTO pins
  FROM reeve.search_rule r
  JOIN reeve.search_generation g ON g.collection_id = r.collection_id
  WHERE g.generation_id = ANY (generations) AND r.kind = 'pin' AND r.words = text AND text <> '';
END
$$;

COMMENT ON FUNCTION reeve.search_ask(int[], text, jsonb, boolean) IS
  'How generations are queried: the query''s words without stop words, those that are no side of '
  'an OR, the condition over i of each generation (operators, filters, hides; for the public '
  'also the condition of where), the fields that filter, and the pinned rows, [generation, key].';
