CREATE OR REPLACE FUNCTION buckit.notice_unread(who bigint, at timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
  SELECT buckit.moment_require('at', at);
  SELECT count(*) FROM buckit.notices n
  WHERE n.user_id = who AND n.read_at IS NULL AND n.created_at <= notice_unread.at
$body$;

COMMENT ON FUNCTION buckit.notice_unread(bigint, timestamptz) IS
'How many notices a user has not read: the number of the badge; 0 for somebody unknown.';

GRANT EXECUTE ON FUNCTION buckit.notice_unread(bigint, timestamptz) TO buckit_app;
