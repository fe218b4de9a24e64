CREATE OR REPLACE FUNCTION reeve.catalog_check_links(manifest jsonb)
RETURNS TABLE(path text, code text, message text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT format('/collections/%s/link', c.key), 'link',
    'a link is a URL with {key} where the key goes: https://shop.example/items/{key}'
  FROM jsonb_each(manifest -> 'collections') c
  WHERE strpos(c.value ->> 'link', '{key}') = 0
    OR replace(c.value ->> 'link', '{key}', '') !~ '^[a-z][a-z0-9+.-]*://[!-z~]*$'
$$;

COMMENT ON FUNCTION reeve.catalog_check_links(jsonb) IS
  'Findings about the links of collections.';
