CREATE OR REPLACE FUNCTION findspot.device_forget(who bigint, token text, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  PERFORM findspot.user_admit(who, at);
  DELETE FROM findspot.devices d
  WHERE d.user_id = who AND d.token = device_forget.token;
END
$body$;

COMMENT ON FUNCTION findspot.device_forget IS
'Somebody has signed out on the phone with that token; nothing happens if it is not theirs.';

GRANT EXECUTE ON FUNCTION findspot.device_forget TO findspot_app;
