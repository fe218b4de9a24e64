-- What bans, voids and undos do to what others see and count; the digests before and after.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cem,eve}'::text[]) p;

SELECT pg_temp.activity('swim', 'eve'), pg_temp.activity('climb', 'ann');

SELECT pg_temp.bucket('eves', 'eve'), pg_temp.bucket('bobs', 'bob');

:as_app;

SELECT buckit.item_add(pg_temp.kept(o), pg_temp.kept(o || 's'), pg_temp.kept(a), now())
FROM unnest('{eve,bob}'::text[]) o, unnest('{swim,climb}'::text[]) a;

SELECT buckit.item_done(pg_temp.kept('bob'), pg_temp.kept('bobs'), pg_temp.kept('swim'), TRUE,
  now());

SELECT pg_temp.keep('copy', buckit.bucket_copy(pg_temp.kept('cem'), pg_temp.kept('eves'), now()));

SELECT buckit.item_done(pg_temp.kept('cem'), pg_temp.kept('copy'), pg_temp.kept('climb'), TRUE,
  now());

SELECT buckit.user_follow(pg_temp.kept(f), pg_temp.kept(t), now())
FROM (VALUES ('eve', 'ann'), ('bob', 'ann'), ('ann', 'eve'), ('cem', 'eve')) v (f, t);

SELECT buckit.vote_cast(pg_temp.kept(u), pg_temp.kept('climb'), 1, now())
FROM unnest('{eve,bob,cem}'::text[]) u;

SELECT pg_temp.keep('comment', buckit.comment_write(pg_temp.kept('bob'), pg_temp.kept('swim'),
  'nice', now()));

SELECT buckit.comment_write(pg_temp.kept('eve'), pg_temp.kept('climb'), 'rude', now());

RESET SESSION AUTHORIZATION;

CREATE FUNCTION pg_temp.digest() RETURNS text LANGUAGE sql AS $$
  SELECT md5(concat(
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM buckit.users t),
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM buckit.activities t),
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM buckit.buckets t),
    (SELECT string_agg(t::text, '|' ORDER BY t.bucket_id, t.activity_id)
      FROM buckit.bucket_items t),
    (SELECT string_agg(t::text, '|' ORDER BY t.user_id, t.activity_id) FROM buckit.votes t),
    (SELECT string_agg(t::text, '|' ORDER BY t.id) FROM buckit.comments t)))
$$;

CREATE FUNCTION pg_temp.profile(label text) RETURNS bigint[] LANGUAGE sql AS $$
  SELECT ARRAY[p.buckets, p.completed, p.followers, p.following]
  FROM buckit.profile(pg_temp.kept(label), now()) p
$$;

CREATE TEMPORARY TABLE before AS SELECT pg_temp.digest() AS digest;

SELECT is(pg_temp.profile('ann'), '{0,0,2,1}', 'a profile counts followers and followed');

SELECT is(pg_temp.profile('bob'), '{1,1,0,1}', 'and buckets and what was done');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT detail ->> 'action_id' AS banned
FROM reeve.action_perform('ban', 'buckit', 'user', pg_temp.kept('eve')::text, :'why', NULL) \gset

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.profile('ann'), '{0,0,1,0}', 'a banned follower and followed count no longer');

SELECT is(pg_temp.profile(p), pg_temp.profile_rows(pg_temp.kept(p)),
  'the profile of ' || p || ' equals the rows after a ban')
FROM unnest('{ann,bob,cem}'::text[]) p;

SELECT is(pg_temp.profile('eve'), NULL, 'who is banned has no profile');

:as_app;

SELECT results_eq(
  $$SELECT title, photo_url, is_removed, done_at IS NOT NULL
    FROM buckit.bucket_view(pg_temp.kept('bob'), pg_temp.kept('bobs'), now())
    WHERE activity = pg_temp.kept('swim')$$,
  $$VALUES ('removed', NULL, TRUE, TRUE)$$,
  'a banned activity shows a tombstone in buckets; the owner''s done_at stays');

SELECT is_empty($$SELECT FROM buckit.activity_listing(now()) WHERE title = 'swim'$$,
  'and leaves map, trending and search');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is((SELECT label FROM reeve.subject_relations('buckit', 'comment',
    pg_temp.kept('comment')::text) WHERE name = 'activity'), 'removed',
  'the console shows the tombstone, too, where a comment refers to it');

SELECT is((SELECT value FROM reeve.subject_show('buckit', 'activity', pg_temp.kept('swim')::text)
  WHERE field = 'title'), 'swim', 'and its words where it is looked at itself');

RESET SESSION AUTHORIZATION;

:as_app;

