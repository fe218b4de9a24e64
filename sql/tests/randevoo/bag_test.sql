-- The task clear-bags, as a job of the kind sql runs it, on the sample's bags.
BEGIN;

\ir fixture.sql
\ir ../fixtures/worker.sql

SELECT count(*) = 0 AS is_empty FROM randevoo.users \gset

\if :is_empty
SET LOCAL ROLE randevoo_owner;
\o /dev/null
\ir ../../apps/randevoo/sample/words.sql
\ir ../../apps/randevoo/sample.sql
\o
RESET ROLE;
\endif

CREATE TEMPORARY TABLE bag AS
SELECT b.*, row_number() OVER (ORDER BY b.user_id, b.variant_id) AS n FROM randevoo.bag_items b;

SELECT cmp_ok((SELECT count(*) FROM bag), '>=', 1000::bigint, 'the sample has bags');

UPDATE randevoo.bag_items b SET added_at = now() - CASE WHEN g.n <= 25 THEN interval '91 days'
  ELSE interval '89 days' END
FROM bag g WHERE (g.user_id, g.variant_id) = (b.user_id, b.variant_id) AND g.n <= 50;

SELECT results_eq(
  $$SELECT c.args, c.expression, c.zone, k.name
    FROM reeve.cron c JOIN reeve.job_kind k USING (kind_id)
    WHERE c.app = 'randevoo' AND c.name = 'bags'$$,
  $$VALUES ('{"task": "clear-bags", "arguments": {"older": "90 days"}}'::jsonb, '30 4 * * *',
    'Europe/Rome', 'sql')$$, 'it is scheduled');

CREATE FUNCTION pg_temp.clear(worker_id int, nonce uuid, older text) RETURNS bigint
LANGUAGE sql AS $$
  SELECT pg_temp.attempt(worker_id, nonce, 'sql', jsonb_build_object('task', 'clear-bags',
    'arguments', jsonb_build_object('older', older)), 'randevoo')
$$;
SELECT pg_temp.clear(:worker_id, :'nonce', '90 days') AS job,
  pg_temp.clear(:worker_id, :'nonce', '6 days') AS early,
  pg_temp.clear(:worker_id, :'nonce', 'a while') AS vague \gset
SET LOCAL SESSION AUTHORIZATION reeve_worker;
SELECT is((reeve.job_advance(:job, 1, 20)).rows, n, 'a batch of at most 20')
FROM unnest('{20,5,0}'::bigint[]) n;
SELECT throws_ok(format('SELECT reeve.job_advance(%s, 1, 20)', :early), 'RV006',
  'the app''s own code or constraints refused it: bags are kept for 7 days at least, not 6 days',
  'nobody''s fresh bag is cleared');
SELECT throws_ok(format('SELECT reeve.job_advance(%s, 1, 20)', :vague), 'RV006', NULL,
  'how old is an interval');
RESET SESSION AUTHORIZATION;

SELECT set_eq('SELECT user_id, variant_id FROM randevoo.bag_items',
  'SELECT user_id, variant_id FROM bag WHERE n > 25', 'what is younger stays');

SELECT * FROM finish();
ROLLBACK;
