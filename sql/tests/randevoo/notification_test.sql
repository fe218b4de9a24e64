-- Notifications on everything that concerns someone: reservation events, messages, moderation; with
-- a number for the badge, a text in the reader's language, whether the phone rings, and a link.
BEGIN;

\ir fixture.sql
\ir ../fixtures/worker.sql

CREATE ROLE randevoo_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('randevoo_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["randevoo_test_admin"]}') AS recorded \gset

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob}'::text[]) p;

UPDATE randevoo.users SET locale = 'it-IT' WHERE id = pg_temp.kept('ann');

UPDATE randevoo.users SET locale = 'fi' WHERE id = pg_temp.kept('owner');

SELECT pg_temp.shop('shop', pg_temp.kept('owner'), 'Europe/Helsinki');

SELECT pg_temp.thing('bag', pg_temp.kept('shop'));

SELECT date_trunc('day', now() AT TIME ZONE 'Europe/Helsinki')
  + interval '2 days 10 hours' AS local \gset

SELECT :'local'::timestamp AT TIME ZONE 'Europe/Helsinki' AS slot \gset

SELECT pg_temp.book('anns', 'ann', 'shop', 'bag', :'slot', now()),
  pg_temp.book('bobs', 'bob', 'shop', 'bag', :'slot'::timestamptz + interval '1 hour', now());

:as_app;

SELECT randevoo.reservation_approve(pg_temp.kept(r), pg_temp.kept('owner'), now())
FROM unnest('{anns,bobs}'::text[]) r;

SELECT pg_temp.keep('chat', randevoo.chat_open(pg_temp.kept('ann'), pg_temp.kept('shop'), now()));

SELECT pg_temp.keep(m, randevoo.message_send(pg_temp.kept('ann'), pg_temp.kept('chat'), m, now()))
FROM unnest('{first,second}'::text[]) m;

-- The list of a phone: the newest first.
CREATE FUNCTION pg_temp.told(who text) RETURNS TABLE(kind text, subject text, body text,
  has_sound boolean, link text) LANGUAGE sql AS $$
  SELECT n.kind, n.subject, n.body, n.has_sound, n.link
  FROM randevoo.notification_list(pg_temp.kept(who), clock_timestamp()) n
$$;

SELECT results_eq($$SELECT * FROM pg_temp.told('ann')$$, format(
  'VALUES (%L, %L, %L, TRUE, %L)', 'reservation_approved', 'Approvata', format(
    'shop aspetta ann il %s.', to_char(:'local'::timestamp, 'YYYY-MM-DD HH24:MI')),
  'https://randevoo.example/reservations/' || pg_temp.kept('anns')),
  'a text is in the reader''s language, times in the store''s zone; its link opens what it is of');

SELECT results_eq($$SELECT kind, subject, link FROM pg_temp.told('owner') LIMIT 1$$, format(
  'VALUES (%L, %L, %L)', 'message', 'New message',
  'https://randevoo.example/chats/' || pg_temp.kept('chat')),
  'or else in English; that of a message opens its chat');

SELECT is_empty($$SELECT FROM pg_temp.told('owner') WHERE body LIKE '%second%'$$,
  'what was written is not in it');

SELECT is((SELECT count(*) FROM pg_temp.told('owner')), 4::bigint, 'each event is told');

SELECT is(randevoo.notification_unread(pg_temp.kept('owner'), now()), 4::bigint,
  'the badge counts what is not read');

SELECT is((SELECT count(*) FROM randevoo.notification_list(pg_temp.kept('owner'), now(),
    (SELECT min(l.notification) + 1
      FROM randevoo.notification_list(pg_temp.kept('owner'), now()) l))), 1::bigint,
  'the next page follows the last one of the page before');

SELECT randevoo.notifications_read(pg_temp.kept('owner'), 9223372036854775807, now());

SELECT is((randevoo.notification_unread(pg_temp.kept('owner'), clock_timestamp()),
  randevoo.notification_unread(pg_temp.kept('ann'), clock_timestamp()))::text, '(0,1)',
  'which is nobody else''s');

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT k FROM unnest('{requested,approved,disapproved,held,pending,cancelled,
    expired,revoked,completed,failed}'::text[]) k CROSS JOIN unnest('{en,it}'::text[]) l
  WHERE NOT EXISTS (SELECT FROM randevoo.notification_texts t
    WHERE t.kind = 'reservation_' || k AND t.locale = l)$$, 'each kind has texts');

-- Moderation: what the back office does is told when its notices are sent.

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT set_config('test.anns', pg_temp.kept('anns')::text, TRUE),
  set_config('test.bobs', pg_temp.kept('bobs')::text, TRUE),
  set_config('test.second', pg_temp.kept('second')::text, TRUE);

