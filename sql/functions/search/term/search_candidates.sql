CREATE OR REPLACE FUNCTION reeve.search_candidates(words text[], with_forms boolean)
RETURNS TABLE(place int, span int, kind text, one text, other text, weight float8)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, reeve, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH q AS (SELECT w.word, w.place::int FROM unnest(words) WITH ORDINALITY w(word, place)
    WHERE w.word IS NOT NULL)
  SELECT q.place, 1, 'exact', q.word, NULL::text, 1::float8 FROM q
  UNION ALL
  SELECT q.place, 2, 'joined', q.word || n.word, NULL, 0.95
  FROM q JOIN q n ON n.place = q.place + 1
  WHERE char_length(q.word) + char_length(n.word) BETWEEN 3 AND 40
    AND NOT reeve.word_is_pair(q.word) AND NOT reeve.word_is_pair(n.word)
  UNION ALL
  SELECT q.place, 1, 'split', left(q.word, n), substr(q.word, n + 1), 0.9
  FROM q CROSS JOIN generate_series(1, least(char_length(q.word), 40) - 1) n
  WHERE char_length(q.word) BETWEEN 3 AND 40 AND NOT reeve.word_is_pair(q.word)
  UNION ALL
  -- The parts of a code, as one word and as two, or what has other signs
  SELECT q.place, 1, c.kind, c.one, c.other, c.weight
  FROM q CROSS JOIN LATERAL (SELECT reeve.word_parts(q.word) AS parts) p
  CROSS JOIN LATERAL (VALUES
    ('split', p.parts[1], p.parts[2], 0.9), ('part', p.parts[1], NULL, 0.6),
    ('form', array_to_string(p.parts, ''), NULL,
      CASE cardinality(p.parts) WHEN 1 THEN 0.4 ELSE 0.95 END)) c(kind, one, other, weight)
  WHERE p.parts IS NOT NULL AND CASE WHEN c.kind <> 'form' THEN cardinality(p.parts) > 1
      AND (c.kind = 'split' OR char_length(p.parts[1]) > 2)
    ELSE (p.parts[1] ~ '[0-9]$' AND p.parts[2] ~ '^[0-9]') IS NOT TRUE END
  UNION ALL
  -- The ends and beginnings of a compound word
  SELECT q.place, 1, 'part', right(q.word, n), NULL, 0.5
  FROM q CROSS JOIN generate_series(4, least(char_length(q.word), 40) - 1) n
  WHERE NOT reeve.word_is_pair(q.word)
  UNION ALL
  SELECT q.place, 1, 'part', left(q.word, n), NULL, 0.3
  FROM q CROSS JOIN generate_series(5, least(char_length(q.word), 40) - 1) n
  WHERE NOT reeve.word_is_pair(q.word)
  UNION ALL
  SELECT q.place, 1, 'form', f.form, NULL, max(f.weight)
  FROM q CROSS JOIN LATERAL reeve.word_forms(q.word) f
  WHERE with_forms GROUP BY q.place, f.form;
END
$$;

COMMENT ON FUNCTION reeve.search_candidates(text[], boolean) IS
  'What the words of a query may match if a dictionary has it: as they are, two joined, in '
  'another form, their beginnings or ends, or one split in two, if it has both.';
