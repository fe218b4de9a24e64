CREATE OR REPLACE FUNCTION findspot.photo_list(
  place bigint, at timestamptz, OUT photos text[], OUT numbers smallint[])
LANGUAGE sql STABLE AS $body$
  SELECT coalesce(array_agg(o.path ORDER BY o.number), '{}'),
    coalesce(array_agg(o.number ORDER BY o.number), '{}')
  FROM findspot.photos o
  WHERE o.place_id = photo_list.place AND o.path IS NOT NULL
    AND (o.hidden_until > photo_list.at) IS NOT TRUE
$body$;

COMMENT ON FUNCTION findspot.photo_list(bigint, timestamptz) IS
'The photos of a place that are shown, and the number of each.';
