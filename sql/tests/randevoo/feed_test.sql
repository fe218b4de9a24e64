-- What Randevoo's feed tells whom.
BEGIN;

\ir fixture.sql

\ir ../feed.sql

SELECT pg_temp.person(p) FROM unnest('{owner,ann,bob}'::text[]) p;

SELECT pg_temp.forget();

SELECT pg_temp.shop('shop', pg_temp.kept('owner'), 'UTC', '1 hour', 2);

SELECT pg_temp.thing('bag', pg_temp.kept('shop'));

SELECT pg_temp.book('anns', 'ann', 'shop', 'bag');

:as_app;

SELECT pg_temp.keep('chat', randevoo.chat_open(pg_temp.kept('ann'), pg_temp.kept('shop'),
  '2031-06-09 08:00+00'));

SELECT pg_temp.keep('hello', randevoo.message_send(pg_temp.kept('ann'), pg_temp.kept('chat'),
  'Is it blue?', '2031-06-09 08:01+00'));

SELECT ok(pg_temp.told(p) ~ 'upsert message ' AND pg_temp.told(p) ~ 'upsert reservation '
    AND pg_temp.told(p) ~ 'upsert group ', p || ' learns of the chat and the reservation')
FROM unnest('{ann,owner}'::text[]) p;

SELECT ok(pg_temp.told(p) !~ 'message|group|reservation' AND pg_temp.told(p) ~ 'upsert product '
    AND pg_temp.told(p) ~ 'upsert store ', p || ' learns of the store and the product alone')
FROM unnest('{bob,nobody}'::text[]) p;

SELECT ok(pg_temp.told('owner') ~ 'upsert notification ' AND pg_temp.told('ann') !~ 'notification',
  'a phone learns of its own notifications, for its badge');

RESET SESSION AUTHORIZATION;

SELECT pg_temp.forget();

UPDATE randevoo.messages SET hidden_until = 'infinity' WHERE id = pg_temp.kept('hello');

UPDATE randevoo.products SET hidden_until = 'infinity' WHERE id = pg_temp.kept('product bag');

:as_app;

SELECT ok(pg_temp.told('ann') ~ 'gone message ' AND pg_temp.told('ann') ~ 'gone product ',
  'phones drop what is banned');

SELECT is(pg_temp.told('bob') ~ 'message', FALSE, 'and of a message that is hidden its two alone');

SELECT randevoo.reservation_approve(pg_temp.kept('anns'), pg_temp.kept('owner'),
  '2031-06-09 08:02+00') \g /dev/null

SELECT matches(pg_temp.told('ann'), 'upsert reservation', 'an approval is told');

SELECT doesnt_match(pg_temp.told('bob'), 'reservation', 'to nobody else');

SELECT ok(pg_temp.told('ann') ~ 'upsert notification ' AND pg_temp.told('owner') !~ 'notification',
  'with its notification, to its reader');

SELECT * FROM finish();

ROLLBACK;
