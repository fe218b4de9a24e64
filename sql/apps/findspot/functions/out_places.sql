CREATE OR REPLACE FUNCTION findspot.out_places() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp
AS $body$
  SELECT ARRAY['places', k.key], jsonb_strip_nulls(jsonb_build_object('name', p.name,
    'description', p.description, 'city', p.city,
    'coordinates', trim_scale(p.latitude) || ',' || trim_scale(p.longitude),
    'photos', (
      SELECT jsonb_object_agg(f.number - 1, coalesce((
        SELECT min(l.url) FROM findspot.legacy_photos l
        WHERE l.legacy_path = p.legacy_path AND findspot.photo_object(l.url) = f.path),
        'gs://findspot/' || f.path))
      FROM findspot.photos f WHERE f.place_id = p.id AND f.path IS NOT NULL)))
  FROM findspot.places p
    CROSS JOIN LATERAL (SELECT translate(regexp_replace(p.legacy_path, '^places/', ''), '/', '-'))
      k(key)
  WHERE p.state <> 'lost'
$body$;

COMMENT ON FUNCTION findspot.out_places() IS
'For reeve move --out: places, under the key that each had; whose other place had taken it, or who
never had one, under one of its own. A lost place is only in the favourites that are its trace.';
