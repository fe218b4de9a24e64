-- Exams and assignments: what they hang on, how many days are left, and the archive.
BEGIN;

\ir fixture.sql

SELECT pg_temp.student(s) FROM unnest('{ann,bob}'::text[]) s;

SELECT pg_temp.course('ann', 'phone', 1, 'A', 6, NULL, NULL),
  pg_temp.course('bob', 'phone', 1, 'B', 6, NULL, NULL) \g /dev/null

-- exams need an existing course; assignments may have one

SELECT throws_ok($$INSERT INTO lode.file_exams VALUES (pg_temp.kept('ann'), 'phone', 1,
    gen_random_uuid(), 99, now(), now())$$, '23503', NULL, 'an exam of no course is rejected');

SELECT throws_ok($$INSERT INTO lode.file_exams VALUES (pg_temp.kept('ann'), 'phone', 1,
    gen_random_uuid(), NULL, now(), now())$$, '23502', NULL, 'so is one that names none');

SELECT lives_ok($$INSERT INTO lode.file_assignments VALUES (pg_temp.kept('ann'), 'phone', 9,
    gen_random_uuid(), NULL, 'essay', '2026-01-20 12:00+00', '2026-01-01')$$,
  'an assignment may have no course');

SELECT throws_ok($$INSERT INTO lode.exams (student_id, identifier, course_id, held_at, changed_at)
    SELECT pg_temp.kept('ann'), gen_random_uuid(), c.id, now(), now() FROM lode.courses c
    WHERE c.student_id = pg_temp.kept('bob')
    UNION ALL SELECT pg_temp.kept('ann'), gen_random_uuid(), -1, now(), now()$$, '23503', NULL,
  'nobody''s exam is of another''s course');

INSERT INTO lode.file_exams
SELECT pg_temp.kept('ann'), 'phone', n, gen_random_uuid(), 1,
  timestamptz '2026-01-10 09:00+00' + n * interval '1 day', '2026-01-01'
FROM unnest('{-2,0,4,5}'::int[]) n;

SELECT pg_temp.merge(s) FROM unnest('{ann,bob}'::text[]) s \g /dev/null

-- days left per exam and assignment (urgent from 4 days down), upcoming and past

:as_app;

SELECT results_eq($$SELECT what, days, state FROM lode.agenda(pg_temp.kept('ann'),
    '2026-01-10 08:00+00')$$,
  $$VALUES ('exam of A', 0, 'urgent'), ('exam of A', 4, 'urgent'), ('exam of A', 5, 'upcoming'),
    ('essay', 10, 'upcoming'), ('exam of A', -2, 'past')$$,
  'days are counted by date; from 4 down they are urgent');

SELECT results_eq($$SELECT days, state FROM lode.agenda(pg_temp.kept('ann'),
    '2026-01-10 09:00:01+00') WHERE days <= 0$$, $$VALUES (0, 'past'), (-2, 'past')$$,
  'what began is past on the same day');

SELECT is_empty($$SELECT FROM lode.agenda(pg_temp.kept('bob'), now())$$,
  'one student''s data never mixes into another''s answer');

-- archive past items (they stay listed under past)

RESET SESSION AUTHORIZATION;

SELECT pg_temp.keep('past', e.id) FROM lode.exams e WHERE e.held_at = '2026-01-08 09:00+00';

INSERT INTO lode.exams (student_id, identifier, course_id, held_at, changed_at)
SELECT pg_temp.kept('bob'), gen_random_uuid(), c.id, now() + interval '1 year', now()
FROM lode.courses c WHERE c.student_id = pg_temp.kept('bob')
RETURNING pg_temp.keep('coming', id);

SELECT md5(string_agg(e::text, '|' ORDER BY e.id)) AS before FROM lode.exams e \gset

SET SESSION AUTHORIZATION lode_test_admin;

SELECT is(pg_temp.reeve_act('archive', 'exam', pg_temp.kept('coming')), 'refused state',
  'an exam to come is not archived');

SELECT is(pg_temp.reeve_act('archive', 'exam', pg_temp.kept('past')), 'done',
  'a past exam is archived');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT results_eq($$SELECT days, state FROM lode.agenda(pg_temp.kept('ann'),
    '2026-01-10 08:00+00') WHERE days < 0$$, $$VALUES (-2, 'archived')$$,
  'it stays listed under past');

RESET SESSION AUTHORIZATION;

UPDATE lode.file_exams SET changed_at = '2026-02-01' WHERE row_id = -2;

SELECT pg_temp.merge('ann') \g /dev/null

SELECT isnt((SELECT e.archived_at FROM lode.exams e WHERE e.id = pg_temp.kept('past')), NULL,
  'another import leaves it archived');

UPDATE lode.exams SET changed_at = '2026-01-01' WHERE id = pg_temp.kept('past');

SET SESSION AUTHORIZATION lode_test_admin;

SELECT is(pg_temp.reeve_act('archive', 'exam', pg_temp.kept('past')), 'refused already',
  'nothing is archived twice');

SELECT is((SELECT concat_ws(' ', outcome, code) FROM reeve.undo_perform(
  (SELECT max(a.action_id) FROM reeve.action_in_force('lode', 'exam', pg_temp.kept('past')::text,
    'archive') a), 'test', NULL)), 'done', 'the archive is undone');

RESET SESSION AUTHORIZATION;

SELECT is((SELECT md5(string_agg(e::text, '|' ORDER BY e.id)) FROM lode.exams e), :'before',
  'and every row as it was');

SELECT * FROM finish();

ROLLBACK;
