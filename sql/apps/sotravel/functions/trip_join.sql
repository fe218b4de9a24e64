CREATE OR REPLACE FUNCTION sotravel.trip_join(
  who bigint, trip bigint, token text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at);
  IF NOT EXISTS (
    SELECT FROM sotravel.trip_links l JOIN sotravel.trips t ON t.id = l.trip_id
    WHERE l.trip_id = trip AND encode(l.token, 'hex') = trip_join.token AND t.ends_at > at
      AND (t.hidden_until > at) IS NOT TRUE)
  THEN
    RAISE EXCEPTION 'the link is not valid for trip %', trip USING ERRCODE = 'ST006';
  END IF;
  -- Whoever comes first to a trip that its host has left alone hosts it.
  PERFORM FROM sotravel.trips t WHERE t.id = trip FOR NO KEY UPDATE;
  INSERT INTO sotravel.trip_members (trip_id, user_id, joined_at, role)
  SELECT trip, who, at, CASE WHEN EXISTS (
      SELECT FROM sotravel.trip_members m WHERE m.trip_id = trip) THEN 'traveller' ELSE 'host' END
  ON CONFLICT DO NOTHING;
  UPDATE sotravel.users u SET current_trip_id = coalesce(u.current_trip_id, trip)
  WHERE u.id = who;
END
$body$;

COMMENT ON FUNCTION sotravel.trip_join IS
'Joins a trip as a traveller by its link, whose token is that of trip_link, or as its host if nobody
is on it; nothing happens for who is. A first trip becomes the current one. ST006 if the link is
another trip''s, or the trip is over or hidden. changes() tells the others on the trip of the new
trip_member, and who joins, whose phone then reads the trip, its events and members.';

GRANT EXECUTE ON FUNCTION sotravel.trip_join TO sotravel_app;
