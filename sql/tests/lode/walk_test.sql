-- Every function that the app's login may call is called as that login.
BEGIN;

\ir fixture.sql

SELECT pg_temp.student(s) FROM unnest('{ann,bob}'::text[]) s;

SELECT pg_temp.course('ann', 'phone', 1, 'Analisi', 6, 28, 30),
  pg_temp.course('ann', 'phone', 2, 'Fisica', 9, 25, NULL),
  pg_temp.course('bob', 'phone', 1, 'Chimica', 6, NULL, 18);

INSERT INTO lode.file_exams
VALUES (pg_temp.kept('ann'), 'phone', 1, gen_random_uuid(), 2, now() + interval '3 days', now());

SELECT pg_temp.merge(s) FROM unnest('{ann,bob}'::text[]) s;

SELECT pg_temp.keep('fisica', pg_temp.course_id('ann', 'Fisica'));

CREATE TEMPORARY TABLE walk(place serial, call text, wanted text, kept text);

INSERT INTO walk(call, wanted, kept) VALUES
  ($$lode.student_register('LODE-1', 'Dan', 'dan@uni.example', now())$$, '^\d+$', 'dan'),
  ($$lode.consent_give(pg_temp.kept('dan'), '2026-01', now())$$, '^$', NULL),
  ($$lode.consent_withdraw(pg_temp.kept('dan'), now())$$, '^$', NULL),
  ($$lode.stats(pg_temp.kept('ann'))$$, '^\(6,30\.0+,27\.0+,1,1\)$', NULL),
  ($$lode.course_list(pg_temp.kept('ann'))$$,
    '^\(\d+,Fisica,9,,active,25,,f,\)\n\(\d+,Analisi,6,,passed,28,30,f,2\)$', NULL),
  ($$lode.agenda(pg_temp.kept('ann'), now())$$,
    '^\(exam:\d+,"exam of Fisica",.*,3,urgent\)$', NULL),
  ($$lode.course_delta(pg_temp.kept('fisica'))$$, '^\(18,22\.80*,-7\.20*\)(\n.*){12}$', NULL),
  ($$lode.credits_delta(pg_temp.kept('ann'), 12)$$, '^\(18,22\.0+,-8\.0+\)(\n.*){12}$', NULL);

\set other buckit
\ir ../walk.sql

ROLLBACK;
