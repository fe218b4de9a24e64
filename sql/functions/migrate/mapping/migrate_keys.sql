CREATE OR REPLACE FUNCTION reeve.migrate_keys(mapping jsonb, side text) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT array_agg(
    CASE side WHEN 'target' THEN k.name
      ELSE mapping #>> ARRAY['columns', k.name, 'from'] END ORDER BY k.place)
  FROM unnest(reeve.catalog_columns(mapping -> 'key')) WITH ORDINALITY k(name, place)
$$;

COMMENT ON FUNCTION reeve.migrate_keys(jsonb, text) IS
  'Key columns of a side (source or target), in the order of the mapping''s key.';
