-- Included by each test inside its transaction: makers of small rows. A trip lasts ten days; what
-- happens, happens on its fifth, which is today, an hour ago.
\set app sotravel
\ir ../app_fixture.sql

GRANT sotravel_app, sotravel_owner, reeve_writer_sotravel TO CURRENT_USER;

CREATE FUNCTION pg_temp.day(number integer) RETURNS timestamptz LANGUAGE sql STABLE
RETURN now() - interval '1 hour' + (number - 5) * interval '1 day';

CREATE FUNCTION pg_temp.person(label text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, sotravel.user_sign_up('email', 'test ' || label || txid_current(),
    label, label || '@test.example', at => pg_temp.day(-10)))
$$;

CREATE FUNCTION pg_temp.trip(label text, host text, map_kind text DEFAULT 'mountain')
RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, sotravel.trip_create(pg_temp.kept(host), label, 'Testville', map_kind,
    pg_temp.day(1), pg_temp.day(10), NULL, pg_temp.day(-9)))
$$;

CREATE FUNCTION pg_temp.join(who text, trip text) RETURNS void LANGUAGE sql AS $$
  SELECT sotravel.trip_join(pg_temp.kept(who), pg_temp.kept(trip), sotravel.trip_link((
    SELECT m.user_id FROM sotravel.trip_members m
    WHERE m.trip_id = pg_temp.kept(trip) AND m.role = 'host' LIMIT 1),
    pg_temp.kept(trip), pg_temp.day(-8)), pg_temp.day(-8))
$$;

-- An event of the sixth day.
CREATE FUNCTION pg_temp.event(label text, author text, trip text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, sotravel.event_create(pg_temp.kept(author), pg_temp.kept(trip), label,
    '', 'Hut', 46.6, 12.3, pg_temp.day(6), pg_temp.day(6) + interval '3 hours', pg_temp.day(5)))
$$;

CREATE FUNCTION pg_temp.stand(
  who text, latitude double precision, longitude double precision,
  at timestamptz DEFAULT pg_temp.day(5)) RETURNS void LANGUAGE sql AS $$
  SELECT sotravel.location_set(pg_temp.kept(who), latitude, longitude, at)
$$;

-- Whom a viewer sees, by name.
CREATE FUNCTION pg_temp.seen(viewer text, trip text, at timestamptz DEFAULT pg_temp.day(5))
RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(u.name, ' ' ORDER BY u.name COLLATE "C"), 'nobody')
  FROM sotravel.location_list(pg_temp.kept(viewer), pg_temp.kept(trip), at) l
    JOIN sotravel.users u ON u.id = l.member
$$;

SELECT pg_temp.made_by_app('sotravel', '{person,trip,join,event,stand,seen}');
