CREATE OR REPLACE FUNCTION sotravel.heal_event(one text) RETURNS void LANGUAGE sql AS $body$
  INSERT INTO sotravel.events AS e (legacy_id, trip_id, author_id, title, details, place,
    starts_at, ends_at, status, created_at, legacy_digest)
  SELECT s.legacy_id, s.trip_id, s.author_id, s.title, s.details, s.place, s.starts_at,
    s.starts_at + interval '2 hours', s.status, coalesce(s.created_at, now()), s.wanted
  FROM sotravel.legacy_event_states() s
  WHERE (s.legacy_id = one OR one IS NULL) AND (s.event_id IS NULL
    OR s.imported <> s.wanted AND s.found IN (s.imported, s.wanted))
  ORDER BY s.legacy_id::bigint
  ON CONFLICT (legacy_id) DO UPDATE SET title = excluded.title, details = excluded.details,
    place = excluded.place, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
    legacy_digest = excluded.legacy_digest
$body$;

COMMENT ON FUNCTION sotravel.heal_event(text) IS
'Part of heal: makes one event, or for NULL all, each of two hours, since the former service had no
ends.';
