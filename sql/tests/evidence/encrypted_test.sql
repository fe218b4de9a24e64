-- Encrypted texts: what a catalog says of them, what they are bound to, and their evidence.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
\ir ../fixtures/shop_talks.sql
SELECT no_plan();
SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop"."Key ""s"""(key_id text PRIMARY KEY);
RESET ROLE;
ALTER FUNCTION pg_temp.manifest() RENAME TO unsealed;
CREATE FUNCTION pg_temp.manifest() RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(pg_temp.unsealed(), '{collections,line,encrypted}',
    '{"columns": ["What $2"], "bind": ["stall", "talk"], "keys": "Key \"s\""}')
$$;

-- The catalog.
SELECT is_empty('SELECT * FROM reeve.catalog_check(pg_temp.manifest())', 'a sound one is sound');
SELECT results_eq(format('SELECT path, code FROM reeve.catalog_check(jsonb_set(pg_temp.manifest(), '
  '%L, %L))', l.at, l.value), format('VALUES (%L, %L)', l.path, l.code), l.path || ' ' || l.code)
FROM (VALUES
  ('{collections,line,encrypted,columns}'::text[], '["What $2", "gone"]'::jsonb,
    '/collections/line/encrypted/columns/1', 'missing'),
  ('{collections,line,encrypted,columns}', '["When"]', '/collections/line/encrypted/columns/0',
    'type'),
  ('{collections,line,encrypted,columns}', '["lang"]', '/collections/line/encrypted/columns/0',
    'personal'),
  ('{collections,line,encrypted,bind}', '["gone"]', '/collections/line/encrypted/bind/0',
    'missing'),
  ('{collections,line,encrypted,keys}', '"gone"', '/collections/line/encrypted/keys', 'missing'),
  ('{collections,line,encrypted,keys}', '"stall"', '/collections/line/encrypted/keys', 'missing'))
  l(at, value, path, code);
SELECT count(*) FROM reeve.catalog_apply(pg_temp.manifest());

CREATE FUNCTION pg_temp.line() RETURNS reeve.collection LANGUAGE sql AS
  $$SELECT c FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'line'$$;
CREATE FUNCTION pg_temp.sealed(kind text, key_id text, rest text DEFAULT repeat('A', 40))
RETURNS text LANGUAGE sql AS $$SELECT format('enc%s.%s.%s', kind, key_id, rest)$$;

-- Places.
SELECT is(reeve.cipher_place(pg_temp.line(), 'What $2', v.content), v.place, v.place)
FROM (VALUES
  ('{"stall": "a-1", "talk": 7}'::jsonb, 'shop/line/What $2/a-1/7'),
  ('{"stall": "a/1%", "talk": 7}', 'shop/line/What $2/a%2F1%25/7'),
  ('{"stall": "a", "talk": null}', 'shop/line/What $2/a/')) v(content, place);
SELECT is(reeve.cipher_place(pg_temp.line(), 'lang', '{}'), NULL, 'what is not encrypted has none');
SELECT results_eq($$SELECT key, field, binding FROM reeve.cipher_bindings(pg_temp.line(),
  '{"[1, \"en\"]"}')$$, $$VALUES ('[1, "en"]', 'What $2', 'shop/line/What $2/a-1/1')$$,
  'a row''s own');
SELECT is(reeve.cipher_stale(v.value, '00112233445566aa'), v.is_stale, coalesce(v.value, 'NULL'))
FROM (VALUES ('words', TRUE), ('', FALSE), ('…', FALSE), (NULL, NULL),
  (pg_temp.sealed('1', '00112233445566aa'), FALSE), (pg_temp.sealed('0', '00112233445566aa'), TRUE),
  (pg_temp.sealed('1', '0123456789abcdef'), TRUE), ('enc1.00112233445566aa.', TRUE))
  v(value, is_stale);

-- Nobody but a worker, with its job, reads or writes texts by these functions.
SET SESSION AUTHORIZATION shop_ann;
SELECT throws_ok(c, '42501', NULL, c)
FROM unnest(ARRAY['SELECT reeve.cipher_read(1, 1, ''00112233445566aa'', NULL, NULL, 9)',
  'SELECT reeve.cipher_captured(1, 1, ''00112233445566aa'', 0, 9)',
  'SELECT reeve.cipher_write(1, 1, 1, ''body'', ''{}'', ''{}'', ''{}'')',
  'SELECT reeve.cipher_keep(1, 1, ''{}'', ''{}'', ''{}'')', 'SELECT reeve.cipher_known(''shop'')',
  'TABLE reeve.evidence_text']) c;
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION reeve_worker;
SELECT is_empty('SELECT reeve.cipher_read(-1, 1, ''00112233445566aa'', NULL, NULL, 9)',
  'a worker without the job reads none');
SELECT is(reeve.cipher_write(-1, 1, 1, 'x', '{a}', '{b}', '{c}'), 0, 'and writes none');
RESET SESSION AUTHORIZATION;

-- What doctor tells.
SELECT results_eq($$SELECT is_red, finding FROM reeve.cipher_faults(100) WHERE finding ~ 'shop'$$,
  $$VALUES (FALSE, 'texts of shop/line are stored in the clear')$$, 'without a key');
INSERT INTO "Odd Shop"."Key ""s""" VALUES ('00112233445566aa');
SELECT is(array(SELECT reeve.cipher_known('shop')), '{00112233445566aa}', 'the key is known');
SELECT results_eq($$SELECT is_red, finding ~ '^[1-9]\d* texts in What \$2 of shop/line are not enc'
  FROM reeve.cipher_faults(100) WHERE finding ~ 'shop'$$, 'VALUES (TRUE, TRUE)',
  'what is there from before');
