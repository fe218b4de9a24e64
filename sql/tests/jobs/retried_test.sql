-- A dead job that was retried is cancelled by the erasure of its subject, as any that has not run.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(2);
CREATE ROLE shop_sue LOGIN IN ROLE reeve_senior;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');
INSERT INTO reeve.job_kind(name, queue_id, enqueuers)
SELECT 'test.mail', queue_id, '{reeve_owner}' FROM reeve.queue WHERE name = 'default';
SELECT c.collection_id AS person FROM reeve.collection c
WHERE c.name = 'person' AND c.app = 'shop' \gset
SELECT (reeve.job_put(ARRAY[jsonb_build_object('kind', 'test.mail', 'args', '{"to": "bert"}'::jsonb,
  'app', 'shop', 'collection_id', :person, 'subject_key', '2', 'max_attempts', 1)], NULL))[1] AS job
\gset
SELECT w.worker_id, w.nonce FROM reeve.worker_register('default', 'test', 1, 'test') w \gset
SELECT count(*) FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 10) \g /dev/null
SELECT count(*) FROM reeve.job_fail(ARRAY[:job]::bigint[], ARRAY[1], ARRAY['smtp down'])
  \g /dev/null
SELECT count(*) FROM reeve.job_retry(ARRAY[:job]::bigint[]) \g /dev/null
SET SESSION AUTHORIZATION shop_sam;
SELECT substr(message, 2) AS p FROM reeve.action_perform('erase', 'shop', 'person', '2',
  '{"why": "asked"}', NULL) \gset
SET SESSION AUTHORIZATION shop_sue;
SELECT outcome FROM reeve.approval_perform('approve', :p, 'ok', NULL) \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is((SELECT state FROM reeve.job_location(ARRAY[:job]::bigint[])), 'cancelled',
  'it is cancelled');
SELECT is_empty(format($$SELECT FROM reeve.job_claim(%s, %L, '{0,0,0}', 10)
  WHERE kind = 'test.mail'$$, :worker_id, :'nonce'), 'and no worker starts it');
SELECT * FROM finish();
ROLLBACK;
