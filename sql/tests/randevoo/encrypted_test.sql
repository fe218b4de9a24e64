-- While the app knows a key, texts of messages come encrypted, whoever writes them.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{owner,ann}'::text[]) p;

SELECT pg_temp.shop('shop', pg_temp.kept('owner'));

CREATE FUNCTION pg_temp.sealed(kind text, key_id text) RETURNS text LANGUAGE sql AS
  $$SELECT format('enc%s.%s.%s', kind, key_id, repeat('A', 40))$$;

:as_app;

SELECT pg_temp.keep('chat', randevoo.chat_open(pg_temp.kept('ann'), pg_temp.kept('shop'), now()));

SELECT pg_temp.keep('first', randevoo.message_send(pg_temp.kept('ann'), pg_temp.kept('chat'),
  'Is it blue?', now()));

SELECT throws_ok('TABLE randevoo.message_keys', '42501', NULL, 'the app reads no ids of keys');

RESET SESSION AUTHORIZATION;

UPDATE randevoo.messages SET is_legacy = TRUE WHERE id = pg_temp.kept('first');

UPDATE randevoo.groups g SET legacy_id = 'g1', legacy_last_digest = sha256('Is it blue?'),
  legacy_last_at = m.sent_at
FROM randevoo.messages m WHERE g.id = pg_temp.kept('chat') AND m.id = pg_temp.kept('first');

SELECT is_empty($$SELECT * FROM randevoo.chat_faults() WHERE chat = pg_temp.kept('chat')$$,
  'the last message of an imported chat is what it was');

INSERT INTO randevoo.message_keys(key_id) VALUES ('00112233445566aa'), ('0123456789abcdef');

SELECT is((SELECT legacy_last_digest FROM randevoo.groups WHERE id = pg_temp.kept('chat')), NULL,
  'with a key, no digest tells what it says');

UPDATE randevoo.messages SET body = pg_temp.sealed('1', '00112233445566aa')
WHERE id = pg_temp.kept('first');

SELECT is_empty($$SELECT * FROM randevoo.chat_faults() WHERE chat = pg_temp.kept('chat')$$,
  'an encrypted text is not compared');

:as_app;

SELECT throws_ok(format($$SELECT randevoo.message_send(pg_temp.kept('ann'), pg_temp.kept('chat'),
  %L, now())$$, b.body), 'RN015', NULL, b.sentence)
FROM (VALUES ('Hi', 'a text as it is written is refused'),
  (pg_temp.sealed('1', 'ffffffffffffffff'), 'so is one by another key'),
  (pg_temp.sealed('0', '00112233445566aa'), 'and one that is bound to nothing')) b(body, sentence);

SELECT lives_ok(format($$SELECT randevoo.message_send(pg_temp.kept('owner'), pg_temp.kept('chat'),
  pg_temp.sealed('1', %L), now())$$, k.id), 'one by either of two keys is taken')
FROM (VALUES ('00112233445566aa'), ('0123456789abcdef')) k(id);

RESET SESSION AUTHORIZATION;

GRANT USAGE ON SCHEMA randevoo TO reeve_writer_randevoo;

GRANT SELECT, UPDATE (body) ON randevoo.messages TO reeve_writer_randevoo;

SET LOCAL ROLE reeve_writer_randevoo;

SELECT throws_ok($$UPDATE randevoo.messages SET body = 'Hi' WHERE id = pg_temp.kept('first')$$,
  'RN015', NULL, 'nor does the back office write what anybody reads');

SELECT lives_ok($$UPDATE randevoo.messages SET body = pg_temp.sealed('0', '00112233445566aa')
  WHERE id = pg_temp.kept('first')$$, 'but what its imports have yet to bind');

SELECT * FROM finish();

ROLLBACK;
