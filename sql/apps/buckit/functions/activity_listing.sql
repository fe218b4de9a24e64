CREATE OR REPLACE FUNCTION buckit.activity_listing(
  at timestamptz, before bigint DEFAULT NULL, max_rows integer DEFAULT 50)
RETURNS TABLE(
  activity bigint, author bigint, title text, description text, photo_url text, place text,
  latitude double precision, longitude double precision, happens_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at), buckit.page_require(max_rows);
  SELECT a.id, a.author_id, a.title, a.description, a.photo_url, a.place, a.latitude, a.longitude,
    a.happens_at
  FROM buckit.activity_shown(activity_listing.at) a
  WHERE activity_listing.before IS NULL OR a.id < activity_listing.before
  ORDER BY a.id DESC LIMIT least(max_rows, 500)
$body$;

COMMENT ON FUNCTION buckit.activity_listing(timestamptz, bigint, integer) IS
'Activities to browse, the newest first, at most max_rows (50 by default, never more than 500): no
tombstone, and none whose date has passed. before: the last activity of the page before, NULL for
the first page; a page that is not full is the last. Activities from before the move may lack photo,
place, coordinates or date, which are then NULL, or have an empty description.';

GRANT EXECUTE ON FUNCTION buckit.activity_listing(timestamptz, bigint, integer) TO buckit_app;
