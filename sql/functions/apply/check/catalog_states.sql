CREATE OR REPLACE FUNCTION reeve.catalog_states(states jsonb, body jsonb) RETURNS SETOF text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  WITH target AS (
    SELECT (regexp_match(body #>> ARRAY['set', states ->> 'column'], E'^\\s*''([^'']*)''\\s*$'))[1]
      AS name),
  -- The states that the condition names: t.state = 'a', t.state IN ('a', 'b').
  source AS (
    SELECT DISTINCT n[1] AS name
    FROM regexp_matches(body ->> 'where', format(E'\\mt\\.(?:%1$s|"%1$s")\\s*(?:=|\\mIN\\M)\\s*'
      '(\\([^()]*\\)|''[^'']*'')',
      regexp_replace(states ->> 'column', E'(\\W)', E'\\\\\\1', 'g')), 'gi')
      m(found)
    CROSS JOIN LATERAL regexp_matches(m.found[1], '''([^'']*)''', 'g') n)
  SELECT format('%s of the collection has no state %s', states ->> 'column', quote_literal(t.name))
  FROM target t
  WHERE t.name IS NOT NULL AND NOT states -> 'transitions' ? t.name AND NOT EXISTS (
    SELECT FROM jsonb_each(states -> 'transitions') x WHERE x.value ? t.name)
  UNION ALL
  SELECT format('the states of the collection do not lead from %s to %s', quote_literal(s.name),
    quote_literal(t.name))
  FROM target t CROSS JOIN source s
  WHERE s.name <> t.name AND NOT coalesce(states #> ARRAY['transitions', s.name] ? t.name, FALSE)
    AND (states -> 'transitions' ? t.name OR EXISTS (
      SELECT FROM jsonb_each(states -> 'transitions') x WHERE x.value ? t.name))
  ORDER BY 1
$$;

COMMENT ON FUNCTION reeve.catalog_states(jsonb, jsonb) IS
  'Returns the problems of the state that an effect sets, if it is a constant: a state that does '
  'not exist, or that cannot follow those that its condition names.';
