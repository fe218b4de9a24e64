CREATE OR REPLACE FUNCTION buckit.activity_listing(at timestamptz)
RETURNS SETOF buckit.activities
LANGUAGE sql STABLE AS $body$
  SELECT a.* FROM buckit.activities a
  WHERE a.deleted_at IS NULL AND (a.hidden_until > activity_listing.at) IS NOT TRUE
    AND (a.happens_at <= activity_listing.at) IS NOT TRUE
$body$;

COMMENT ON FUNCTION buckit.activity_listing(timestamptz) IS
'Activities that map, trending and search may show: no tombstone, and none whose date has passed.';