UPDATE "Odd Shop"."Line $1" SET "What $2" = CASE "Nr %I" WHEN 4 THEN '…' WHEN 5 THEN ''
  ELSE pg_temp.sealed('1', '00112233445566aa') END;
SELECT is_empty($$SELECT * FROM reeve.cipher_faults(100) WHERE finding ~ 'shop'$$, 'then nothing');
UPDATE "Odd Shop"."Line $1" SET "What $2" = pg_temp.sealed('1', 'ffffffffffffffff')
WHERE "Nr %I" = 3;
SELECT results_eq($$SELECT is_red, finding FROM reeve.cipher_faults(100) WHERE finding ~ 'shop'$$,
  $$VALUES (TRUE,
    '1 texts in What $2 of shop/line are encrypted with keys that the app does not know')$$,
  'one by another key');

-- Evidence.
SELECT reeve.evidence_capture((pg_temp.line()).collection_id, '[1, "en"]') AS captured \gset
CREATE FUNCTION pg_temp.captured(captured bigint) RETURNS TABLE(
  state text, value text, differs boolean, binding text, present_binding text) LANGUAGE sql AS $$
  SELECT f.state, f.value, f.differs, f.binding, f.present_binding
  FROM reeve.evidence_fields(captured, TRUE) f WHERE f.place = 1 AND f.field = 'What $2'
$$;
SELECT results_eq(format('SELECT * FROM pg_temp.captured(%s)', :captured),
  $$VALUES ('', pg_temp.sealed('1', '00112233445566aa'), FALSE, 'shop/line/What $2/a-1/1',
    'shop/line/What $2/a-1/1')$$, 'what was captured is encrypted');
UPDATE "Odd Shop"."Line $1" SET "What $2" = pg_temp.sealed('1', '00112233445566aa', repeat('B', 40))
WHERE "Nr %I" = 1;
SELECT results_eq(format('SELECT state, differs FROM pg_temp.captured(%s)', :captured),
  $$VALUES ('changed', TRUE)$$, 'another text of the same key is another text');
UPDATE "Odd Shop"."Line $1" SET "What $2" = pg_temp.sealed('1', '0123456789abcdef')
WHERE "Nr %I" = 1;
SELECT results_eq(format('SELECT state, differs FROM pg_temp.captured(%s)', :captured),
  $$VALUES ('', FALSE)$$, 'of another key nobody can tell without both');
INSERT INTO reeve.evidence_text(bytes_id, field, value)
SELECT p.bytes_id, 'What $2', pg_temp.sealed('1', '0123456789abcdef', repeat('C', 40))
FROM reeve.evidence_part p WHERE p.evidence_id = :captured AND p.place = 1;
SELECT results_eq(format('SELECT value, binding FROM pg_temp.captured(%s)', :captured),
  format($$SELECT pg_temp.sealed('1', '0123456789abcdef', repeat('C', 40)),
    'shop/line/What $2/a-1/1/' || encode(b.digest, 'hex')
    FROM reeve.evidence_part p JOIN reeve.evidence_bytes b USING (bytes_id)
    WHERE p.evidence_id = %s AND p.place = 1$$, :captured),
  'a later key''s is bound to the digest, which stays');
SELECT is((SELECT value FROM reeve.evidence_fields(:captured, FALSE)
  WHERE place = 1 AND field = 'What $2'), '•••', 'and is masked like any');
SELECT is((SELECT count(*) FROM reeve.erase_own(pg_temp.line(), '{"[1, \"en\"]"}', '{}', -1, TRUE)
  WHERE target LIKE 'reeve.evidence_text%' AND rows = 1), 1::bigint, 'an erasure takes it along');
SELECT * FROM finish();
ROLLBACK;
