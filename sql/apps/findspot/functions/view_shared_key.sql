CREATE OR REPLACE FUNCTION findspot.view_shared_key(key text)
RETURNS TABLE(id bigint, name text, city text, latitude numeric, longitude numeric, fits boolean)
LANGUAGE sql STABLE
AS $$
  SELECT o.id, o.name, o.city, o.latitude, o.longitude,
    findspot.legacy_key_fits(o.legacy_key, o.latitude)
  FROM findspot.places p
  JOIN findspot.places o ON o.legacy_key = p.legacy_key
  WHERE p.id = key::bigint
  ORDER BY o.id
$$;

COMMENT ON FUNCTION findspot.view_shared_key(text) IS
'Places that had the same key as this one, itself among them, and whether the key fits them.';
