CREATE OR REPLACE FUNCTION reeve.cipher_bindings(c reeve.collection, keys text[])
RETURNS TABLE(key text, field text, value text, binding text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT r.key, f.name, j.content ->> f.name, reeve.cipher_place(c, f.name, j.content)
  FROM unnest(reeve.cipher_columns(c)) f(name)
  CROSS JOIN LATERAL reeve.app_rows(c.collection_id, keys) r
  CROSS JOIN LATERAL (SELECT r.content::jsonb) j(content)
$$;

COMMENT ON FUNCTION reeve.cipher_bindings(reeve.collection, text[]) IS
  'The encrypted columns of the rows with these keys, with the location to which each text is '
  'bound. NULL: value.';
