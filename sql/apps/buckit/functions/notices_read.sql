CREATE OR REPLACE FUNCTION buckit.notices_read(who bigint, last bigint, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  marked bigint;
BEGIN
  PERFORM buckit.user_admit(who, FALSE, at);
  PERFORM buckit.argument_require('last', last IS NOT NULL, 'the id of a notice');
  UPDATE buckit.notices n SET read_at = at
  WHERE n.user_id = who AND n.id <= last AND n.read_at IS NULL;
  GET DIAGNOSTICS marked = ROW_COUNT;
  RETURN marked;
END
$body$;

COMMENT ON FUNCTION buckit.notices_read IS
'Marks a user''s notices as read, from the oldest up to last, a notice of notice_list, and returns
how many were not yet: 0 when called again. BK001 for somebody unknown, BK002, BK007 for NULL.';

GRANT EXECUTE ON FUNCTION buckit.notices_read TO buckit_app;
