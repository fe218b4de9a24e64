CREATE OR REPLACE FUNCTION buckit.activity_page(activity bigint, at timestamptz)
RETURNS TABLE(
  author bigint, title text, description text, photo_url text, place text,
  latitude double precision, longitude double precision, happens_at timestamptz,
  is_removed boolean, up bigint, down bigint, comments bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at);
  SELECT a.author_id, CASE WHEN r.is_removed THEN 'removed' ELSE a.title END,
    CASE WHEN NOT r.is_removed THEN a.description END,
    CASE WHEN NOT r.is_removed THEN a.photo_url END,
    CASE WHEN NOT r.is_removed THEN a.place END,
    CASE WHEN NOT r.is_removed THEN a.latitude END,
    CASE WHEN NOT r.is_removed THEN a.longitude END, a.happens_at, r.is_removed, v.up, v.down,
    (SELECT count(*) FROM buckit.comments c
      WHERE c.activity_id = a.id AND (c.hidden_until > at) IS NOT TRUE)
  FROM buckit.activities a
    CROSS JOIN LATERAL (
      SELECT a.deleted_at IS NOT NULL OR (a.hidden_until > at) IS TRUE AS is_removed) r
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE v.value > 0) AS up, count(*) FILTER (WHERE v.value < 0) AS down
      FROM buckit.votes v
      WHERE v.activity_id = a.id AND (v.void_until > at) IS NOT TRUE) v
  WHERE a.id = activity
$body$;

COMMENT ON FUNCTION buckit.activity_page(bigint, timestamptz) IS
'An activity with its coordinates, and the votes up and down and the comments that count: none of
those that are void or hidden. A tombstone has the title ''removed'', is_removed, and NULL for the
rest but author, happens_at and the counts. No row where there never was one, or it was deleted and
is in nobody''s lists.';

GRANT EXECUTE ON FUNCTION buckit.activity_page(bigint, timestamptz) TO buckit_app;
