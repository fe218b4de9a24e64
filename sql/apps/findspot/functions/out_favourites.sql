CREATE OR REPLACE FUNCTION findspot.out_favourites() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp
AS $body$
  -- Of somebody with two favourites under one key, the copy that came with the move.
  SELECT DISTINCT ON (u.uid, k.key) ARRAY['users', u.uid, 'favorites', k.key],
    CASE WHEN f.name IS NULL THEN o.document ELSE jsonb_strip_nulls(jsonb_build_object(
      'name', f.name, 'description', f.description, 'city', f.city,
      'coordinates', trim_scale(f.latitude) || ',' || trim_scale(f.longitude),
      'photos', (
        SELECT jsonb_object_agg(c.position, c.url) FROM findspot.legacy_copy_photos c
        WHERE c.user_id = f.user_id AND c.legacy_key = f.legacy_key))) END
  FROM findspot.favourites f
    JOIN findspot.users u ON u.id = f.user_id AND u.uid <> 'erased-' || u.id
    LEFT JOIN findspot.places p ON p.id = f.place_id
    LEFT JOIN findspot.out_places() o ON o.path[2]
      = translate(regexp_replace(p.legacy_path, '^places/', ''), '/', '-')
    CROSS JOIN LATERAL (SELECT CASE WHEN f.name IS NULL OR p.state = 'restored' THEN o.path[2]
      ELSE f.legacy_key END) k(key)
  WHERE k.key IS NOT NULL
  ORDER BY u.uid, k.key, f.name IS NULL
$body$;

COMMENT ON FUNCTION findspot.out_favourites() IS
'For reeve move --out: favourites, each with a copy of its place.';
