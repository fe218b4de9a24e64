CREATE OR REPLACE FUNCTION reeve.catalog_near(manifest jsonb, collection text, body jsonb)
RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('%I.%I', coalesce(body ->> 'schema',
    manifest #>> ARRAY['collections', collection, 'schema'], manifest ->> 'schema'),
    body ->> 'table')
$$;

COMMENT ON FUNCTION reeve.catalog_near(jsonb, text, jsonb) IS
  'Quoted schema and table of a further table that a collection names, body: in the schema given '
  'there, else in the collection''s.';
