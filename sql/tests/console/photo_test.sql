-- What names the pictures of a subject, and whether somebody should be spared the sight.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(16);

CREATE TABLE "Odd Shop".shot(nr int, "of" text, "Path" text, secret text);
ALTER TABLE "Odd Shop".shot OWNER TO shop_owner;
INSERT INTO "Odd Shop".shot VALUES (2, 'a-1', 'b.jpg', 'x'), (1, 'a-1', E'a\x1b.jpg', NULL),
  (3, 'a-1', NULL, NULL), (4, 'a-1', '', 'z'), (1, 'c', 'c.jpg', NULL);

CREATE FUNCTION pg_temp.pictured(photos text DEFAULT '["Path", "secret"]') RETURNS jsonb
LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(m.manifest, '{collections,stall,details}', jsonb_build_object('shots',
      '{"table": "shot", "of": ["of"], "show": ["nr", "Path", "secret"], "personal": ["secret"]}'
        ::jsonb || jsonb_build_object('photos', photos::jsonb))),
    '{collections,person,photos}', '["email", "Full Name"]')
  FROM pg_temp.manifest() m(manifest)
$$;
CREATE FUNCTION pg_temp.reeve_photos(collection text, key text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', detail, field, value, CASE WHEN is_masked THEN 'masked' END),
    ', ' ORDER BY n)
  FROM reeve.subject_photos('shop', collection, key)
    WITH ORDINALITY p(detail, field, value, is_masked, is_veiled, n)
$$;
CREATE FUNCTION pg_temp.reeve_veiled(collection text, key text) RETURNS boolean LANGUAGE sql AS $$
  SELECT bool_and(is_veiled) FROM reeve.subject_photos('shop', collection, key)
$$;

SELECT is_empty($$ SELECT * FROM reeve.catalog_check(pg_temp.pictured()) $$, 'pictures are sound');
SELECT results_eq($$ SELECT path, message FROM reeve.catalog_check(pg_temp.pictured('"none"')) $$,
  $$ VALUES ('/collections/stall/details/shots/photos', '"Odd Shop".shot has no column none'),
    ('/collections/stall/details/shots/photos', 'list none in show') $$, 'a column is there');
SELECT results_eq($$ SELECT path, message FROM reeve.catalog_check(jsonb_set(pg_temp.pictured(),
    '{collections,person,photos}', '["folded"]')) $$,
  $$ VALUES ('/collections/person/photos/0', 'list folded in show') $$, 'and may be seen');
SELECT ok(count(*) > 0, 'the catalog is applied') FROM reeve.catalog_apply(pg_temp.pictured());

SET SESSION AUTHORIZATION shop_vic;
SELECT is(pg_temp.reeve_photos('stall', 'a-1'),
  E'shots Path a\x1b.jpg, shots Path b.jpg, shots secret ••• masked, shots secret ••• masked',
  'of details, in their order, personal ones masked');
SELECT is(pg_temp.reeve_photos('person', '1'), 'email ••• masked, Full Name Olga Owner',
  'of the row itself');
SELECT is(pg_temp.reeve_photos('person', '3'), 'Full Name Carl Client', 'where they are named');
SELECT is(pg_temp.reeve_photos('deal', '1'), NULL, 'or of nothing');
SELECT is(pg_temp.reeve_photos('stall', 'nope'), NULL, 'nor of who is not there');
SELECT throws_ok($$ SELECT pg_temp.reeve_photos('person', 'x') $$, 'RV004', NULL,
  'a text that is no key is told');
SELECT ok(NOT pg_temp.reeve_veiled('person', '1'), 'nothing is to be spared');
RESET SESSION AUTHORIZATION;
GRANT reeve_app TO shop_owner;
SELECT ok(reeve.report_file('shop', 'stall', 'a-1', 'look', 'spam') > 0, 'somebody reports it');
SET SESSION AUTHORIZATION shop_vic;
SELECT ok(pg_temp.reeve_veiled('stall', 'a-1'), 'what is reported');
SELECT ok(NOT pg_temp.reeve_veiled('stall', 'c'), '… and nothing else');
RESET SESSION AUTHORIZATION;
SELECT reeve.case_intake(10) AS taken \gset
SET SESSION AUTHORIZATION shop_vic;
SELECT ok(pg_temp.reeve_veiled('stall', 'a-1'), '… until somebody has decided');
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.subject(collection_id, key, hidden_by, hidden_until)
SELECT collection_id, '2', '{1}', now() + interval '1 h' FROM reeve.collection
WHERE app = 'shop' AND name = 'person';
SET SESSION AUTHORIZATION shop_vic;
SELECT ok(pg_temp.reeve_veiled('person', '2'), 'what is restricted');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
