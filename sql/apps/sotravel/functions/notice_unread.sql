CREATE OR REPLACE FUNCTION sotravel.notice_unread(who bigint, at timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at);
  SELECT count(*) FROM sotravel.notices n
  WHERE n.user_id = who AND n.read_at IS NULL AND n.created_at <= notice_unread.at
$body$;

COMMENT ON FUNCTION sotravel.notice_unread(bigint, timestamptz) IS
'How many notices a user has not read: the number of the badge; 0 for somebody unknown. Who is
banned counts theirs, too.';

GRANT EXECUTE ON FUNCTION sotravel.notice_unread(bigint, timestamptz) TO sotravel_app;
