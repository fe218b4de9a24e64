-- Courses, averages and what each mark would change.
BEGIN;

\ir fixture.sql

SELECT pg_temp.student(s) FROM unnest('{ann,bob,cem}'::text[]) s;

-- courses: final mark 18-30, cum laude counts 30

SELECT throws_ok(format($$SELECT pg_temp.course('ann', 'f', 1, 'c', %s, %s, %s, %s)$$, v.credits,
  v.expected, v.final, v.is_laude), '23514', NULL, v.why)
FROM (VALUES
  ('6', 'NULL', '17', 'FALSE', 'a mark of 17 is rejected'),
  ('6', 'NULL', '31', 'FALSE', 'a mark of 31 is'),
  ('6', '17', 'NULL', 'FALSE', 'an expected mark of 17 too'),
  ('6', 'NULL', '29', 'TRUE', 'nobody has 29 cum laude'),
  ('6', 'NULL', 'NULL', 'TRUE', 'nor cum laude without a mark'),
  ('0', 'NULL', '30', 'TRUE', 'nor cum laude without CFU'),
  ('-1', 'NULL', '30', 'FALSE', 'nobody has negative credits'))
  v (credits, expected, final, is_laude, why);

SELECT throws_ok($$SELECT pg_temp.course('ann', 'f', 1, '', 6, NULL, NULL)$$, '23514', NULL,
  'a course has a name');

SELECT pg_temp.course('ann', 'phone', 1, 'A', 6, 28, 30, TRUE),
  pg_temp.course('ann', 'phone', 2, 'B', 9, 25, 27),
  pg_temp.course('ann', 'phone', 3, 'C', 12, NULL, 24),
  pg_temp.course('ann', 'phone', 4, 'D', 9, 30, NULL),
  pg_temp.course('ann', 'phone', 5, 'E', 6, NULL, NULL) \g /dev/null

SELECT pg_temp.merge('ann') \g /dev/null

-- credits taken; average = sum(final x CFU) / sum(CFU) over passed; projected

:as_app;

SELECT is(s, ROW(27::bigint, 711 / 27.0, 981 / 36.0, 3::bigint, 2::bigint)::record,
  'the average counts passed courses, the projected one expected marks too, and 30 cum laude is 30')
FROM lode.stats(pg_temp.kept('ann')) s;

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT name, state, final, difference FROM lode.view_courses(
    pg_temp.kept('ann')::text)$$,
  $$VALUES ('D', 'active', NULL, NULL), ('E', 'active', NULL, NULL), ('A', 'passed',
    '30 cum laude', 2), ('B', 'passed', '27', 2), ('C', 'passed', '24', NULL)$$,
  'active and passed courses are listed, expected beside final with the difference');

-- delta for a course of n CFU: for each mark 18 to 30 how far the average moves

:as_app;

SELECT results_eq(format($$SELECT mark, average, round(delta, 4) FROM lode.course_delta(%s)
    WHERE mark IN (18, 26, 30)$$, pg_temp.course_id('ann', 'D')),
  $$VALUES (18, 873 / 36.0, round(873 / 36.0 - 711 / 27.0, 4)), (26, 945 / 36.0,
    round(945 / 36.0 - 711 / 27.0, 4)), (30, 981 / 36.0, round(981 / 36.0 - 711 / 27.0, 4))$$,
  'a mark moves the average by as much as its credits weigh');

SELECT is(array_agg(mark), ARRAY(SELECT generate_series(18, 30)), 'for each mark from 18 to 30')
FROM lode.course_delta(pg_temp.course_id('ann', 'D'));

SELECT results_eq(format($$SELECT round(delta, 4) FROM lode.course_delta(%s) WHERE mark = 27$$,
    pg_temp.course_id('ann', 'B')), $$VALUES (round(711 / 27.0 - 468 / 18.0, 4))$$,
  'of a passed course it is against the average without it');

-- no credits at all

RESET SESSION AUTHORIZATION;

SELECT pg_temp.course('bob', 'phone', 1, 'Z', 0, NULL, 28) \g /dev/null

SELECT pg_temp.merge('bob') \g /dev/null

:as_app;

SELECT is(s, ROW(0::bigint, NULL::numeric, NULL::numeric, 1::bigint, 0::bigint)::record,
  'there is no average over no credits') FROM lode.stats(pg_temp.kept('bob')) s;

SELECT is((SELECT count(*) FROM lode.course_delta(pg_temp.course_id('bob', 'Z'))
  WHERE average IS NULL AND delta IS NULL), 13::bigint, 'nor does a mark move it');

SELECT is(s, ROW(0::bigint, NULL::numeric, NULL::numeric, 0::bigint, 0::bigint)::record,
  'nor has somebody without courses one') FROM lode.stats(pg_temp.kept('cem')) s;

-- averages stored in a file are recomputed and disagreements reported

RESET SESSION AUTHORIZATION;

INSERT INTO lode.file_totals VALUES (pg_temp.kept('ann'), 'phone', 1, 29.5, 27.25),
  (pg_temp.kept('bob'), 'phone', 1, 0, 0);

SELECT results_eq($$SELECT t FROM pg_temp.merge('ann') t$$, ARRAY[format(
  'student %s, phone: the stored average is 29.500, its courses make 26.333',
  pg_temp.kept('ann'))], 'a stored average that is wrong is told, one that is right is not');

SELECT is_empty($$SELECT t FROM pg_temp.merge('bob') t$$, '0 stands for none');

SELECT throws_ok($$INSERT INTO lode.file_totals VALUES (pg_temp.kept('ann'), 'x', 1, 'NaN', 1)$$,
  '23514', NULL, 'NaN is no average');

SELECT * FROM finish();

ROLLBACK;