SELECT results_eq(
  $$SELECT title, items, done
    FROM buckit.bucket_list(pg_temp.kept('cem'), pg_temp.kept('cem'), now())$$,
  $$VALUES ('removed', 2::bigint, 1::bigint)$$,
  'bans reach the copies: the owner of one sees what is in it, without the banned words');

SELECT is_empty(
  $$SELECT FROM buckit.bucket_list(pg_temp.kept('bob'), pg_temp.kept('cem'), now())$$,
  'others do not see it');

SELECT is((SELECT (up, comments)::text FROM buckit.activity_page(pg_temp.kept('climb'), now())),
  '(2,0)', 'votes and comments of who is banned do not count');

SELECT pg_temp.refused(format($$SELECT buckit.bucket_change(%s, %s, 'new', NULL, now())$$,
  pg_temp.kept('cem'), pg_temp.kept('copy')), 'BK005', 'a ban is not undone by renaming');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is((SELECT outcome FROM reeve.undo_perform(:banned, 'a mistake', NULL)), 'done',
  'the ban is undone');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.digest(), (SELECT digest FROM before), 'every row is as it was before the ban');

SELECT is(pg_temp.profile('ann'), '{0,0,2,1}', 'and so are the counts');

-- void votes of a banned user or a vote ring (ours) and see the counts change --------------

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is((SELECT jsonb_path_query_array(reeve.action_plan('void', 'buckit', 'user',
    pg_temp.kept('bob')::text, :'why'), '$.effects[*].rows')),
  '[1, 1]', 'the plan of a void says how many votes, and who is told');

SELECT detail ->> 'action_id' AS voided
FROM reeve.action_perform('void', 'buckit', 'user', pg_temp.kept('bob')::text, :'why', NULL) \gset

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is((SELECT up FROM buckit.activity_page(pg_temp.kept('climb'), now())), 2::bigint,
  'void votes do not count');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.profile('bob'), '{1,1,0,1}', 'and the account stays as it is');

:as_app;

SELECT pg_temp.refused(format($$SELECT buckit.vote_withdraw(%s, %s, now())$$, pg_temp.kept('bob'),
  pg_temp.kept('climb')), 'BK005', 'a void vote is not taken back and cast anew');

SELECT lives_ok(format($$SELECT buckit.vote_change(%s, %s, -1, now())$$, pg_temp.kept('bob'),
  pg_temp.kept('climb')), 'it may be turned round,');

SELECT is((SELECT (up, down)::text FROM buckit.activity_page(pg_temp.kept('climb'), now())),
  '(2,0)',
  'and stays void');

SELECT buckit.vote_change(pg_temp.kept('bob'), pg_temp.kept('climb'), 1, now());

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT is((SELECT outcome FROM reeve.undo_perform(:voided, 'a mistake', NULL)), 'done',
  'a void is undone');

SELECT detail ->> 'action_id' AS first
FROM reeve.action_perform('ban', 'buckit', 'user', pg_temp.kept('cem')::text, :'why', NULL) \gset

SELECT detail ->> 'action_id' AS second
FROM reeve.action_perform('void', 'buckit', 'user', pg_temp.kept('cem')::text, :'why', NULL) \gset

SELECT outcome FROM reeve.undo_perform(:first, 'a mistake', NULL) \gset

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is((SELECT up FROM buckit.activity_page(pg_temp.kept('climb'), now())), 2::bigint,
  'votes that were voided for two causes stay void until both have ended');

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT outcome FROM reeve.undo_perform(:second, 'a mistake', NULL) \gset

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is((SELECT up FROM buckit.activity_page(pg_temp.kept('climb'), now())), 3::bigint,
  'and count again then');

-- A hidden bucket ------------------------------------------------------------------------------

SET SESSION AUTHORIZATION buckit_test_admin;

SELECT detail ->> 'action_id' AS hidden
FROM reeve.action_perform('hide', 'buckit', 'bucket', pg_temp.kept('eves')::text, :'why',
  NULL) \gset

RESET SESSION AUTHORIZATION;

SELECT is((SELECT count(*) FROM buckit.buckets
    WHERE hidden_until > now() AND id IN (pg_temp.kept('eves'), pg_temp.kept('copy'))), 2::bigint,
  'hiding a bucket reaches its copies');

:as_app;

SELECT pg_temp.refused(format($$SELECT buckit.bucket_copy(%s, %s, now())$$, pg_temp.kept('ann'),
  pg_temp.kept('eves')), 'BK005', 'nobody copies a hidden bucket');

RESET SESSION AUTHORIZATION;

SELECT * FROM finish();

ROLLBACK;
