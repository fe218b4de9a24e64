CREATE OR REPLACE FUNCTION sotravel.legacy_event_states()
RETURNS TABLE(legacy_id text, trip_id bigint, author_id bigint, title text, details text,
  place text, starts_at timestamptz, status text, created_at timestamptz, event_id bigint,
  status_here text, wanted text, found text, imported text)
LANGUAGE sql STABLE AS $body$
  SELECT w.id, w.trip_id, w.author_id, w.title, w.details, w.place, w.starts_at, w.status,
    w.created_at, e.id, e.status,
    md5(jsonb_build_array(w.title, w.details, w.place, extract(epoch FROM w.starts_at),
      extract(epoch FROM w.starts_at + interval '2 hours'))::text),
    md5(jsonb_build_array(e.title, e.details, e.place, extract(epoch FROM e.starts_at),
      extract(epoch FROM e.ends_at))::text),
    e.legacy_digest
  FROM (
    SELECT l.id, l.trip_id, l.author_id, l.title, coalesce(l.details, '') AS details,
      CASE WHEN l.place IS NULL OR l.meeting_point IS NULL OR l.place = l.meeting_point
        THEN coalesce(l.place, l.meeting_point, '')
        ELSE format('%s (%s)', l.place, l.meeting_point) END AS place,
      (l.starts_on + coalesce(l.starts, '00:00')) AT TIME ZONE l.zone AS starts_at,
      CASE WHEN l.is_cancelled THEN 'cancelled' ELSE 'planned' END AS status, l.created_at
    FROM sotravel.legacy_events l) w
    LEFT JOIN sotravel.events e ON e.legacy_id = w.id
$body$;

COMMENT ON FUNCTION sotravel.legacy_event_states() IS
'Events that moved in, as the last export had them; with digests of that, of how they are here, and
of what the import before had made of them.';
