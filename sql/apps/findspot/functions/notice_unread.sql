CREATE OR REPLACE FUNCTION findspot.notice_unread(who bigint, at timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
  SELECT findspot.moment_require('at', at);
  SELECT count(*) FROM findspot.notices n
  WHERE n.user_id = who AND n.read_at IS NULL AND n.created_at <= notice_unread.at
$body$;

COMMENT ON FUNCTION findspot.notice_unread(bigint, timestamptz) IS
'How many notices a user has not read: the number of the badge; 0 for somebody unknown. Who is
banned counts theirs, too.';

GRANT EXECUTE ON FUNCTION findspot.notice_unread(bigint, timestamptz) TO findspot_app;
