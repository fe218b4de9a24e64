-- Which words of a query are worth ranking by.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(4);

CREATE TABLE reeve_index.document_test(tsv tsvector);
INSERT INTO reeve_index.document_test
SELECT to_tsvector('simple', 'bag' || CASE WHEN n % 50 = 0 THEN ' silk' ELSE '' END || ' w' || n)
FROM generate_series(1, 500) n;
ANALYZE reeve_index.document_test;

SELECT is(reeve.search_rare('{silk,bag}', '{document_test}'), '{silk}',
  'a word that most documents have is left out');
SELECT is(reeve.search_rare('{bag,nothing,silk}', '{document_test}'), '{nothing,silk}',
  'a word that none has is as rare as can be, and the order stays');
SELECT is(reeve.search_rare('{bag}', '{document_test}'), '{bag}',
  'but not the last one that is left');
SELECT is(reeve.search_rare('{bag}', '{nowhere}'), '{bag}', 'without statistics every word counts');
SELECT * FROM finish();
ROLLBACK;
