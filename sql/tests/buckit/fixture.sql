-- Included by each test inside its transaction: makers of small rows, and an admin.
\set app buckit
\ir ../app_fixture.sql

GRANT buckit_app, buckit_owner TO CURRENT_USER;

CREATE FUNCTION pg_temp.half(label text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, buckit.user_sign_up(label, label, 'google', 'test ' || label,
    label || '@mail.example', now()))
$$;

CREATE FUNCTION pg_temp.person(label text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.half(label);
  SELECT buckit.user_activate(pg_temp.kept(label), 'https://photos.example/1.jpg', now());
  SELECT pg_temp.kept(label)
$$;

CREATE FUNCTION pg_temp.activity(label text, author text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, buckit.activity_post(pg_temp.kept(author), label, 'a description',
    'https://photos.example/2.jpg', 'Testville', 60.17, 24.94, now() + interval '7 days', now()))
$$;

CREATE FUNCTION pg_temp.bucket(label text, owner text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, buckit.bucket_make(pg_temp.kept(owner), label, NULL, now()))
$$;

SELECT pg_temp.made_by_app('buckit', '{half,person,activity,bucket}');

-- What an admin of the back office says of each action.
\set why '{"policy": "manipulation", "for": "7d", "why": "a test"}'

-- The counts of a profile, counted another way: from the rows as they are.
CREATE FUNCTION pg_temp.profile_rows(who bigint) RETURNS bigint[] LANGUAGE sql AS $$
  SELECT ARRAY[
    (SELECT count(*) FROM buckit.buckets WHERE owner_id = who
      AND (hidden_until IS NULL OR hidden_until <= now())),
    (SELECT count(done_at) FROM buckit.bucket_items
      WHERE bucket_id IN (SELECT id FROM buckit.buckets WHERE owner_id = who)),
    (SELECT count(*) FROM buckit.follows WHERE followed_id = who AND follower_id NOT IN (
      SELECT id FROM buckit.users WHERE blocked_until > now())),
    (SELECT count(*) FROM buckit.follows WHERE follower_id = who AND followed_id NOT IN (
      SELECT id FROM buckit.users WHERE blocked_until > now()))]
$$;

-- The text of an error by its SQLSTATE alone.
CREATE FUNCTION pg_temp.refused(statement text, code text, words text)
  RETURNS text LANGUAGE sql AS $$
  SELECT throws_ok(statement, code, NULL, words)
$$;

CREATE ROLE buckit_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('buckit_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["buckit_test_admin"]}') AS recorded \gset
