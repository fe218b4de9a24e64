CREATE OR REPLACE FUNCTION reeve.team_execute(
  a reeve.approval, OUT code text, OUT message text, OUT detail jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  wanted text := a.args ->> 'rank';
  released int := 0;
BEGIN
  BEGIN
    -- If two seniors remove each other at once, the second finds its own rank gone.
    PERFORM FROM reeve.member m WHERE m.rank = 'senior' OR m.role_name = a.key
    ORDER BY m.role_name FOR NO KEY UPDATE;
  EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    code := 'busy';
    message := format('somebody else is changing the team%s; try again',
      reeve.lock_holders('{reeve.member}'));
    RETURN;
  END;
  SELECT b.code, b.message INTO code, message
  FROM unnest(ARRAY[a.proposed_by, session_user]) WITH ORDINALITY w(who, place)
  CROSS JOIN LATERAL reeve.team_barred(w.who, a.verb, a.key, wanted) b
  WHERE b.code IS NOT NULL
  ORDER BY w.place LIMIT 1;
  IF code IS NOT NULL THEN
    RETURN;
  END IF;
  -- The rank that two seniors decide on is the one that counts.
  PERFORM reeve.glass_close(a.key, session_user);
  IF a.verb = 'team.add' THEN
    INSERT INTO reeve.member(role_name, rank, added_by) VALUES (a.key, wanted, a.proposed_by)
    ON CONFLICT (role_name) DO UPDATE
    SET rank = EXCLUDED.rank, added_by = EXCLUDED.added_by, added_at = clock_timestamp(),
      role_oid = EXCLUDED.role_oid, system_id = EXCLUDED.system_id;
    IF NOT EXISTS (
      SELECT FROM pg_auth_members m
      WHERE m.roleid = to_regrole('reeve_' || wanted) AND m.member = to_regrole(quote_ident(a.key)))
    THEN
      EXECUTE format('GRANT %I TO %I', 'reeve_' || wanted, a.key);
    END IF;
  ELSE
    DELETE FROM reeve.member m WHERE m.role_name = a.key;
    DELETE FROM reeve.member_subject m WHERE m.role_name = a.key;
  END IF;
  IF NOT reeve.rank_suffices(wanted, 'moderator') THEN
    UPDATE reeve.case o SET claimed_by = NULL, claimed_at = NULL, claimed_until = NULL
    WHERE o.claimed_by = a.key AND o.closed_at IS NULL;
    GET DIAGNOSTICS released = ROW_COUNT;
  END IF;
  detail := jsonb_strip_nulls(jsonb_build_object('login', a.key, 'rank', wanted,
    'released', released, 'kept', reeve.team_revoke(a.key, wanted),
    'proposals', (
      SELECT array_agg('P' || p.approval_id ORDER BY p.approval_id) FROM reeve.approval p
      WHERE p.state = 'proposed' AND p.lapses_at > clock_timestamp() AND p.proposed_by = a.key
        AND p.approval_id <> a.approval_id)));
  PERFORM reeve.command_record(a.verb, session_user, nullif(a.proposed_by, session_user),
    key => a.key,
    detail => jsonb_build_object('approval', a.approval_id, 'members', jsonb_build_array(a.key))
      || a.args - 'why');
END
$$;

COMMENT ON FUNCTION reeve.team_execute(reeve.approval) IS
  'Makes an approved change of the team: the rank''s row here and its database role in the '
  'cluster. A login that is no longer a moderator loses the cases it works on; its proposals '
  'that can no longer be performed are named (detail), as are the roles that it keeps. Locks the '
  'seniors.';
