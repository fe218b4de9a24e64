-- Collections, values and subjects in numbers.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(17);

-- Texts of three values, and a birth that no index tells in a table which is small.
SET LOCAL ROLE shop_owner;
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, place)
SELECT i, 'a-1', 2, CASE WHEN i % 4 = 0 THEN 'void' ELSE 'over' END, i
FROM generate_series(101, 180) i;
GRANT SELECT (place) ON "Odd Shop".deal TO reeve_reader_shop;
RESET ROLE;
UPDATE reeve.collection SET show_columns = '{id,state,place}' WHERE app = 'shop' AND name = 'deal';
INSERT INTO reeve.report(at, collection_id, key, policy, words, filed_by)
SELECT clock_timestamp() - d * interval '1 day', c.collection_id, '1', NULL, 'CANARY', 'test'
FROM reeve.collection c CROSS JOIN generate_series(0, 2) d
WHERE c.app = 'shop' AND c.name = 'person';

SET SESSION AUTHORIZATION shop_vic;

SELECT results_eq($$ SELECT collection, amount, is_exact FROM reeve.collection_counts('shop', 7)
    ORDER BY collection $$,
  $$ VALUES ('deal', 85::bigint, TRUE), ('item', 12, TRUE), ('person', 4, TRUE),
    ('stall', 3, TRUE) $$, 'small collections are counted');
SELECT is((SELECT daily FROM reeve.collection_counts('shop', 7) WHERE collection = 'deal'), NULL,
  'where no column tells when a row came to be, no day is told');
SELECT results_eq($$ SELECT value, amount FROM reeve.collection_stats('shop', 'deal', 30)
    WHERE topic = 'state' $$,
  $$ VALUES ('over', 61::bigint), ('void', 20), ('open', 4) $$, 'states are counted');
SELECT is((SELECT round(sum(share)::numeric, 9) FROM reeve.collection_stats('shop', 'deal', 30)
    WHERE topic = 'state'), 1.0, 'and are shares of the whole');
SELECT results_eq($$ SELECT value, amount FROM reeve.collection_stats('shop', 'deal', 30)
    WHERE topic = 'buyer' $$,
  $$ VALUES ('person:2', 83::bigint), ('person:1', 1), ('person:3', 1) $$,
  'those to whom most rows belong come first');
SELECT is((SELECT count(*) FROM reeve.collection_stats('shop', 'deal', 30)
    WHERE topic = 'place' AND value ~ ' to '), 8::bigint, 'numbers are in eight ranges');
SELECT ok((SELECT sum(amount) BETWEEN 80 AND 84 FROM reeve.collection_stats('shop', 'deal', 30)
    WHERE topic = 'place'), 'of which none but the outermost values are left out');
SELECT is((SELECT count(*) FROM reeve.collection_stats('shop', 'person', 30)
    WHERE topic = 'email' OR value ~ '@'), 0::bigint, 'personal fields are never counted');
SELECT is((SELECT count(*) FROM reeve.collection_stats('shop', 'person', 30)
    WHERE value ~ 'Olga'), 0::bigint, 'nor are names told, each of which is another');
SELECT results_eq($$ SELECT value, amount, daily FROM reeve.collection_stats('shop', 'person', 3)
    WHERE topic = 'reports' $$, $$ VALUES ('3 days', 3::bigint, '{1,1,1}'::bigint[]) $$,
  'reports are counted by day');
SELECT is((SELECT cardinality(daily) FROM reeve.collection_stats('shop', 'person', 100000)
    WHERE topic = 'reports'), 366, 'of a year at most');
SELECT is((SELECT amount FROM reeve.collection_stats('shop', 'item', 1) WHERE topic = 'rows'),
  12::bigint, 'a composite key is no value to count');
SELECT results_eq($$ SELECT topic, value, amount FROM reeve.subject_stats('shop', 'person', '1', 3)
    WHERE topic = 'reports' $$, $$ SELECT NULL::text, NULL::text, NULL::bigint LIMIT 0 $$,
  'a report that is in no case yet counts for nobody');
SELECT results_eq($$ SELECT topic, value, amount, daily
    FROM reeve.subject_stats('shop', 'stall', 'a-1', 3) $$,
  $$ VALUES ('item', 'stall', 4::bigint, NULL::bigint[]) $$,
  'what belongs to a subject is counted');
SELECT throws_ok($$ SELECT * FROM reeve.collection_stats('shop', 'nothing', 3) $$, 'RV003', NULL,
  'an unknown collection is told');
SELECT throws_ok($$ SELECT * FROM reeve.subject_stats('shop', 'person', 'x', 3) $$, 'RV004', NULL,
  'so is a text that is no key');
SELECT throws_ok($$ SELECT * FROM reeve.report_figures('shop', 3) $$, 'RV002', NULL,
  'a page of figures needs an auditor');

RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
