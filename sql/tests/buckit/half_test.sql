-- Accounts that no photo has finished: one reminder, and a week later they go.
BEGIN;

\ir fixture.sql

SELECT pg_temp.half(h) FROM unnest('{new,old,follower,late,barred}'::text[]) h;

SELECT pg_temp.person('friend');

:as_app;

SELECT buckit.user_follow(pg_temp.kept('follower'), pg_temp.kept('friend'), now());

RESET SESSION AUTHORIZATION;

-- Who came a week ago has been welcomed.
UPDATE buckit.users SET created_at = now() - interval '8 days', is_new = FALSE
WHERE id IN (pg_temp.kept('old'), pg_temp.kept('follower'), pg_temp.kept('late'),
  pg_temp.kept('barred'));

UPDATE buckit.users SET blocked_until = 'infinity' WHERE id = pg_temp.kept('barred');

-- The schedule of the job, of the users that this test has made alone.
UPDATE buckit.users SET reminded_at = now()
WHERE activated_at IS NULL AND id NOT IN (SELECT k.id FROM kept k);

CREATE FUNCTION pg_temp.expire() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  job reeve.job;
  progress reeve.job_progress;
  step reeve.job_step;
BEGIN
  job.app := 'buckit';
  job.args := '{"collection": "user"}';
  FOR turn IN 1 .. 10 LOOP
    progress.done := coalesce(step.done, 0);
    step := reeve.stale_expire(job, progress, 1000);
    EXIT WHEN step.state <> 'running';
  END LOOP;
  RETURN step.state;
END
$$;

CREATE FUNCTION pg_temp.there() RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(k.name ORDER BY k.name) FROM kept k JOIN buckit.users u ON u.id = k.id
$$;

CREATE FUNCTION pg_temp.reminded() RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(k.name ORDER BY k.name)
  FROM reeve.outbox o JOIN kept k ON o.key = k.id::text WHERE o.template = 'sign-up-waits'
$$;

SELECT is(pg_temp.expire(), 'completed', 'the job runs');

SELECT is(pg_temp.reminded(), '{follower,late,old}',
  'after a week there is a reminder, but none for who is banned');

SELECT is(pg_temp.expire(), 'completed', 'the job runs again');

SELECT is(pg_temp.reminded(), '{follower,late,old}', 'of which there is one');

SELECT is(pg_temp.there(), '{barred,follower,friend,late,new,old}', 'and nobody has gone');

UPDATE buckit.users SET reminded_at = now() - interval '8 days'
WHERE id IN (SELECT k.id FROM kept k) AND reminded_at IS NOT NULL;

:as_app;

SELECT buckit.user_activate(pg_temp.kept('late'), 'https://photos.example/1.jpg', now());

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.expire(), 'completed', 'a week later');

SELECT is(pg_temp.there(), '{barred,follower,friend,late,new}',
  'who is not activated has gone, but for who follows somebody');

SELECT is_empty(format('SELECT FROM buckit.identities WHERE user_id = %s', pg_temp.kept('old')),
  'with what they signed in by');

SELECT isnt(pg_temp.half('old'), NULL, 'and may sign up again');

SELECT * FROM finish();

ROLLBACK;
