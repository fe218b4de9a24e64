-- What the app reads is of the student alone who asks; the delta is of any number of CFU.
BEGIN;

\ir fixture.sql

SELECT pg_temp.student(s) FROM unnest('{ann,bob,cem,gone}'::text[]) s;

SELECT pg_temp.course('ann', 'phone', 1, 'A', 6, 28, 30),
  pg_temp.course('ann', 'phone', 2, 'B', 9, 25, NULL),
  pg_temp.course('bob', 'phone', 1, 'C', 12, NULL, 18);

SELECT pg_temp.merge(s) FROM unnest('{ann,bob}'::text[]) s;

SELECT pg_temp.keep('B', pg_temp.course_id('ann', 'B'));

UPDATE lode.students SET is_erased = TRUE WHERE id = pg_temp.kept('gone');

:as_app;

SELECT results_eq(format('SELECT mark, average, delta FROM lode.credits_delta(%s, %s)',
    pg_temp.kept('ann'), n), format('SELECT m, (180 + m * %1$s) / (6.0 + %1$s),
    (180 + m * %1$s) / (6.0 + %1$s) - 30 FROM generate_series(18, 30) m', n),
  format('%s CFU move the average as far as they weigh', n))
FROM unnest('{1,6,30,1000}'::int[]) n;

SELECT results_eq(format('SELECT * FROM lode.credits_delta(%s, 9)', pg_temp.kept('ann')),
  format('SELECT * FROM lode.course_delta(%s, %s)', pg_temp.kept('B'), pg_temp.kept('ann')),
  'which is what an active course of as many does');

SELECT is((SELECT (min(average), max(average), count(delta))::text
    FROM lode.credits_delta(pg_temp.kept('cem'), 6)), '(18.0000000000000000,30.0000000000000000,0)',
  'the first mark is the average, and moves none');

SELECT throws_ok(format('SELECT * FROM lode.credits_delta(%s, %s)', pg_temp.kept('ann'), n),
  'LD002', NULL, n || ' CFU are none') FROM unnest('{0,-6,1001,null::int}'::text[]) n;

SELECT throws_ok(format('SELECT * FROM lode.course_delta(%s, %s)', pg_temp.kept('B'),
  pg_temp.kept('bob')), 'LD001', NULL, 'a course is not shown to another student');

SELECT throws_ok(format('SELECT * FROM lode.%s', format(f, who)), 'LD001', NULL,
  format(f, 'somebody') || ' of ' || words)
FROM unnest('{stats(%s),course_list(%s),"agenda(%s, now())","credits_delta(%s, 6)"}'::text[]) f
  CROSS JOIN (VALUES (-1, 'nobody'), (pg_temp.kept('gone'), 'somebody erased')) v (who, words);

SELECT throws_ok('SELECT FROM lode.' || t, '42501', NULL,
  'the app reads none of ' || t || ' past these functions')
FROM unnest('{students,consents,courses,exams,assignments,file_courses}'::text[]) t;

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
