CREATE OR REPLACE FUNCTION sotravel.event_invite(
  who bigint, event bigint, audience text, chosen bigint[], at timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
DECLARE
  e sotravel.events;
  stranger bigint;
  invited integer;
BEGIN
  PERFORM sotravel.user_admit(who, at);
  e := sotravel.event_require(event, who, at, TRUE);
  PERFORM sotravel.argument_require('audience', audience IN ('nearby', 'friends', 'chosen'),
    'nearby, friends or chosen'), sotravel.argument_require('chosen',
    audience <> 'chosen' OR chosen IS NOT NULL, 'ids of members with audience chosen');
  IF audience = 'chosen' THEN
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
'Invites members of the trip to an event, by its author or a host of the trip, and returns how many
are invited now. audience: nearby, those who share a position within 1 km of that of who invites, or
5 km where the map of who invites is of mountains (nobody while they share none); friends, all on
the trip; or chosen, those whose ids are in chosen (ignored otherwise). Nobody is invited twice,
unless the invitation was withdrawn, and nobody who is blocked. ST003 for anybody else, ST004 once
it is over or cancelled, ST005 if a chosen one is not on the trip.';

GRANT EXECUTE ON FUNCTION sotravel.event_invite TO sotravel_app;
