-- Included by each test inside its transaction: makers of small rows, and an admin.
\set app findspot
\ir ../app_fixture.sql

GRANT findspot_app, findspot_owner TO CURRENT_USER;

CREATE FUNCTION pg_temp.person(label text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, findspot.user_register('test ' || label, label || '@mail.example',
    label, now()))
$$;

-- A place with two photos.
CREATE FUNCTION pg_temp.spot(
  label text, author text, latitude numeric DEFAULT 60.17, longitude numeric DEFAULT 24.94)
RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, findspot.place_add(pg_temp.kept(author), label, 'A description',
    'Testville', latitude, longitude,
    ARRAY['new/' || label || '/1.jpg', 'new/' || label || '/2.jpg'], '{1000,2000}', now()))
$$;

-- A place as an import brings it.
CREATE FUNCTION pg_temp.old_place(
  key text, name text, latitude numeric, longitude numeric, city text DEFAULT 'Testville',
  author text DEFAULT NULL) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO findspot.places
    (legacy_key, legacy_path, name, description, city, latitude, longitude, author_id)
  VALUES (key, 'places/' || key, name, 'Described', city, latitude, longitude,
    pg_temp.kept(author))
  ON CONFLICT (legacy_path) DO UPDATE SET name = excluded.name, latitude = excluded.latitude,
    longitude = excluded.longitude
  RETURNING pg_temp.keep(name, id)
$$;

-- A copy among somebody's favourites, as an import brings it.
CREATE FUNCTION pg_temp.old_copy(
  who text, key text, name text, latitude numeric, longitude numeric,
  is_added boolean DEFAULT FALSE, description text DEFAULT 'Described') RETURNS bigint
LANGUAGE sql AS $$
  INSERT INTO findspot.favourites
    (user_id, legacy_key, name, description, city, latitude, longitude, is_added)
  VALUES (pg_temp.kept(who), key, name, description, 'Testville', latitude, longitude, is_added)
  RETURNING pg_temp.keep(who || ' ' || name, id)
$$;

CREATE FUNCTION pg_temp.state(label text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT p.state FROM findspot.places p WHERE p.id = pg_temp.kept(label)
$$;

-- Every row of the app's tables.
CREATE FUNCTION pg_temp.digest() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT md5(concat(
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM findspot.users t),
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM findspot.places t),
    (SELECT string_agg(t::text, '|' ORDER BY t.place_id, t.number) FROM findspot.photos t),
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM findspot.favourites t),
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM findspot.devices t),
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM findspot.cities t),
    (SELECT string_agg(t::text, '|' ORDER BY t.path) FROM findspot.removals t)))
$$;

SELECT pg_temp.made_by_app('findspot', '{person,spot}');

-- What an admin of the back office says of each action, and does.
\set why '{"policy": "misleading", "for": "7d", "why": "a test"}'
\set just '{"policy": "misleading", "why": "a test"}'

CREATE ROLE findspot_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('findspot_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["findspot_test_admin"]}') AS recorded \gset

GRANT SELECT, INSERT, UPDATE ON kept TO findspot_test_admin;

-- What needs a second person is another test's.
DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code, CASE WHEN p.outcome <> 'done' THEN p.message END)
  FROM reeve.action_perform(verb, 'findspot', collection, key, args, NULL) p
  CROSS JOIN LATERAL (SELECT pg_temp.keep('action', (p.detail ->> 'action_id')::bigint)) k
$$;

CREATE FUNCTION pg_temp.reeve_undo() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.undo_perform(pg_temp.kept('action'), 'test', NULL)
$$;
