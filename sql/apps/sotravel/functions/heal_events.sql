CREATE OR REPLACE FUNCTION sotravel.heal_events() RETURNS SETOF text LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO sotravel.events AS e (legacy_id, trip_id, author_id, title, details, place,
    starts_at, ends_at, status, created_at, legacy_digest)
  SELECT s.legacy_id, s.trip_id, s.author_id, s.title, s.details, s.place, s.starts_at,
    s.starts_at + interval '2 hours', s.status, coalesce(s.created_at, now()), s.wanted
  FROM sotravel.legacy_event_states() s
  WHERE s.event_id IS NULL
    OR s.imported <> s.wanted AND s.found IN (s.imported, s.wanted)
  ORDER BY s.legacy_id::bigint
  ON CONFLICT (legacy_id) DO UPDATE SET title = excluded.title, details = excluded.details,
    place = excluded.place, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
    legacy_digest = excluded.legacy_digest;
  UPDATE sotravel.events e SET status = 'cancelled'
  FROM sotravel.legacy_events l
  WHERE l.id = e.legacy_id AND l.status = 'cancelled' AND e.status = 'planned'
    AND e.legacy_digest IS NOT NULL;
  RETURN QUERY
    SELECT format('events that changed there and here since they moved in, and stay as they are '
      'here: %s, such as event %s', count(*), min(s.event_id))
    FROM sotravel.legacy_event_states() s WHERE s.imported <> s.wanted HAVING count(*) > 0;
  RETURN QUERY
    SELECT format('events whose time of day cannot be read, and which begin with the day: %s, '
      'such as event %s', count(*), min(e.id))
    FROM sotravel.legacy_events l JOIN sotravel.events e ON e.legacy_id = l.id
    WHERE l.starts IS NULL HAVING count(*) > 0;
END
$body$;

COMMENT ON FUNCTION sotravel.heal_events() IS
'Part of heal: makes events, each of two hours, since the former service had no ends.';
