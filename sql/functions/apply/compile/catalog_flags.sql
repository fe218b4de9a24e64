CREATE OR REPLACE FUNCTION reeve.catalog_flags(manifest jsonb)
RETURNS TABLE(name text, path text, body jsonb, collection text, kind text, spec jsonb)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT f.key, '/flags/' || f.key, f.value, f.value ->> 'collection', k.name, f.value -> k.name
  FROM jsonb_each(coalesce(manifest -> 'flags', '{}')) f
  LEFT JOIN LATERAL (
    SELECT min(k.name) AS name
    FROM unnest('{flood,price,words,banned,sql,group,alike,rule}'::text[]) k(name)
    WHERE f.value ? k.name HAVING count(*) = 1) k ON TRUE
  ORDER BY f.key
$$;

COMMENT ON FUNCTION reeve.catalog_flags(jsonb) IS
  'The flags of a manifest by name; kind is NULL if a flag has no kind, or more than one.';
