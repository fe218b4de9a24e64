CREATE OR REPLACE FUNCTION randevoo.legacy_place(
  place jsonb, OUT latitude double precision, OUT longitude double precision, OUT fits boolean)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
  SELECT CASE WHEN f.fits THEN v.latitude::double precision END,
    CASE WHEN f.fits THEN v.longitude::double precision END, f.fits
  FROM (SELECT coalesce(place -> 'lat', place #> '{$geo,0}'),
      coalesce(place -> 'long', place #> '{$geo,1}')) c(lat, long)
    CROSS JOIN LATERAL (SELECT
      CASE WHEN jsonb_typeof(c.lat) = 'number' THEN c.lat::numeric END,
      CASE WHEN jsonb_typeof(c.long) = 'number' THEN c.long::numeric END) v(latitude, longitude)
    CROSS JOIN LATERAL (SELECT coalesce(v.latitude BETWEEN -90 AND 90
      AND v.longitude BETWEEN -180 AND 180 AND (v.latitude, v.longitude) <> (0, 0), FALSE)) f(fits)
$body$;

COMMENT ON FUNCTION randevoo.legacy_place(jsonb) IS
'Where a business of the former app is: a map of lat and long, or a point of Firestore. fits: it is
on the earth, and not 0, 0, which stood for none; both NULL otherwise.';
