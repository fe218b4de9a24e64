-- A file is imported only with a recorded consent, for one student alone; withdrawing it erases.
BEGIN;

\ir fixture.sql

SELECT pg_temp.student(s) FROM unnest('{ann,bob}'::text[]) s;

CREATE FUNCTION pg_temp.reeve_mapping(student text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('app', 'lode', 'source', 'test', 'format', 'sqlite',
    'table', 'file_totals', 'key', '["student_id", "file", "row_id"]'::jsonb,
    'set', jsonb_build_object('student', student),
    'columns', '{"student_id": {"from": "$set.student"}, "file": {"from": "{file}"},
      "row_id": {"from": "id"}, "average": {"from": "average"}}'::jsonb))
$$;

CREATE FUNCTION pg_temp.reeve_said(mapping jsonb) RETURNS SETOF text LANGUAGE sql AS $$
  SELECT path || ': ' || message FROM reeve.import_check(mapping)
$$;

-- a file is imported only with a recorded consent

SELECT results_eq($$SELECT pg_temp.reeve_said(pg_temp.reeve_mapping(pg_temp.kept('ann')::text))$$,
  ARRAY[format('/set: student:%s has not agreed to an import', pg_temp.kept('ann'))],
  'nobody''s file is imported without their consent');

SELECT throws_ok($$SELECT reeve.import_begin(pg_temp.reeve_mapping(pg_temp.kept('ann')::text), 'f',
  'm', 1)$$, 'RV005', NULL, 'an import does not even begin');

SELECT results_eq(format($$SELECT pg_temp.reeve_said(pg_temp.reeve_mapping(%L))$$, v.student),
  ARRAY['/set: there is no student:' || v.student], 'there is no student ' || v.student)
FROM (VALUES ('-1'), ('x'), ('1 OR TRUE')) v (student);

:as_app;

SELECT lode.consent_give(pg_temp.kept('ann'), '2026-01', now()) \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT pg_temp.reeve_said(pg_temp.reeve_mapping(pg_temp.kept('ann')::text))$$,
  'with it the file may be imported');

SELECT isnt_empty($$SELECT pg_temp.reeve_said(pg_temp.reeve_mapping(pg_temp.kept('bob')::text))$$,
  'one student''s consent is not another''s');

