BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob}'::text[]) p;

SELECT pg_temp.shop('shop', pg_temp.kept('owner'));

GRANT USAGE ON SCHEMA randevoo TO reeve_writer_randevoo;

GRANT SELECT ON randevoo.users, randevoo.messages TO reeve_writer_randevoo;

GRANT UPDATE (blocked_until) ON randevoo.users TO reeve_writer_randevoo;

GRANT UPDATE (hidden_until) ON randevoo.messages TO reeve_writer_randevoo;

:as_app;

SELECT pg_temp.keep('chat', randevoo.chat_open(pg_temp.kept('ann'), pg_temp.kept('shop'),
  '2031-06-09 08:00+00'));

SELECT is(randevoo.chat_open(pg_temp.kept('ann'), pg_temp.kept('shop'), '2031-06-09 09:00+00'),
  pg_temp.kept('chat'), 'a customer and a store have one chat');

SELECT throws_ok($$SELECT randevoo.chat_open(pg_temp.kept('owner'), pg_temp.kept('shop'),
  '2031-06-09 08:00+00')$$, 'RN003', NULL, 'nobody chats with their own store');

SELECT throws_ok($$SELECT randevoo.chat_open(-1, pg_temp.kept('shop'), '2031-06-09 08:00+00')$$,
  'RN001', NULL, 'nor does who is not there');

SELECT pg_temp.keep('first', randevoo.message_send(pg_temp.kept('ann'), pg_temp.kept('chat'),
  'Is it blue?', '2031-06-09 08:01+00')),
  pg_temp.keep('second', randevoo.message_send(pg_temp.kept('owner'), pg_temp.kept('chat'), 'No.',
  '2031-06-09 08:02+00'));

SELECT results_eq($$SELECT n.user_id, n.kind FROM randevoo.notifications n
    WHERE n.user_id IN (pg_temp.kept('ann'), pg_temp.kept('owner')) ORDER BY n.created_at$$,
  $$VALUES (pg_temp.kept('owner'), 'message'), (pg_temp.kept('ann'), 'message')$$,
  'the other side is told');

SELECT throws_ok($$SELECT randevoo.message_send(pg_temp.kept('bob'), pg_temp.kept('chat'), 'Hi',
  '2031-06-09 08:03+00')$$, 'RN003', NULL, 'nobody writes into a chat of others');

SELECT throws_ok($$SELECT randevoo.message_send(pg_temp.kept('bob'), -1, 'Hi',
  '2031-06-09 08:03+00')$$, 'RN001', NULL, 'nor into one that is not there');

SELECT results_eq($$SELECT chat, last_message, last_body
    FROM randevoo.chat_list(pg_temp.kept('owner'), '2031-06-09 09:00+00')$$,
  $$VALUES (pg_temp.kept('chat'), pg_temp.kept('second'), 'No.')$$,
  'the last message is derived');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE reeve_writer_randevoo;

UPDATE randevoo.messages SET hidden_until = 'infinity' WHERE id = pg_temp.kept('second');

:as_app;

SELECT is((SELECT last_message FROM randevoo.chat_list(pg_temp.kept('ann'), '2031-06-09 09:00+00')),
  pg_temp.kept('first'), 'a hidden one is not the last');

RESET SESSION AUTHORIZATION;

SET LOCAL ROLE reeve_writer_randevoo;

UPDATE randevoo.users SET blocked_until = 'infinity' WHERE id = pg_temp.kept('owner');

:as_app;

SELECT throws_ok($$SELECT randevoo.message_send(pg_temp.kept('owner'), pg_temp.kept('chat'), 'Hi',
  '2031-06-09 08:03+00')$$, 'RN002', NULL, 'a blocked user cannot chat');

SELECT throws_ok($$SELECT randevoo.chat_open(pg_temp.kept('bob'), pg_temp.kept('shop'),
  '2031-06-09 08:00+00')$$, 'RN009', NULL, 'nobody begins a chat with a blocked owner''s store');

RESET SESSION AUTHORIZATION;

SELECT throws_ok($$INSERT INTO randevoo.messages (group_id, author_id, body)
  VALUES (pg_temp.kept('chat'), pg_temp.kept('owner'), 'x')$$, 'RN002', NULL,
  'a blocked user writes no message, whoever writes the row');

SELECT throws_ok($$INSERT INTO randevoo.messages (group_id, author_id, body)
  VALUES (pg_temp.kept('chat'), pg_temp.kept('bob'), 'x')$$, 'RN003', NULL,
  'nor does anybody else there');

SELECT throws_ok($$INSERT INTO randevoo.groups (customer_id, store_id)
  VALUES (pg_temp.kept('ann'), pg_temp.kept('shop'))$$, '23505', NULL,
  'no second chat of a customer and a store');

SELECT * FROM finish();

ROLLBACK;
