CREATE OR REPLACE FUNCTION randevoo.branch_list(store bigint, at timestamptz)
RETURNS TABLE (
  branch bigint, name text, city text, district text, latitude double precision,
  longitude double precision, time_zone text, is_head boolean)
LANGUAGE sql STABLE AS $body$
  SELECT l.id, l.name, l.city, l.district, l.latitude, l.longitude, l.time_zone, l.head_id IS NULL
  FROM randevoo.store_listing(branch_list.at) l
    JOIN randevoo.stores s ON coalesce(l.head_id, l.id) = coalesce(s.head_id, s.id)
  WHERE s.id = branch_list.store AND randevoo.at_require(branch_list.at)
  ORDER BY l.head_id IS NOT NULL, l.name, l.id
$body$;

COMMENT ON FUNCTION randevoo.branch_list(bigint, timestamptz) IS
'A store and its branches that customers see, the head first (is_head), then by name; the same rows
for the head and for each branch. district, latitude and longitude may be NULL; degrees.';

GRANT EXECUTE ON FUNCTION randevoo.branch_list(bigint, timestamptz) TO randevoo_app;
