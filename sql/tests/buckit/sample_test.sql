BEGIN;

\ir sample_fixture.sql

SELECT results_eq(
  $$SELECT (SELECT count(*) FROM buckit.users), (SELECT count(*) FROM buckit.activities),
      (SELECT count(*) FROM buckit.buckets), (SELECT count(*) FROM buckit.comments)$$,
  $$VALUES (120::bigint, 300::bigint, 165::bigint, 400::bigint)$$,
  'the sample has the rows that it promises');

SELECT is((SELECT count(*) FROM buckit.users WHERE activated_at IS NULL), 10::bigint,
  'ten half accounts');

SELECT is((SELECT count(*) FROM buckit.activities WHERE is_incomplete), 20::bigint,
  'twenty old activities that lack something');

SELECT is_empty($$SELECT a.id FROM buckit.activities a
  WHERE a.comment_count <> (SELECT count(*) FROM buckit.comments c WHERE c.activity_id = a.id)$$,
  'the stored counters are right');

SELECT is_empty($$SELECT FROM buckit.votes v JOIN buckit.users u ON u.id = v.user_id
  WHERE u.activated_at IS NULL OR v.voted_at > now()$$, 'nobody voted who could not,
    or in the future');

SELECT is((SELECT count(*) FROM buckit.buckets WHERE origin_id = 20), 5::bigint,
  'one bucket was copied five times');

SELECT cmp_ok((SELECT count(*) FROM buckit.activity_shown(now())), '>', 200::bigint,
  'most activities are still to come');

SELECT * FROM finish();

ROLLBACK;