SELECT results_eq(
  $$SELECT pg_temp.reeve_said(pg_temp.reeve_mapping(pg_temp.kept('ann')::text) #- '{set}')$$,
  ARRAY['/set: what is imported into lode belongs to one student: name it by --set student=KEY, '
    'and take a column of every key from $set.student'], 'an import says whose file it is');

SELECT results_eq(
  $$SELECT pg_temp.reeve_said(jsonb_set(pg_temp.reeve_mapping(pg_temp.kept('ann')::text),
    '{columns,student_id,from}', '"owner"')) ORDER BY 1$$,
  ARRAY['/columns/student_id/from: column student_id names a student and has to be taken from '
    '$set.student',
    '/key: no column of the key is taken from $set.student, so the rows could be another '
    'student''s'],
  'and a file cannot say that its rows are another''s');

-- one student's data never mixes into another's: two students' files under one consent

SELECT pg_temp.course('ann', 'phone', 1, 'A', 6, NULL, 30) \g /dev/null

SELECT throws_ok($$INSERT INTO lode.file_courses
    SELECT pg_temp.kept('bob'), file, row_id, identifier, name, credits, icon, expected, final,
      is_laude, changed_at FROM lode.file_courses WHERE student_id = pg_temp.kept('ann')$$,
  '23P01', NULL, 'a file that is one student''s is not imported as another''s');

-- a consent that is taken back while a file is being read

CREATE TEMP TABLE i AS
  SELECT * FROM reeve.import_begin(pg_temp.reeve_mapping(pg_temp.kept('ann')::text), 'f', 'm', 1);

:as_app;

SELECT lode.consent_withdraw(pg_temp.kept('ann'), now()) \g /dev/null

RESET SESSION AUTHORIZATION;

SELECT throws_ok('SELECT w.record FROM i, reeve.import_write(i.import_id) w', 'RV008', NULL,
  'stops the import before its next rows');

:as_app;

SELECT throws_ok($$SELECT lode.consent_withdraw(pg_temp.kept('ann'), now())$$, 'LD001', NULL,
  'nobody takes back what they have not given');

-- withdrawing it erases

RESET SESSION AUTHORIZATION;

SELECT pg_temp.merge('ann') \g /dev/null

INSERT INTO reeve.quarantine(import_id, record, line, byte_offset, code, reason, original,
  is_cut)
SELECT import_id, 1, 1, 1, '23514', 'a mark of 17', 'Secret course', FALSE FROM i;

UPDATE reeve.import l SET found = '["student: Secret course"]' FROM i
WHERE l.import_id = i.import_id;

INSERT INTO reeve.import_key(app, source, digest)
SELECT l.app, l.source, gen_random_uuid() FROM reeve.import l JOIN i USING (import_id);

CREATE FUNCTION pg_temp.reeve_erase() RETURNS text LANGUAGE sql AS $$
  SELECT (reeve.erasure_run(j, p, 1000)).note
  FROM (SELECT NULL::reeve.job) j(j), (SELECT NULL::reeve.job_progress) p(p)
$$;

SELECT matches(pg_temp.reeve_erase(), 'erased student:' || pg_temp.kept('ann') || ', as asked',
  'the job that erases finds who took their consent back');

SELECT is_empty(format($$SELECT FROM lode.%I WHERE student_id = pg_temp.kept('ann')$$, t),
  'nothing is left in ' || t)
FROM unnest('{file_courses,file_exams,file_assignments,file_totals,courses,exams,assignments}'
  ::text[]) t;

SELECT is((SELECT (nickname, email, is_erased)::text FROM lode.students
  WHERE id = pg_temp.kept('ann')), '(,,t)', 'nor of the student');

SELECT is_empty($$SELECT FROM reeve.quarantine q JOIN i USING (import_id)
    WHERE q.original <> '' OR q.reason <> 'erased'$$, 'nor in quarantine');

SELECT is((SELECT l.found FROM reeve.import l JOIN i USING (import_id)), '[]',
  'nor in what imports told');

SELECT is_empty($$SELECT FROM reeve.import_key k
    JOIN reeve.import l ON (l.app, l.source) = (k.app, k.source) JOIN i USING (import_id)$$,
  'nor which records were theirs');

SELECT isnt_empty($$SELECT FROM lode.students WHERE id = pg_temp.kept('bob') AND NOT is_erased$$,
  'others stay');

SELECT is((SELECT count(*) FROM reeve.action a JOIN reeve.collection c USING (collection_id)
  WHERE c.app = 'lode' AND a.verb = 'erase' AND a.key = pg_temp.kept('ann')::text), 1::bigint,
  'it is on record');

SELECT isnt(pg_temp.reeve_erase(), 'again', 'the job runs again');

SELECT is((SELECT count(*) FROM reeve.action a JOIN reeve.collection c USING (collection_id)
  WHERE c.app = 'lode' AND a.verb = 'erase'), 1::bigint, 'and erases nobody twice');

:as_app;

SELECT throws_ok($$SELECT lode.consent_give(pg_temp.kept('ann'), 'v', now())$$, 'LD001', NULL,
  'who is erased comes back as somebody new');

-- the back office may take it back for them, until the job has run

SELECT lode.consent_give(pg_temp.kept('bob'), '2026-01', now()) \g /dev/null

SET SESSION AUTHORIZATION lode_test_admin;

SELECT is(pg_temp.reeve_act('end-consent', 'student', pg_temp.kept('bob')), 'done',
  'an admin withdraws a consent');

RESET SESSION AUTHORIZATION;

SELECT isnt_empty($$SELECT pg_temp.reeve_said(pg_temp.reeve_mapping(pg_temp.kept('bob')::text))$$,
  'which closes imports');

SET SESSION AUTHORIZATION lode_test_admin;

SELECT is(pg_temp.reeve_undo(), 'done', 'undo gives it back');

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT pg_temp.reeve_said(pg_temp.reeve_mapping(pg_temp.kept('bob')::text))$$,
  'and opens them');

-- a consent is taken back also by a call that began before the one that gave it

:as_app;

SELECT lives_ok($$SELECT lode.consent_withdraw(pg_temp.kept('bob'), now() - interval '1 second')$$,
  'a withdrawal of an earlier moment than the consent is one');

RESET SESSION AUTHORIZATION;

SELECT isnt_empty($$SELECT pg_temp.reeve_said(pg_temp.reeve_mapping(pg_temp.kept('bob')::text))$$,
  'and closes imports');

:as_app;

SELECT lode.consent_give(pg_temp.kept('bob'), '2026-01', now() + interval '1 hour') \g /dev/null

SET SESSION AUTHORIZATION lode_test_admin;

SELECT is(pg_temp.reeve_act('end-consent', 'student', pg_temp.kept('bob')), 'done',
  'so is an admin''s');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
