-- Every function that the app's login may call is called as that login.
BEGIN;

\ir fixture.sql
\ir ../fixtures/index.sql

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob}'::text[]) p;

SELECT pg_temp.shop('Bottega', pg_temp.kept('owner'));

SELECT pg_temp.thing('Handbag', pg_temp.kept('Bottega'));

SELECT pg_temp.index_build('randevoo', 'product'), pg_temp.index_build('randevoo', 'store');

CREATE TEMPORARY TABLE walk(place serial, call text, wanted text, kept text);

-- Reservations are asked for on Monday, for Wednesday.
\set monday '''2031-06-09 08:00+00'''
\set wednesday '''2031-06-11 10:00+00'''

INSERT INTO walk(call, wanted, kept)
SELECT replace(replace(c.call, '$monday', :'monday'), '$wednesday', :'wednesday'), c.wanted, c.kept
FROM (VALUES
  ($$randevoo.require(TRUE, 'nothing')$$, '^true$', NULL),
  ($$randevoo.at_require($monday)$$, '^true$', NULL),
  ($$randevoo.changes()$$, '^\([0-9a-f]+\.\d+\.0\.0,,,,end,', NULL),
  ($$randevoo.user_register('Dan', 'Tester', 'google', 'test dan')$$, '^\d+$', 'dan'),
  ($$randevoo.sign_in(pg_temp.kept('dan'), 'google', 'phone', 'a phone', '192.0.2.7', 'FI',
    $monday)$$, '^$', NULL),
  ($$randevoo.store_open(pg_temp.kept('dan'), 'Dan''s', 'boutique', 'All of it', 'Oulu', NULL,
    NULL, NULL, 'UTC', NULL, NULL, NULL, $monday)$$, '^\d+$', 'dans'),
  ($$randevoo.store_change(pg_temp.kept('dan'), pg_temp.kept('dans'), 'Dan''s', 'boutique', 'More',
    'Oulu', NULL, NULL, NULL, '1 hour', 2, 30, '24 hours', $monday)$$, '^$', NULL),
  ($$randevoo.store_hours_set(pg_temp.kept('dan'), pg_temp.kept('dans'), 3, '10:00', '12:00')$$,
    '^$', NULL),
  ($$randevoo.store_policy_set(pg_temp.kept('dan'), pg_temp.kept('dans'), 'Shoes', 'Take them off',
    $monday)$$, '^$', NULL),
  ($$randevoo.store_listing($monday)$$, 'Dan''s', NULL),
  ($$randevoo.slot_grid(pg_temp.kept('dans'), '2031-06-11')$$,
    '^\("2031-06-11 10:00:00\+00","2031-06-11 11:00:00\+00"\)\n[^\n]*$', NULL),
  ($$randevoo.slot_status(pg_temp.kept('dans'), pg_temp.kept('ann'), '2031-06-11', $monday)$$,
    'available\)\n.*available\)$', NULL),
  ($$randevoo.slot_list(pg_temp.kept('dans'), pg_temp.kept('ann'), $monday)$$, 'available', NULL),
  ($$randevoo.slot_taken(pg_temp.kept('dans'), $wednesday, '2031-06-11 11:00+00')$$, '^0$', NULL),
  ($$randevoo.product_list(pg_temp.kept('dan'), pg_temp.kept('dans'), 'Scarf', '', '', 'scarves',
    10, 'EUR', NULL, NULL, 5, $monday)$$, '^\d+$', 'scarf'),
  ($$randevoo.product_change(pg_temp.kept('dan'), pg_temp.kept('scarf'), 'Red scarf', '', '',
    'scarves', NULL, 12, 'EUR', $monday)$$, '^$', NULL),
  ($$randevoo.product_offer(pg_temp.kept('dan'), pg_temp.kept('scarf'), TRUE, $monday)$$, '^$',
    NULL),
  ($$randevoo.product_photos_set(pg_temp.kept('dan'), pg_temp.kept('scarf'),
    '{https://photos.example/s.jpg}', $monday)$$, '^$', NULL),
  ($$randevoo.product_listing($monday)$$, 'Red scarf', NULL),
  ($$randevoo.branch_open(pg_temp.kept('dan'), pg_temp.kept('dans'), 'Dan''s too', 'Oulu', NULL,
    NULL, NULL, 'UTC', $monday)$$, '^\d+$', 'branch'),
  ($$randevoo.branch_list(pg_temp.kept('branch'), $monday)$$,
    'Dan''s,.*,t\)\n.*Dan''s too",.*,f\)$', NULL),
  ($$randevoo.product_copy(pg_temp.kept('dan'), pg_temp.kept('scarf'), pg_temp.kept('branch'),
    $monday)$$, '^\d+$', NULL),
  ($$randevoo.variant_sku_set(pg_temp.kept('owner'), pg_temp.kept('Handbag'), 'H-1',
    $monday)$$, '^$', NULL),
  ($$randevoo.stock_sync(pg_temp.kept('owner'), pg_temp.kept('Bottega'), '{H-1}', '{9}', now())$$,
    '^\(H-1,set\)$', NULL),
  ($$randevoo.store_invitation_only_set(pg_temp.kept('dan'), pg_temp.kept('branch'), TRUE, now())$$,
    '^$', NULL),
  ($$randevoo.store_invite(pg_temp.kept('dan'), pg_temp.kept('branch'), '+3581234567',
    now())$$, '^$', NULL),
  ($$randevoo.customer_invited(pg_temp.kept('ann'), pg_temp.kept('branch'))$$, '^false$', NULL),
  ($$randevoo.slot_status(pg_temp.kept('branch'), pg_temp.kept('ann'), '2031-06-11', $monday)$$,
    'uninvited', NULL),
  ($$randevoo.phone_code(pg_temp.kept('ann'), '+3581234567', now())$$, '^\d{6}$', NULL),
  ($$randevoo.phone_verify(pg_temp.kept('ann'), 'wrong', now())$$, '^false$', NULL),
  ($$randevoo.store_uninvite(pg_temp.kept('dan'), pg_temp.kept('branch'), '+3581234567', now())$$,
    '^$', NULL),
  ($$randevoo.customer_nearby(pg_temp.kept('ann'), 60.17, 24.94, now())$$, '^0$', NULL),
  ($$randevoo.variant_stock_set(pg_temp.kept('owner'), pg_temp.kept('Handbag'), 7, $monday)$$, '^$',
    NULL),
  ($$randevoo.variant_free(pg_temp.kept('Handbag'))$$, '^7$', NULL),
  ($$randevoo.variant_list(pg_temp.kept('product Handbag'))$$, '^\(\d+,"","",7,7\)$', NULL),
  ($$randevoo.search_product('handbga')$$, ',Handbag,', NULL),
  ($$randevoo.suggest_product('handb')$$, '^\(Handbag,', NULL),
  ($$randevoo.search_store('botega')$$, ',Bottega,', NULL),
  ($$randevoo.suggest_store('bott')$$, '^\(Bottega,', NULL),
  ($$randevoo.find_product('handbga', '{"facets": true}')$$,
    '"exact": true.*"label": "Handbag"', NULL),
  ($$randevoo.find_store('botega', '{"max": 1}')$$, '"label": "Bottega"', NULL),
  ($$randevoo.complete_product('handb', '{"counts": true}')$$,
    '"text": "Handbag", "total": {"count": 1, ', NULL),
  ($$randevoo.complete_store('bott', '{"counts": false}')$$, '"text": "Bottega"', NULL),
  ($$randevoo.opened_product('handbga', pg_temp.kept('Handbag')::text)$$, '^$', NULL),
  ($$randevoo.opened_store('botega', '1', 'a visitor')$$, '^$', NULL),
  ($$randevoo.bag_put(pg_temp.kept('ann'), pg_temp.kept('Handbag'), 1, $monday)$$, '^$', NULL),
  ($$randevoo.bag_list(pg_temp.kept('ann'), $monday)$$, '^\(\d+,\d+,1,', NULL),
  ($$randevoo.favourite_set(pg_temp.kept('ann'), pg_temp.kept('product Handbag'), TRUE, $monday)$$,
    '^$', NULL),
  ($$randevoo.reservation_book(pg_temp.kept('ann'), pg_temp.kept('Bottega'), $wednesday,
    ARRAY[pg_temp.kept('Handbag')], '{1}', $monday)$$, '^\d+$', 'visit'),
  ($$randevoo.reservation_list(pg_temp.kept('ann'))$$, '^\(\d+,.*,pending,', NULL),
  ($$randevoo.reservation_list(pg_temp.kept('owner'), pg_temp.kept('Bottega'))$$,
    '^\(\d+,.*,pending,', NULL),
  ($$randevoo.reservation_products(pg_temp.kept('visit'), $monday)$$, '^\(\d+,\d+,1\)$', NULL),
  ($$randevoo.reservation_off_grid(pg_temp.kept('Bottega'), $monday)$$, '^no row$', NULL),
  ($$randevoo.store_hours_set(pg_temp.kept('owner'), pg_temp.kept('Bottega'), 3, '10:30',
    '18:00')$$, '^$', NULL),
  ($$randevoo.reservation_off_grid(pg_temp.kept('Bottega'), $monday)$$, ',pending,', NULL),
  ($$randevoo.reservation_approve(pg_temp.kept('visit'), pg_temp.kept('owner'), $monday)$$, '^$',
    NULL),
  ($$randevoo.reservation_qr(pg_temp.kept('visit'), pg_temp.kept('ann'))$$, '^[0-9a-f]{64}$', NULL),
  ($$randevoo.reservation_scan(randevoo.reservation_qr(pg_temp.kept('visit'), pg_temp.kept('ann')),
    pg_temp.kept('owner'), $wednesday)$$, '^\d+$', NULL),
  ($$randevoo.reservation_complete(pg_temp.kept('visit'), pg_temp.kept('owner'), $wednesday)$$,
    '^$', NULL),
  ($$randevoo.reservation_book(pg_temp.kept('ann'), pg_temp.kept('Bottega'), '2031-06-12 10:00+00',
    ARRAY[pg_temp.kept('Handbag')], '{1}', $monday)$$, '^\d+$', 'visit'),
  ($$randevoo.reservation_disapprove(pg_temp.kept('visit'), pg_temp.kept('owner'), 'We are away',
    $monday)$$, '^$', NULL),
  ($$randevoo.reservation_reason(pg_temp.kept('visit'), pg_temp.kept('ann'))$$, '^We are away$',
    NULL),
  ($$randevoo.reservation_book(pg_temp.kept('ann'), pg_temp.kept('Bottega'), '2031-06-12 11:00+00',
    ARRAY[pg_temp.kept('Handbag')], '{1}', $monday)$$, '^\d+$', 'visit'),
  ($$randevoo.reservation_cancel(pg_temp.kept('visit'), pg_temp.kept('ann'), $monday)$$, '^$',
    NULL),
  ($$randevoo.reservation_book(pg_temp.kept('ann'), pg_temp.kept('Bottega'), '2031-06-12 12:00+00',
    ARRAY[pg_temp.kept('Handbag')], '{1}', $monday)$$, '^\d+$', 'visit'),
  ($$randevoo.reservation_approve(pg_temp.kept('visit'), pg_temp.kept('owner'), $monday)$$, '^$',
    NULL),
  ($$randevoo.reservation_fail(pg_temp.kept('visit'), pg_temp.kept('owner'), 'Nobody came',
    '2031-06-12 12:30+00')$$, '^$', NULL),
  ($$randevoo.chat_open(pg_temp.kept('ann'), pg_temp.kept('Bottega'), $monday)$$, '^\d+$', 'chat'),
  ($$randevoo.message_send(pg_temp.kept('ann'), pg_temp.kept('chat'), 'Is it blue?', $monday)$$,
    '^\d+$', NULL),
  ($$randevoo.chat_list(pg_temp.kept('owner'), $monday)$$, 'Is it blue\?', NULL),
  ($$randevoo.message_list(pg_temp.kept('owner'), pg_temp.kept('chat'), $monday)$$, 'Is it blue\?',
    NULL),
  ($$randevoo.notification_list(pg_temp.kept('owner'), $monday)$$,
    '^\(\d+,message,"New message","ann and Bottega: .*",t,https://randevoo.example/chats/\d+,',
    NULL),
  ($$randevoo.notification_unread(pg_temp.kept('owner'), $monday)$$, '^[1-9]\d*$', NULL),
  ($$randevoo.notifications_read(pg_temp.kept('owner'), 9223372036854775807, $monday)$$,
    '^[1-9]\d*$', NULL),
  ($$randevoo.notification_unread(pg_temp.kept('owner'), $monday)$$, '^0$', NULL),
  ($$randevoo.product_delete(pg_temp.kept('dan'), pg_temp.kept('scarf'), $monday)$$, '^$', NULL))
  c(call, wanted, kept);

\set other buckit
\ir ../walk.sql

ROLLBACK;
