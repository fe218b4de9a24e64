CREATE OR REPLACE FUNCTION buckit.notices_read(who bigint, last bigint, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  marked bigint;
BEGIN
  PERFORM buckit.user_admit(who, FALSE, at);
  UPDATE buckit.notices n SET read_at = at
  WHERE n.user_id = who AND n.id <= last AND n.read_at IS NULL;
  GET DIAGNOSTICS marked = ROW_COUNT;
  RETURN marked;
END
$body$;

COMMENT ON FUNCTION buckit.notices_read IS
'Marks a user''s notices up to one as read, and returns how many. BK001, BK002.';

GRANT EXECUTE ON FUNCTION buckit.notices_read TO buckit_app;
