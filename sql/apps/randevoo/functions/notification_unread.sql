CREATE OR REPLACE FUNCTION randevoo.notification_unread(who bigint, at timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT count(*) FROM randevoo.notifications n
  WHERE randevoo.at_require(notification_unread.at) AND n.user_id = who AND n.read_at IS NULL
    AND n.created_at <= notification_unread.at
$body$;

COMMENT ON FUNCTION randevoo.notification_unread(bigint, timestamptz) IS
'How many notifications up to at a user has not read: the number of the badge; 0 for a person
unknown.';

GRANT EXECUTE ON FUNCTION randevoo.notification_unread(bigint, timestamptz) TO randevoo_app;
