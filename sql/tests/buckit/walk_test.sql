-- Every function that the app's login may call is called as that login.
BEGIN;

\ir fixture.sql
\ir ../fixtures/index.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p;

SELECT pg_temp.activity('sauna', 'ann'), pg_temp.activity('skating', 'ann'),
  pg_temp.bucket('winter', 'ann');

SELECT pg_temp.index_build('buckit', 'activity');

CREATE TEMPORARY TABLE walk(place serial, call text, wanted text, kept text);

INSERT INTO walk(call, wanted, kept) VALUES
  ($$buckit.changes()$$, '^\([0-9a-f]+\.\d+\.0\.0,,,,end,', NULL),
  ($$buckit.user_sign_up('dan', 'Dan', 'google', 'test dan', 'dan@mail.example', now())$$, '^\d+$',
    'dan'),
  ($$buckit.sign_in(pg_temp.kept('dan'), 'google', 'phone', 'a phone', '192.0.2.7', 'FI',
    now())$$, '^$', NULL),
  ($$buckit.notice_list(pg_temp.kept('dan'), now())$$, '^no row$', NULL),
  ($$buckit.notice_unread(pg_temp.kept('dan'), now())$$, '^0$', NULL),
  ($$buckit.notices_read(pg_temp.kept('dan'), 9223372036854775807, now())$$, '^0$', NULL),
  ($$buckit.user_activate(pg_temp.kept('dan'), 'https://photos.example/d.jpg', now())$$,
    '^$', NULL),
  ($$buckit.user_photo(pg_temp.kept('dan'), 'https://photos.example/e.jpg', now())$$, '^$', NULL),
  ($$buckit.user_change(pg_temp.kept('dan'), 'dan.the.man', 'Dan Man', now())$$, '^$', NULL),
  ($$buckit.user_follow(pg_temp.kept('dan'), pg_temp.kept('ann'), now())$$, '^$', NULL),
  ($$buckit.profile(pg_temp.kept('dan'), now())$$,
    '^\(dan\.the\.man,"Dan Man",https://photos\.example/e\.jpg,0,0,0,1\)$', NULL),
  ($$buckit.user_unfollow(pg_temp.kept('dan'), pg_temp.kept('ann'), now())$$, '^$', NULL),
  ($$buckit.activity_post(pg_temp.kept('dan'), 'Ice hockey', 'On the lake',
    'https://photos.example/h.jpg', 'Oulu', 65.01, 25.47, now() + interval '2 days', now())$$,
    '^\d+$', 'hockey'),
  ($$buckit.activity_change(pg_temp.kept('dan'), pg_temp.kept('hockey'), 'Bandy', 'On the lake',
    'https://photos.example/h.jpg', 'Oulu', 65.01, 25.47, now() + interval '2 days', now())$$,
    '^$', NULL),
  ($$buckit.activity_page(pg_temp.kept('hockey'), now())$$, ',Bandy,.*,Oulu,65\.01,25\.47,', NULL),
  ($$buckit.activity_listing(now())$$, ',Bandy,.*,65\.01,25\.47,(.|\n)*,sauna,', NULL),
  ($$buckit.activity_near(65, 25.4, 10000, now())$$, '^\(\d+,Bandy,.*,65\.01,25\.47,[^\n]*$', NULL),
  ($$buckit.activity_map(64, 25, 66, 26, now())$$, '^\(\d+,Bandy,.*,65\.01,25\.47,[^\n]*$', NULL),
  ($$buckit.search_activity('saunna')$$, '^\(\d+,sauna,', NULL),
  ($$buckit.suggest_activity('skat')$$, 'skating', NULL),
  ($$buckit.find_activity('saunna', '{}')$$, '"label": "sauna"', NULL),
  ($$buckit.complete_activity('skat', '{"counts": true}')$$, '"text": "skating.*"count": 1', NULL),
  ($$buckit.opened_activity('saunna', '1', NULL)$$, '^$', NULL),
  ($$buckit.vote_cast(pg_temp.kept('dan'), pg_temp.kept('sauna'), -1, now())$$, '^$', NULL),
  ($$buckit.vote_change(pg_temp.kept('dan'), pg_temp.kept('sauna'), 1, now())$$, '^$', NULL),
  ($$buckit.trending_activity(pg_temp.kept('bob')::text, 60.1, 24.9, 20000)$$,
    '^\(\d+,sauna,1,[^\n]*$', NULL),
  ($$buckit.vote_withdraw(pg_temp.kept('dan'), pg_temp.kept('sauna'), now())$$, '^$', NULL),
  ($$buckit.comment_write(pg_temp.kept('dan'), pg_temp.kept('sauna'), 'Hot!', now())$$, '^\d+$',
    'comment'),
  ($$buckit.comment_list(pg_temp.kept('sauna'), now())$$, 'Hot!', NULL),
  ($$buckit.comment_view(pg_temp.kept('comment'), now())$$, '^\(\d+,\d+,Hot!,', NULL),
  ($$buckit.comment_delete(pg_temp.kept('dan'), pg_temp.kept('comment'), now())$$, '^$', NULL),
  ($$buckit.favourite_add(pg_temp.kept('dan'), pg_temp.kept('sauna'), now())$$, '^$', NULL),
  ($$buckit.favourite_remove(pg_temp.kept('dan'), pg_temp.kept('sauna'), now())$$, '^$', NULL),
  ($$buckit.bucket_make(pg_temp.kept('dan'), 'This year', NULL, now())$$, '^\d+$', 'year'),
  ($$buckit.bucket_change(pg_temp.kept('dan'), pg_temp.kept('year'), 'Next year', NULL, now())$$,
    '^$', NULL),
  ($$buckit.item_add(pg_temp.kept('dan'), pg_temp.kept('year'), pg_temp.kept('sauna'), now())$$,
    '^$', NULL),
  ($$buckit.item_done(pg_temp.kept('dan'), pg_temp.kept('year'), pg_temp.kept('sauna'), TRUE,
    now())$$, '^$', NULL),
  ($$buckit.bucket_list(pg_temp.kept('bob'), pg_temp.kept('dan'), now())$$,
    ',"Next year",,1,1\)$', NULL),
  ($$buckit.bucket_view(pg_temp.kept('bob'), pg_temp.kept('year'), now())$$, ',sauna,', NULL),
  ($$buckit.bucket_copy(pg_temp.kept('bob'), pg_temp.kept('year'), now())$$, '^\d+$', NULL),
  ($$buckit.item_remove(pg_temp.kept('dan'), pg_temp.kept('year'), pg_temp.kept('sauna'), now())$$,
    '^$', NULL),
  ($$buckit.bucket_delete(pg_temp.kept('dan'), pg_temp.kept('year'), now())$$, '^$', NULL),
  ($$buckit.itinerary_make(pg_temp.kept('dan'), 'A weekend', '{}', now())$$, '^\d+$', 'weekend'),
  ($$buckit.itinerary_change(pg_temp.kept('dan'), pg_temp.kept('weekend'), 'A long weekend',
    ARRAY[pg_temp.kept('sauna'), pg_temp.kept('skating')], now())$$, '^$', NULL),
  ($$buckit.itinerary_list(pg_temp.kept('dan'), now())$$, ',dan\.the\.man,"A long weekend",2,',
    NULL),
  ($$buckit.itinerary_view(pg_temp.kept('weekend'), now())$$,
    '^\(1,\d+,sauna,.*,60\.17,24\.94,[^\n]*\n\(2,\d+,skating,[^\n]*$', NULL),
  ($$buckit.itinerary_delete(pg_temp.kept('dan'), pg_temp.kept('weekend'), now())$$, '^$', NULL),
  ($$buckit.activity_delete(pg_temp.kept('dan'), pg_temp.kept('hockey'), now())$$, '^$', NULL);

\set other randevoo
\ir ../walk.sql

ROLLBACK;
