CREATE OR REPLACE FUNCTION sotravel.map_kind(who bigint, at timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
  SELECT sotravel.moment_require('at', at);
  SELECT coalesce(
    (SELECT sotravel.map_kind_at(l.latitude, l.longitude) FROM sotravel.locations l
      WHERE l.user_id = u.id AND l.seen_at > map_kind.at - interval '15 minutes'),
    (SELECT t.map_kind FROM sotravel.trips t WHERE t.id = u.current_trip_id), 'street')
  FROM sotravel.users u WHERE u.id = map_kind.who
$body$;

COMMENT ON FUNCTION sotravel.map_kind IS
'The kind of map that a person is shown, mountain or street: that of where they are or, while they
share no position, of their current trip; street for who is on none, and NULL for somebody
unknown.';

GRANT EXECUTE ON FUNCTION sotravel.map_kind TO sotravel_app;
