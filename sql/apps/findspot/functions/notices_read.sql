CREATE OR REPLACE FUNCTION findspot.notices_read(who bigint, last bigint, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
DECLARE
  marked bigint;
BEGIN
  PERFORM findspot.user_admit(who, at);
  PERFORM findspot.argument_require('last', last IS NOT NULL, 'the id of a notice');
  UPDATE findspot.notices n SET read_at = at
  WHERE n.user_id = who AND n.id <= last AND n.read_at IS NULL;
  GET DIAGNOSTICS marked = ROW_COUNT;
  RETURN marked;
END
$body$;

COMMENT ON FUNCTION findspot.notices_read IS
'Marks a user''s notices as read, from the oldest up to last, a notice of notice_list, and returns
how many were not yet: 0 when called again. FS005 for NULL.';

GRANT EXECUTE ON FUNCTION findspot.notices_read TO findspot_app;
