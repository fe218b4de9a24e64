-- Acts as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.device_dead(
  app text, person text, token text, since timestamptz DEFAULT NULL)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  c reeve.collection;
  own text;
  d record;
  place reeve.collection;
  gone boolean := FALSE;
BEGIN
  PERFORM reeve.app_require(device_dead.app);
  IF coalesce(device_dead.token, '') = '' THEN
    RAISE EXCEPTION 'which token is dead is not said' USING ERRCODE = 'RV001';
  END IF;
  c := reeve.collection_resolve(device_dead.app, split_part(person, ':', 1));
  own := reeve.subject_key(c, substr(person, strpos(person, ':') + 1));
  -- Nobody moves the token meanwhile.
  PERFORM reeve.app_hold(reeve.collection_get(f.collection_id), f.keys)
  FROM (
    SELECT r.collection_id, array_agg(r.key) AS keys
    FROM reeve.app_devices(c, NULL, device_dead.token) r
    WHERE r.owner = own GROUP BY r.collection_id) f;
  FOR d IN
    SELECT r.collection_id, array_agg(r.key) FILTER (WHERE r.owner = own) AS keys,
      max(r.seen_at) FILTER (WHERE r.owner = own) AS seen_at
    FROM reeve.app_devices(c, NULL, device_dead.token) r
    GROUP BY r.collection_id
  LOOP
    IF d.keys IS NULL THEN
      RAISE EXCEPTION 'the token is by now another person''s than %', left(person, 200)
        USING ERRCODE = 'RV004', HINT = 'Nothing was removed: the phone has changed hands.';
    END IF;
    place := reeve.collection_get(d.collection_id);
    -- Signed in again after it was found dead, or kept for a court.
    CONTINUE WHEN d.seen_at > device_dead.since OR EXISTS (
      SELECT FROM reeve.hold_cover(device_dead.app) h
      WHERE h.collection_id = d.collection_id AND h.key = ANY (d.keys));
    PERFORM reeve.app_delete(d.collection_id, d.keys);
    IF EXISTS (SELECT FROM reeve.app_present(place, d.keys)) THEN
      RAISE EXCEPTION 'a dead device was not removed' USING ERRCODE = 'RV006',
        DETAIL = reeve.app_suspects(ARRAY[place.relation]),
        HINT = 'Code of the app suppressed the change or took it back.';
    END IF;
    PERFORM reeve.command_record('device.dead', session_user, NULL, d.collection_id, k,
      detail => jsonb_build_object('of', c.name || ':' || own))
    FROM unnest(d.keys) k;
    gone := TRUE;
  END LOOP;
  RETURN gone;
END
$$;

COMMENT ON FUNCTION reeve.device_dead(text, text, text, timestamptz) IS
  'An app''s sender reports that the token of a person''s device (person: user:42) is dead; the '
  'device is removed from the app''s table, on record. TRUE: it was; FALSE: nobody has that token '
  'any more, its owner was seen with it after since (when it died, as the provider says; NULL: '
  'not said), or a legal hold keeps it. RV001: no token, or the catalog declares no devices for '
  'such people; RV002: the login is not of that app; RV003; RV004: the token is by now another '
  'person''s, or what cannot be a key; RV006: code of the app keeps the row. Locks the row, and '
  'waits 5 s for whoever writes it.';

GRANT EXECUTE ON FUNCTION reeve.device_dead(text, text, text, timestamptz) TO reeve_app;
