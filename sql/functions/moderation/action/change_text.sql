CREATE OR REPLACE FUNCTION reeve.change_text(personal text[], before jsonb, after jsonb)
RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT string_agg(CASE WHEN d.name = ANY (personal) THEN d.name
    ELSE format('%s: %s → %s', d.name, v.was, v.becomes) END, ', ' ORDER BY d.name)
  FROM (SELECT jsonb_object_keys(before) UNION SELECT jsonb_object_keys(after)) d(name)
  CROSS JOIN LATERAL (
    SELECT min(t.text) FILTER (WHERE t.n = 1) AS was, min(t.text) FILTER (WHERE t.n = 2) AS becomes
    FROM (
      SELECT s.n, CASE s.value WHEN 'infinity' THEN 'no end' ELSE coalesce(regexp_replace(s.value,
        E'^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d):\\d\\d(\\.\\d+)?\\+00:00$',
        E'\\1 \\2 UTC'), '–') END AS text
      FROM (VALUES (1, before ->> d.name), (2, after ->> d.name)) s(n, value)) t) v
  WHERE before -> d.name IS DISTINCT FROM after -> d.name
$$;

COMMENT ON FUNCTION reeve.change_text(text[], jsonb, jsonb) IS
  'Returns the changes between two versions of some columns, for people: state: open → held. Of a '
  'personal column only the name is given.';
