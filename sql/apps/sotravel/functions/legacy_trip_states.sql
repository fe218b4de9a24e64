CREATE OR REPLACE FUNCTION sotravel.legacy_trip_states()
RETURNS TABLE(legacy_id text, title text, place text, starts_at timestamptz, ends_at timestamptz,
  image_url text, versions bigint, trip_id bigint, wanted text, found text, imported text)
LANGUAGE sql STABLE AS $body$
  WITH version AS (
    SELECT l.id, l.title, l.place, l.starts_on::timestamp AT TIME ZONE l.zone AS starts_at,
      (l.ends_on + 1)::timestamp AT TIME ZONE l.zone AS ends_at,
      coalesce(l.image_url, l.images ->> 0) AS image_url, count(*) AS copies
    FROM sotravel.legacy_trips l GROUP BY 1, 2, 3, 4, 5, 6
  ), want AS (
    SELECT DISTINCT ON (v.id) v.*, count(*) OVER (PARTITION BY v.id) AS versions
    FROM version v
    ORDER BY v.id, v.copies DESC, v.starts_at DESC, v.title, v.place, v.ends_at, v.image_url
  )
  SELECT w.id, w.title, w.place, w.starts_at, w.ends_at, w.image_url, w.versions, t.id,
    md5(jsonb_build_array(w.title, w.place, w.image_url, extract(epoch FROM w.starts_at),
      extract(epoch FROM w.ends_at))::text),
    md5(jsonb_build_array(t.title, t.place, t.image_url, extract(epoch FROM t.starts_at),
      extract(epoch FROM t.ends_at))::text),
    t.legacy_digest
  FROM want w LEFT JOIN sotravel.trips t ON t.legacy_id = w.id
$body$;

COMMENT ON FUNCTION sotravel.legacy_trip_states() IS
'Trips that moved in, as most members were told of them, in how many versions; with digests of that,
of how they are here, and of what the import before had made of them.';
