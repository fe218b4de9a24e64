-- While the app knows a key, texts of messages come encrypted, whoever writes them.
BEGIN;

\ir fixture.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p;

SELECT pg_temp.trip('alps', 'ann');

SELECT pg_temp.join('bob', 'alps');

-- What would be encrypted by a key with that id.
CREATE FUNCTION pg_temp.sealed(kind text, key_id text) RETURNS text LANGUAGE sql AS
  $$SELECT format('enc%s.%s.%s', kind, key_id, repeat('A', 40))$$;

:as_app;

SELECT pg_temp.keep('pair', sotravel.chat_pair_open(pg_temp.kept('bob'), pg_temp.kept('ann'),
  pg_temp.day(5)));

SELECT lives_ok($$SELECT sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'), 'Hi',
  pg_temp.day(5))$$, 'without a key texts are stored in the clear');

SELECT throws_ok('TABLE sotravel.message_keys', '42501', NULL, 'the app reads no ids of keys');

SELECT throws_ok($$INSERT INTO sotravel.message_keys(key_id) VALUES ('00112233445566aa')$$, '42501',
  NULL, 'nor adds one');

RESET SESSION AUTHORIZATION;

SELECT throws_ok($$INSERT INTO sotravel.message_keys(key_id) VALUES ('a secret')$$, '23514', NULL,
  'what is no id is not taken for one');

INSERT INTO sotravel.message_keys(key_id) VALUES ('00112233445566aa');

:as_app;

SELECT throws_ok(format($$SELECT sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'),
  %L, pg_temp.day(5))$$, b.body), 'ST008', NULL, b.sentence)
FROM (VALUES ('Hi', 'a text as it is written is refused'),
  (pg_temp.sealed('1', '0123456789abcdef'), 'so is one by another key'),
  (pg_temp.sealed('0', '00112233445566aa'), 'one that is bound to nothing'),
  (pg_temp.sealed('2', '00112233445566aa'), 'one of another kind'),
  ('enc1.00112233445566aa.short', 'one that holds nothing'),
  (pg_temp.sealed('1', '00112233445566aa') || ' and more', 'one with words behind it'),
  ('Look: ' || pg_temp.sealed('1', '00112233445566aa'), 'and one with words before'))
  b(body, sentence);

SELECT lives_ok($$SELECT sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'),
  pg_temp.sealed('1', '00112233445566aa'), pg_temp.day(6))$$, 'one by the key is taken');

SELECT is((SELECT last_body FROM sotravel.chat_list(pg_temp.kept('bob'), pg_temp.day(7))),
  pg_temp.sealed('1', '00112233445566aa'), 'and given as it is');

RESET SESSION AUTHORIZATION;

SELECT throws_ok($$UPDATE sotravel.messages SET body = 'Hello'$$, 'ST008', NULL,
  'the owner does not go around it');

SELECT lives_ok($$UPDATE sotravel.messages SET body = '…'$$, 'an erasure leaves its mark');

:as_app;

SELECT lives_ok(format($$SELECT sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'),
  %L, pg_temp.day(6))$$, 'enc1.00112233445566aa.' || repeat('A', 21371)),
  'the longest text fits, encrypted');

RESET SESSION AUTHORIZATION;

DELETE FROM sotravel.message_keys;

:as_app;

SELECT lives_ok($$SELECT sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'), 'Hi',
  pg_temp.day(6))$$, 'the last key takes the rule along');

SELECT throws_ok($$SELECT sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'),
  repeat('x', 4001), pg_temp.day(6))$$, 'ST007', NULL,
  'a text as it is written has 4000 characters');

SELECT * FROM finish();

ROLLBACK;
