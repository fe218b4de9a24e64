CREATE OR REPLACE FUNCTION sotravel.message_remove(who bigint, message bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  PERFORM sotravel.user_admit(who, at);
  DELETE FROM sotravel.messages m WHERE m.id = message AND m.author_id = who
    AND (m.hidden_until > at) IS NOT TRUE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'message % is not user %''s', message, who USING ERRCODE = 'ST003';
  END IF;
END
$body$;

COMMENT ON FUNCTION sotravel.message_remove IS
'Takes back one''s own message, for everybody, unless the back office has hidden it. ST003 if it is
another''s, hidden, or not there.';

GRANT EXECUTE ON FUNCTION sotravel.message_remove TO sotravel_app;
