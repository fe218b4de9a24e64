CREATE OR REPLACE FUNCTION reeve.cipher_columns(c reeve.collection) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT reeve.catalog_columns(
    a.manifest #> ARRAY['collections', c.name, 'encrypted', 'columns'])
  FROM reeve.app a WHERE a.app = c.app
$$;

COMMENT ON FUNCTION reeve.cipher_columns(reeve.collection) IS
  'The columns of a collection whose texts are encrypted before they are stored.';
