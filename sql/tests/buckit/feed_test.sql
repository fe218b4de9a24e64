-- What BuckIt's feed tells whom.
BEGIN;

\ir fixture.sql

\ir ../feed.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,eve}'::text[]) p;

SELECT pg_temp.forget();

SELECT pg_temp.activity('swim', 'ann');

:as_app;

SELECT is(pg_temp.told('eve'), pg_temp.row('upsert activity', 'swim'),
  'everybody learns of an activity');

SELECT pg_temp.forget();

SELECT buckit.vote_cast(pg_temp.kept('bob'), pg_temp.kept('swim'), 1, now());

SELECT is(pg_temp.told('eve'), pg_temp.row('upsert activity', 'swim'),
  'a vote changes it, and nobody learns whose');

SELECT matches(pg_temp.told('bob'), 'upsert vote \[\d+, \d+\]', 'but who has cast it');

SELECT pg_temp.forget();

SELECT buckit.vote_withdraw(pg_temp.kept('bob'), pg_temp.kept('swim'), now());

SELECT is(pg_temp.told('eve'), pg_temp.row('upsert activity', 'swim'), 'nor whose was withdrawn');

SELECT matches(pg_temp.told('bob'), 'gone vote \[\d+, \d+\]', 'which is gone for who had cast it');

SELECT pg_temp.forget();

SELECT pg_temp.keep('nice', buckit.comment_write(pg_temp.kept('bob'), pg_temp.kept('swim'), 'nice',
  now()));

SELECT matches(pg_temp.told('eve'), pg_temp.row('upsert comment', 'nice'), 'comments are told');

SELECT results_eq($$SELECT activity, author, body
    FROM buckit.comment_view(pg_temp.kept('nice'), now())$$,
  $$VALUES (pg_temp.kept('swim'), pg_temp.kept('bob'), 'nice')$$,
  'and can be read by their key, with the activity');

SELECT pg_temp.forget();

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT pg_temp.kept('ann') AS ann \gset

SELECT is((SELECT p.outcome FROM reeve.action_perform('ban', 'buckit', 'user', :'ann', :'why',
    NULL) p),
  'done', 'a user is banned');

:as_app;

SELECT matches(pg_temp.told('eve'), pg_temp.row('gone activity', 'swim'),
  'phones drop their activities');

SELECT is_empty($$SELECT FROM buckit.comment_view(pg_temp.kept('nice'), now())$$,
  'a comment on a tombstone is not read either');

SELECT * FROM finish();

ROLLBACK;
