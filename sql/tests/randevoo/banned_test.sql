BEGIN;

\ir fixture.sql

CREATE TEMPORARY TABLE word(name text PRIMARY KEY, value text);

-- What an admin keeps of a banned person's approved reservations takes place: the owner scans the
-- customer's code and says how it went.
CREATE TEMPORARY TABLE spared AS
SELECT unnest('{reservation_qr,reservation_scan,reservation_complete,reservation_fail}'::text[])
  AS name;

-- One person is customer and owner; a ban covers both.
SELECT pg_temp.person(p) FROM unnest('{me,other}'::text[]) p;

SELECT pg_temp.shop('mine', pg_temp.kept('me')), pg_temp.shop('theirs', pg_temp.kept('other'));

SELECT pg_temp.thing('bag', pg_temp.kept('mine')), pg_temp.thing('coat', pg_temp.kept('theirs'));

SELECT pg_temp.book('reservation', 'me', 'theirs', 'coat');

:as_app;

SELECT pg_temp.keep('chat', randevoo.chat_open(pg_temp.kept('me'), pg_temp.kept('theirs'),
  '2031-06-09 08:00+00'));

SELECT pg_temp.keep(n, pg_temp.kept('me')) FROM unnest('{owner,customer,author,who}'::text[]) n;

SELECT pg_temp.keep('store', pg_temp.kept('mine')), pg_temp.keep('variant', pg_temp.kept('bag')),
  pg_temp.keep('product', pg_temp.kept('product bag'));

RESET SESSION AUTHORIZATION;

INSERT INTO word
SELECT 'provider', i.provider FROM randevoo.identities i WHERE i.user_id = pg_temp.kept('me')
UNION ALL
SELECT 'provider_id', i.provider_id FROM randevoo.identities i WHERE i.user_id = pg_temp.kept('me')
UNION ALL
VALUES ('currency', 'EUR'), ('time_zone', 'UTC'), ('country', 'IT'), ('locale', 'it'),
  ('device_kind', 'phone'), ('address', '192.0.2.7');

\set app randevoo
\set code RN002
SELECT '2031-06-09 08:30+00' AS at, pg_temp.kept('me') AS who \gset

\ir ../banned.sql

SELECT * FROM finish();

ROLLBACK;
