CREATE OR REPLACE FUNCTION findspot.device_register(
  who bigint, token text, platform text, app_version text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
DECLARE
  seen timestamptz := CASE WHEN at IS NOT NULL THEN least(at, clock_timestamp()) END;
BEGIN
  PERFORM findspot.user_admit(who, seen);
  PERFORM findspot.argument_require('token', char_length(token) BETWEEN 8 AND 1000,
      'the token of the phone, 8 to 1000 characters'),
    findspot.argument_require('platform', platform IN ('ios', 'android'), 'ios or android'),
    findspot.argument_require('app_version',
      app_version ~ '^[0-9]{1,5}([.][0-9]{1,5}){0,3}$', 'a version, such as 2.10.3');
  LOOP
    -- The phone has changed hands.
    DELETE FROM findspot.devices d
    WHERE d.token = device_register.token AND d.user_id <> who;
    INSERT INTO findspot.devices AS d (user_id, token, platform, app_version, seen_at)
    VALUES (who, device_register.token, device_register.platform, device_register.app_version,
      seen)
    ON CONFLICT ON CONSTRAINT devices_token_key DO UPDATE SET platform = excluded.platform,
      app_version = excluded.app_version, seen_at = greatest(d.seen_at, excluded.seen_at)
    WHERE d.user_id = excluded.user_id;
    -- Somebody else has registered it meanwhile.
    EXIT WHEN FOUND;
  END LOOP;
  DELETE FROM findspot.devices d WHERE d.id IN (
    SELECT o.id FROM findspot.devices o WHERE o.user_id = who
    ORDER BY o.seen_at DESC, o.id DESC OFFSET 20);
END
$body$;

COMMENT ON FUNCTION findspot.device_register IS
'Notes the phone on which somebody signed in, or opened the app: its push token (APNs or FCM), 8 to
1000 characters, ios or android, and the app''s version there, such as 2.10.3. A token that was
somebody else''s is theirs no longer. The last 20 of each are kept; a time to come counts as now.';

GRANT EXECUTE ON FUNCTION findspot.device_register TO findspot_app;