SELECT is((SELECT outcome FROM reeve.action_perform('revoke', 'randevoo', 'reservation',
    current_setting('test.anns'), '{"policy": "counterfeit"}', NULL)), 'done',
  'an approved reservation is revoked, as its store sold copies');

SELECT is((SELECT outcome FROM reeve.action_perform('revoke', 'randevoo', 'reservation',
    current_setting('test.bobs'), '{"policy": "counterfeit", "public": "They were fakes."}',
    NULL)), 'done', 'another, with words of an admin');

SELECT is((SELECT outcome FROM reeve.action_perform('hide', 'randevoo', 'message',
  current_setting('test.second'), '{"policy": "abuse", "for": "7d"}', NULL)), 'done',
  'a message is hidden');

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM pg_temp.told('ann') WHERE kind = 'notice'$$,
  'nothing is told while the notices wait');

SELECT pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job \gset

UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued';

SET SESSION AUTHORIZATION reeve_worker;

CREATE TEMPORARY TABLE taken AS SELECT outbox_id FROM reeve.outbox_take(:job, 1, 100);

SELECT reeve.outbox_settle(:job, 1, ARRAY(SELECT outbox_id FROM taken), ARRAY(
  SELECT 'retry' FROM taken), ARRAY(SELECT '' FROM taken), ARRAY(SELECT 0::bigint FROM taken))
\g /dev/null

RESET SESSION AUTHORIZATION;

SELECT is_empty($$SELECT FROM pg_temp.told('ann') WHERE kind = 'notice'$$,
  'nor while they are tried');

\ir ../deliver.sql

:as_app;

SELECT results_eq($$SELECT subject, has_sound, link FROM pg_temp.told('ann') WHERE kind = 'notice'
    AND body LIKE '%prenotazione%'$$, format('VALUES (%L, TRUE, %L)',
    'La prenotazione da shop è stata revocata',
    'https://randevoo.example/reservations/' || pg_temp.kept('anns')),
  'a notice that was sent is among them, in the reader''s language, with its link');

SELECT is((SELECT count(*) FROM pg_temp.told('ann') WHERE kind = 'notice'), 2::bigint,
  'each notice is there, and once');

SELECT is(randevoo.notification_unread(pg_temp.kept('ann'), clock_timestamp()), 3::bigint,
  'and counts');

-- Whose fault it was is not the customer's business.

SELECT is_empty($$SELECT body FROM pg_temp.told('ann') WHERE body ~* 'genuine|copies'
  UNION ALL SELECT body FROM pg_temp.told('bob') WHERE body ~* 'genuine|copies|fakes'$$,
  'the customer is not told which clause the store''s owner broke');

SELECT is((SELECT count(*) FROM pg_temp.told('owner')
    WHERE kind = 'notice' AND body ~ 'genuine|They were fakes'), 2::bigint,
  'the owner is');

SELECT is(randevoo.reservation_reason(pg_temp.kept('anns'), pg_temp.kept('ann')), NULL,
  'nor does the reservation say it to the customer');

SELECT matches(randevoo.reservation_reason(pg_temp.kept('anns'), pg_temp.kept('owner')), 'genuine',
  'but to the owner');

SELECT throws_ok(format('SELECT randevoo.reservation_reason(%s, %s)', pg_temp.kept('anns'),
  pg_temp.kept('bob')), 'RN003', NULL, 'and to nobody else');

SELECT throws_ok('SELECT ' || c, '42501', NULL, 'the app reads no ' || c)
FROM unnest('{state_reason FROM randevoo.reservations,
  reason FROM randevoo.reservation_state_history,body FROM randevoo.messages}'::text[]) c;

-- A hidden message is hidden from the app.

SELECT results_eq(format('SELECT body FROM randevoo.message_list(%s, %s, clock_timestamp())',
  pg_temp.kept(w), pg_temp.kept('chat')), '{first}'::text[],
  'a hidden message is not listed for ' || w) FROM unnest('{ann,owner}'::text[]) w;

SELECT is_empty(format('SELECT FROM randevoo.message_list(%s, %s, now())', pg_temp.kept('bob'),
  pg_temp.kept('chat')), 'nor any for others');

RESET SESSION AUTHORIZATION;

CREATE FUNCTION pg_temp.unread(who text) RETURNS bigint LANGUAGE sql AS $$
  SELECT randevoo.notification_unread(pg_temp.kept(who), clock_timestamp())
$$;

\set capped message-hidden
\set most 30
\ir ../capped.sql

SELECT * FROM finish();

ROLLBACK;
