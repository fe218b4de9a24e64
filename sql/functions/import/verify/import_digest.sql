CREATE OR REPLACE FUNCTION reeve.import_digest(mapping jsonb, alias text DEFAULT 't')
RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('md5(ROW(%s)::text)::uuid', string_agg(alias || '.' || quote_ident(k.name), ', '
    ORDER BY k.place))
  FROM unnest(reeve.catalog_columns(mapping -> 'key')) WITH ORDINALITY k(name, place)
$$;

COMMENT ON FUNCTION reeve.import_digest(jsonb, text) IS
  'The expression of the digest of a mapping''s key, over a row of its table, t or alias.';
