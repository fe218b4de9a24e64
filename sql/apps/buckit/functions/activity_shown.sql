CREATE OR REPLACE FUNCTION buckit.activity_shown(at timestamptz)
RETURNS SETOF buckit.activities
LANGUAGE sql STABLE AS $body$
  SELECT a.* FROM buckit.activities a
  WHERE a.deleted_at IS NULL AND (a.hidden_until > activity_shown.at) IS NOT TRUE
    AND (a.happens_at <= activity_shown.at) IS NOT TRUE
$body$;

COMMENT ON FUNCTION buckit.activity_shown(timestamptz) IS
'Activities that listing, map, trending and search may show: no tombstone, and none whose date has
passed.';
