CREATE OR REPLACE FUNCTION sotravel.event_invite(
  who bigint, event bigint, audience text, chosen bigint[], at timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  e sotravel.events;
  stranger bigint;
  invited integer;
BEGIN
  PERFORM sotravel.user_admit(who, at);
  e := sotravel.event_require(event, who, at, TRUE);
  IF audience NOT IN ('nearby', 'friends', 'chosen') OR audience IS NULL THEN
    RAISE EXCEPTION 'people are invited nearby, as friends, or chosen' USING ERRCODE = 'ST007';
  ELSIF audience = 'chosen' THEN
    SELECT c INTO stranger FROM unnest(chosen) c WHERE NOT EXISTS (
      SELECT FROM sotravel.trip_members m WHERE m.trip_id = e.trip_id AND m.user_id = c) LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'user % is not on trip %', stranger, e.trip_id USING ERRCODE = 'ST005';
    END IF;
  END IF;
  INSERT INTO sotravel.invitations (event_id, user_id, invited_by, audience, invited_at)
  SELECT event, m.user_id, who, event_invite.audience, at
  FROM sotravel.trip_members m JOIN sotravel.users u ON u.id = m.user_id
  WHERE m.trip_id = e.trip_id AND m.user_id <> who AND (u.blocked_until > at) IS NOT TRUE
    AND CASE event_invite.audience WHEN 'friends' THEN TRUE
      WHEN 'chosen' THEN m.user_id = ANY (chosen)
      ELSE m.user_id IN (SELECT l.member FROM sotravel.location_list(who, e.trip_id, at) l
        WHERE l.metres <= sotravel.nearby_metres(sotravel.map_kind(who, at))) END
  ON CONFLICT (event_id, user_id) DO UPDATE SET status = 'pending', answered_at = NULL,
    invited_by = excluded.invited_by, audience = excluded.audience,
    invited_at = excluded.invited_at
  WHERE invitations.status = 'withdrawn';
  GET DIAGNOSTICS invited = ROW_COUNT;
  RETURN invited;
END
$body$;

COMMENT ON FUNCTION sotravel.event_invite IS
'Invites members of the trip: those near whoever invites, all friends on it, or chosen ones; nobody
twice, nobody blocked. Returns how many. ST005 if a chosen one is not on the trip.';

GRANT EXECUTE ON FUNCTION sotravel.event_invite TO sotravel_app;
