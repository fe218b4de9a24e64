CREATE OR REPLACE FUNCTION findspot.notices_read(who bigint, last bigint, at timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  marked bigint;
BEGIN
  PERFORM findspot.user_admit(who, at);
  UPDATE findspot.notices n SET read_at = at
  WHERE n.user_id = who AND n.id <= last AND n.read_at IS NULL;
  GET DIAGNOSTICS marked = ROW_COUNT;
  RETURN marked;
END
$body$;

COMMENT ON FUNCTION findspot.notices_read IS
'Marks a user''s notices up to one as read, and returns how many. FS001, FS002.';

GRANT EXECUTE ON FUNCTION findspot.notices_read TO findspot_app;
