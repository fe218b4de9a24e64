CREATE OR REPLACE FUNCTION randevoo.notifications_read(who bigint, last bigint, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  marked bigint;
BEGIN
  PERFORM randevoo.user_admit(who, at),
    randevoo.require(last IS NOT NULL, 'last is the id of a notification');
  UPDATE randevoo.notifications n SET read_at = at
  WHERE n.user_id = who AND n.id <= last AND n.read_at IS NULL;
  GET DIAGNOSTICS marked = ROW_COUNT;
  RETURN marked;
END
$body$;

COMMENT ON FUNCTION randevoo.notifications_read IS
'Marks a user''s notifications up to and with the id last as read, and returns how many were not.
Calling it again returns 0.';

GRANT EXECUTE ON FUNCTION randevoo.notifications_read TO randevoo_app;
