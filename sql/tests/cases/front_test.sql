-- An intake begins where no report waited before, and once a minute looks through all of them.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(7);
\ir ../fixtures/shop.sql
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
CREATE FUNCTION pg_temp.report(amount int) RETURNS void LANGUAGE sql AS $$
  SELECT reeve.report_put(c.collection_id, '2', NULL, 'report ' || n, NULL, NULL, NULL)
  FROM reeve.collection c, generate_series(1, amount) n
  WHERE c.app = 'shop' AND c.name = 'person'
$$;
-- As a transaction that began long ago leaves one when it commits.
CREATE FUNCTION pg_temp.late(id bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO reeve.report(report_id, collection_id, key, words, filed_by)
  OVERRIDING SYSTEM VALUE
  SELECT id, c.collection_id, '2', 'late', 'test' FROM reeve.collection c
  WHERE c.app = 'shop' AND c.name = 'person'
$$;
SELECT setval('reeve.report_report_id_seq', 50) AS given \gset
SELECT pg_temp.report(300) \g /dev/null
SELECT is(reeve.case_intake(), 300, 'all are put into their case');
SELECT is(reeve.report_front(), max(report_id) - 100, 'the next intake begins a hundred before')
FROM reeve.report;
SELECT pg_temp.late(5) \g /dev/null
SELECT is(reeve.case_intake(), 0, 'a late one is not found at once');
UPDATE reeve.report_front SET looked_at = clock_timestamp() - interval '61 seconds';
SELECT is(reeve.case_intake(), 1, 'but within a minute');
SELECT pg_temp.late(4) \g /dev/null
SELECT reeve.report_front_reset() \g /dev/null
SELECT is(reeve.case_intake(), 1, 'and at once where reports may wait again');
SELECT pg_temp.late(3) \g /dev/null
UPDATE reeve.report_front SET looked_at = clock_timestamp() + interval '1 hour';
SELECT is(reeve.case_intake(), 1, 'and where the clock was set back since all were looked at');
SELECT pg_temp.report(1) \g /dev/null
SELECT is(reeve.case_intake(), 1, 'a new one is found as ever');
SELECT * FROM finish();
ROLLBACK;
