CREATE OR REPLACE FUNCTION sotravel.out_trips() RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  WITH trip AS MATERIALIZED (
    SELECT t.id, t.ends_at > now() AS is_to_come, jsonb_build_object(
      'id', sotravel.legacy_number(t.legacy_id), 'name', t.title,
      'start_date', to_char(t.starts_at AT TIME ZONE z.zone, 'YYYY-MM-DD'),
      'end_date', to_char((t.ends_at - interval '1 microsecond') AT TIME ZONE z.zone,
        'YYYY-MM-DD'),
      'location', coalesce(nullif(t.place, 'unknown'), ''),
      'imageURL', coalesce(t.image_url, '')) AS said
    FROM sotravel.trips t CROSS JOIN (SELECT sotravel.legacy_zone() AS zone) z
  ), member AS (
    SELECT m.trip_id, u.legacy_id AS holder, CASE m.role WHEN 'host'
      THEN jsonb_build_object('cfo', u.legacy_id) ELSE '{}' END AS leader
    FROM sotravel.trip_members m JOIN sotravel.users u ON u.id = m.user_id
    WHERE u.legacy_digest IS DISTINCT FROM 'erased'
  )
  SELECT ARRAY[coalesce(m.holder, 'nobody')], jsonb_build_object(
    'upcomingTrips', coalesce(jsonb_agg(t.said || coalesce(m.leader, '{}')
      ORDER BY t.said -> 'start_date', t.said -> 'id') FILTER (WHERE t.is_to_come), '[]'),
    'pastTrips', coalesce(jsonb_agg(t.said || coalesce(m.leader, '{}')
      ORDER BY t.said -> 'start_date', t.said -> 'id') FILTER (WHERE NOT t.is_to_come), '[]'))
  FROM trip t LEFT JOIN member m ON m.trip_id = t.id
  GROUP BY m.holder
$body$;

COMMENT ON FUNCTION sotravel.out_trips() IS
'For reeve move --out: for each person what the former service answered about trips of theirs; trips
that nobody is on are those of “nobody”.';
