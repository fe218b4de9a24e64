-- Photos of products and people, whose addresses spell an object in several ways.
BEGIN;

\ir fixture.sql

CREATE ROLE randevoo_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('randevoo_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["randevoo_test_admin"]}') AS recorded \gset

DELETE FROM reeve.approval_rule;

CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code, p.detail ->> 'files')
  FROM reeve.action_perform(verb, 'randevoo', collection, key, args, NULL) p
$$;

CREATE FUNCTION pg_temp.pending() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(substr(o.sends, 7) || ' ' || (o.fields ->> 'name'), ', '
    ORDER BY o.sends, o.fields ->> 'name' COLLATE "C")
  FROM reeve.outside o WHERE o.state = 'pending'
$$;

SELECT pg_temp.person(p) FROM unnest('{owner,rival,eve}'::text[]) p;

SELECT pg_temp.shop('shop', pg_temp.kept('owner')), pg_temp.shop('other', pg_temp.kept('rival'));

SELECT pg_temp.thing('bag', pg_temp.kept('shop')), pg_temp.thing('coat', pg_temp.kept('shop')),
  pg_temp.thing('copy', pg_temp.kept('other'));

:as_app;

SELECT randevoo.product_photos_set(pg_temp.kept('owner'), pg_temp.kept('product bag'),
  ARRAY['https://photos.example/p/bag%20one.jpg', 'https://photos.example/p/bag-2.jpg?w=90',
    'https://elsewhere.example/p/bag-3.jpg', 'https://photos.example/p/%FF.jpg',
    'https://photos.example/p/..%2F..%2Fpasswd', 'gs://b/' || repeat('é', 900)], now()),
  randevoo.product_photos_set(pg_temp.kept('owner'), pg_temp.kept('product coat'),
    '{https://photos.example/p/coat.jpg}', now()),
  -- The rival spells the address of another's photo in a way of their own.
  randevoo.product_photos_set(pg_temp.kept('rival'), pg_temp.kept('product copy'),
    '{https://storage.googleapis.com/b/%70%2Fbag%20one.jpg,https://photos.example/p/copy.jpg}',
    now()) \g /dev/null

RESET SESSION AUTHORIZATION;

UPDATE randevoo.users SET photo_url = 'https://photos.example/p/co%61t.jpg'
WHERE id = pg_temp.kept('eve');

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT is(pg_temp.reeve_act('erase', 'user', pg_temp.kept('eve')::text, '{"why": "asked"}'),
  'done', 'whoever shows a photo of another''s and is erased');

SELECT is(pg_temp.reeve_act('ban', 'store', pg_temp.kept('other')::text,
  '{"policy": "counterfeit", "for": "7d"}'), 'done {"withdraw": 1}', 'or banned with their store');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.pending(), 'withdraw p/copy.jpg', 'takes theirs with them, and no other');

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT is(pg_temp.reeve_act('ban', 'user', pg_temp.kept('owner')::text,
  '{"policy": "counterfeit", "for": "7d"}'), 'done {"withdraw": 3}', 'a ban of the owner');

RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.pending(), 'withdraw p/bag one.jpg, withdraw p/bag-2.jpg, withdraw p/coat.jpg, '
  'withdraw p/copy.jpg', 'brings down the photos of products, and nothing out of the bucket');

SELECT * FROM finish();
ROLLBACK;
