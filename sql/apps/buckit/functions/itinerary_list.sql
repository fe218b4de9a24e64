CREATE OR REPLACE FUNCTION buckit.itinerary_list(
  author bigint, at timestamptz, before bigint DEFAULT NULL, max_rows integer DEFAULT 50)
RETURNS TABLE(
  itinerary bigint, author bigint, username text, title text, stops bigint, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at), buckit.page_require(max_rows);
  SELECT i.id, i.author_id, u.username, i.title,
    (SELECT count(*) FROM buckit.itinerary_stops s WHERE s.itinerary_id = i.id), i.created_at
  FROM buckit.itineraries i JOIN buckit.users u ON u.id = i.author_id
  WHERE (itinerary_list.author IS NULL OR i.author_id = itinerary_list.author)
    AND (itinerary_list.before IS NULL OR i.id < itinerary_list.before)
    AND (i.hidden_until > itinerary_list.at) IS NOT TRUE
    AND (u.blocked_until > itinerary_list.at) IS NOT TRUE
  ORDER BY i.id DESC LIMIT least(max_rows, 500)
$body$;

COMMENT ON FUNCTION buckit.itinerary_list(bigint, timestamptz, bigint, integer) IS
'Itineraries of author, or of all for NULL, the newest first, at most max_rows (50 by default, never
more than 500), with their authors'' usernames and how many stops each has: no hidden one, and none
of somebody blocked. before: the last itinerary of the page before, NULL for the first page.';

GRANT EXECUTE ON FUNCTION buckit.itinerary_list(bigint, timestamptz, bigint, integer)
  TO buckit_app;
