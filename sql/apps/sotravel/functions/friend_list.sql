CREATE OR REPLACE FUNCTION sotravel.friend_list(who bigint, at timestamptz)
RETURNS TABLE(friend bigint, name text, photo_url text, trips bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at);
  SELECT u.id, u.name, u.photo_url, count(*)
  FROM sotravel.trip_members m
    JOIN sotravel.trip_members o ON o.trip_id = m.trip_id AND o.user_id <> m.user_id
    JOIN sotravel.users u ON u.id = o.user_id
  WHERE m.user_id = who AND (u.blocked_until > friend_list.at) IS NOT TRUE
  GROUP BY u.id ORDER BY u.name, u.id
$body$;

COMMENT ON FUNCTION sotravel.friend_list IS
'Friends are the fellow members of a person''s trips, past ones too: by name, each with how many
trips they share; no one blocked. No row for somebody unknown.';

GRANT EXECUTE ON FUNCTION sotravel.friend_list TO sotravel_app;
