-- An erasure finds a person's values in what imports left, however a file spells them.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(8);
CREATE ROLE shop_sue LOGIN IN ROLE reeve_senior;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');
UPDATE "Odd Shop"."Person" SET email = 'josé.n%úñez_😀"x"@example.org' WHERE id = 2;
INSERT INTO reeve.import(app, source, mapping, file, file_mark, declared, read, quarantined,
  finished_at, found)
VALUES ('shop', 'people', '{}', 'people.json', '1', 9, 9, 9, now(),
  '["twice: JOSÉ.N%ÚÑEZ_😀\"X\"@example.org"]') RETURNING import_id \gset
INSERT INTO reeve.quarantine(import_id, record, line, byte_offset, code, reason, original, is_cut)
SELECT :import_id, n, n, n, '23505', reason, convert_to(original, 'UTF8'), FALSE
FROM (VALUES
  (1, 'other', '{"e": "jos\u00e9.n%\u00FA\u00f1ez_\ud83d\ude00\"x\"@example.org"}'),
  (2, 'other', '{"e": "josé.n%úñez_😀\"x\"@example.org"}'),
  (3, 'other', '"josé.n%úñez_😀""x""@example.org",1'),
  (4, 'other', 'JOSÉ.N%ÚÑEZ_😀"X"@EXAMPLE.ORG'),
  (5, 'Key (email)=(josé.n%úñez_😀"x"@example.org) exists', ''),
  (6, 'other', 'josé.nXXúñez_😀"x"@example.org')) v(n, reason, original);
SET SESSION AUTHORIZATION shop_sam;
SELECT substr(message, 2) AS p FROM reeve.action_perform('erase', 'shop', 'person', '2',
  '{"why": "asked"}', NULL) \gset
SET SESSION AUTHORIZATION shop_sue;
SELECT is((SELECT outcome FROM reeve.approval_perform('approve', :p, 'ok', NULL)), 'done',
  'the person is erased');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT reason || convert_from(original, 'UTF8') FROM reeve.quarantine WHERE record = n),
  'erased', what)
FROM (VALUES (1, 'JSON with numbers of signs'), (2, 'JSON with an escaped quote'),
  (3, 'CSV with doubled quotes'), (4, 'capitals'), (5, 'the reason alone')) v(n, what);
SELECT is((SELECT reason FROM reeve.quarantine WHERE record = 6), 'other',
  'a record that is only alike stays');
SELECT is((SELECT count(*) FROM reeve.import WHERE found = '[]'), 1::bigint,
  'what an import found, in capitals');
SELECT * FROM finish();
ROLLBACK;
