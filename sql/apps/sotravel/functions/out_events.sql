CREATE OR REPLACE FUNCTION sotravel.out_events() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp
SET timezone = 'UTC' AS $body$
  SELECT ARRAY[n.number::text], jsonb_build_object('id', n.number,
    'trip_id', sotravel.legacy_number(t.legacy_id),
    'created_at', to_char(e.created_at, CASE WHEN e.created_at = date_trunc('ms', e.created_at)
      THEN 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' ELSE 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' END),
    'status', nullif(e.status, 'planned'), 'details', nullif(e.details, ''),
    'date', to_char(e.starts_at AT TIME ZONE z.zone, 'YYYY-MM-DD'),
    'time', to_char(e.starts_at AT TIME ZONE z.zone, 'FMHH12:MI AM'),
    'location', CASE WHEN s.place = e.place THEN coalesce(l.place, '') ELSE e.place END,
    'meeting_point', CASE WHEN s.place = e.place THEN coalesce(l.meeting_point, '') ELSE '' END,
    'host', u.legacy_id, 'activity', e.title,
    'participants', jsonb_build_object(
      'going', jsonb_build_array(u.legacy_id) || coalesce(i.going, '[]'),
      'no', coalesce(i.declined, '[]'), 'pending', coalesce(i.asked, '[]')))
  FROM sotravel.events e
    JOIN sotravel.users u ON u.id = e.author_id AND u.legacy_digest IS DISTINCT FROM 'erased'
    JOIN sotravel.trips t ON t.id = e.trip_id
    LEFT JOIN sotravel.legacy_event_states() s ON s.event_id = e.id
    LEFT JOIN sotravel.legacy_events l ON l.id = e.legacy_id
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(p.legacy_id ORDER BY p.legacy_id) FILTER (WHERE i.status = 'going') AS going,
        jsonb_agg(p.legacy_id ORDER BY p.legacy_id) FILTER (WHERE i.status = 'not_going')
          AS declined,
        -- The service left among the asked who had answered.
        jsonb_agg(p.legacy_id ORDER BY p.legacy_id)
          FILTER (WHERE i.status <> 'withdrawn' OR e.status = 'cancelled') AS asked
      FROM sotravel.invitations i JOIN sotravel.users p ON p.id = i.user_id
      WHERE i.event_id = e.id AND i.user_id <> e.author_id
        AND p.legacy_digest IS DISTINCT FROM 'erased') i ON TRUE
    CROSS JOIN LATERAL (SELECT sotravel.legacy_number(e.legacy_id) AS number) n
    CROSS JOIN (SELECT sotravel.legacy_zone() AS zone) z
  WHERE e.legacy_digest IS DISTINCT FROM 'erased'
$body$;

COMMENT ON FUNCTION sotravel.out_events() IS
'For reeve move --out: events with their answers, as the former service answered.';
