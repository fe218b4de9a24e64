CREATE OR REPLACE FUNCTION buckit.itinerary_view(itinerary bigint, at timestamptz)
RETURNS TABLE(
  stop smallint, activity bigint, title text, photo_url text, place text,
  latitude double precision, longitude double precision, happens_at timestamptz,
  is_removed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at);
  SELECT s.position, a.id, CASE WHEN r.is_removed THEN 'removed' ELSE a.title END,
    CASE WHEN NOT r.is_removed THEN a.photo_url END, CASE WHEN NOT r.is_removed THEN a.place END,
    CASE WHEN NOT r.is_removed THEN a.latitude END,
    CASE WHEN NOT r.is_removed THEN a.longitude END, a.happens_at, r.is_removed
  FROM buckit.itineraries i
    JOIN buckit.users u ON u.id = i.author_id
    JOIN buckit.itinerary_stops s ON s.itinerary_id = i.id
    JOIN buckit.activities a ON a.id = s.activity_id
    CROSS JOIN LATERAL (
      SELECT a.deleted_at IS NOT NULL OR (a.hidden_until > at) IS TRUE AS is_removed) r
  WHERE i.id = itinerary AND (i.hidden_until > at) IS NOT TRUE
    AND (u.blocked_until > at) IS NOT TRUE
  ORDER BY s.position
$body$;

COMMENT ON FUNCTION buckit.itinerary_view(bigint, timestamptz) IS
'The activities of an itinerary in order, stop counting from 1: a tombstone in the place of one that
was banned or deleted, past ones as they are. A tombstone has the title ''removed'', is_removed, and
NULL for the rest but stop, activity and happens_at. No row for an itinerary that is hidden, empty,
not there, or of somebody blocked.';

GRANT EXECUTE ON FUNCTION buckit.itinerary_view(bigint, timestamptz) TO buckit_app;
