CREATE OR REPLACE FUNCTION reeve.catalog_identifiers(identifiers jsonb)
RETURNS TABLE(kind text, is_verified boolean, path text, expression text)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT i.key, p.is_verified,
    concat_ws('/', i.key, p.name,
      CASE jsonb_typeof(p.list) WHEN 'array' THEN (e.place - 1)::text END),
    e.expression
  FROM jsonb_each(coalesce(identifiers, '{}')) i
  CROSS JOIN LATERAL (VALUES
    (NULL, FALSE, CASE WHEN jsonb_typeof(i.value) <> 'object' THEN i.value END),
    ('value', FALSE, i.value -> 'value'),
    ('verified', TRUE, i.value -> 'verified')) p(name, is_verified, list)
  CROSS JOIN LATERAL unnest(reeve.catalog_columns(p.list)) WITH ORDINALITY e(expression, place)
$$;

COMMENT ON FUNCTION reeve.catalog_identifiers(jsonb) IS
  'The expressions of `identifiers:` of a collection: their kind, whether what they give is '
  'verified, and where below `identifiers` they stand.';
