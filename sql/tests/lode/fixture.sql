-- Included by each test inside its transaction: makers of small rows, and an admin.
\set app lode
\ir ../app_fixture.sql

GRANT lode_app, lode_owner TO CURRENT_USER;

CREATE FUNCTION pg_temp.student(label text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.keep(label, lode.student_register('test ' || label, label, label || '@uni.example',
    now()))
$$;

-- A course as a file has it; its identifier is made of student and name.
CREATE FUNCTION pg_temp.course(
  who text, file text, row_id bigint, name text, credits integer, expected integer,
  final integer, is_laude boolean DEFAULT FALSE, changed date DEFAULT '2026-01-01')
RETURNS void LANGUAGE sql AS $$
  INSERT INTO lode.file_courses
  VALUES (pg_temp.kept(who), file, row_id, md5(who || name)::uuid, name, credits, NULL, expected,
    final, is_laude, changed)
$$;

CREATE FUNCTION pg_temp.merge(who text) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT lode.merge(jsonb_build_object('student', pg_temp.kept(who)))
$$;

CREATE FUNCTION pg_temp.course_id(who text, name text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT c.id FROM lode.courses c
  WHERE c.student_id = pg_temp.kept(who) AND c.name = course_id.name
$$;

SELECT pg_temp.made_by_app('lode', '{student}');

CREATE ROLE lode_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('lode_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["lode_test_admin"]}') AS recorded \gset

-- What needs a second person is another test's.
DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key bigint) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code)
  FROM reeve.action_perform(verb, 'lode', collection, key::text, '{}', NULL) p
  CROSS JOIN LATERAL (SELECT pg_temp.keep('action', (p.detail ->> 'action_id')::bigint)) k
$$;

CREATE FUNCTION pg_temp.reeve_undo() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code) FROM reeve.undo_perform(pg_temp.kept('action'), 'test', NULL)
$$;
