-- Cancelling and retrying whatever fits a filter, as a job.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT no_plan();
DELETE FROM reeve.cron_fire;
DELETE FROM reeve.cron;
DELETE FROM reeve.job_key;
DELETE FROM reeve.job_ready;
DELETE FROM reeve.job_timer;
DELETE FROM reeve.job_delta;
CREATE ROLE shop_sue LOGIN;
GRANT reeve_senior TO shop_sue;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');
SELECT w.worker_id, w.nonce FROM reeve.worker_register('default', 'host', 7, 'test') w \gset

SELECT reeve.enqueue('search.sync', '{}') AS other \gset
SELECT lives_ok($$ SELECT reeve.enqueue('worker.probe', '{}') FROM generate_series(1, 25) $$);
SELECT lives_ok($$ SELECT reeve.enqueue('worker.probe', '{}', clock_timestamp() + interval '1 h')
  FROM generate_series(1, 3) $$);

-- What it would be.
SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$ SELECT kind, state, jobs FROM reeve.job_alter_plan('cancel',
    '{"kind": "worker.probe"}') $$,
  $$ VALUES ('worker.probe', 'available', 25::bigint), ('worker.probe', 'scheduled', 3) $$,
  'a preview counts');
SELECT is((SELECT sum(jobs) FROM reeve.job_alter_plan('cancel', '{"queue": "default"}')),
  29::numeric, '… whatever fits');
SELECT is_empty($$ SELECT * FROM reeve.job_alter_plan('cancel', '{"older": "1 minute"}') $$,
  '… nothing is as old');
SELECT is_empty($$ SELECT * FROM reeve.job_alter_plan('retry', '{"kind": "worker.probe"}') $$,
  '… or can be retried');
SELECT throws_ok(format('SELECT * FROM reeve.job_alter_plan(%L, %L)', c.verb, c.filter), 'RV001',
  c.fault, c.fault)
FROM (VALUES ('cancel', '{}', 'a filter needs at least one condition'),
  ('cancel', '[]', 'a filter needs at least one condition'),
  ('cancel', '{"id": "1"}', 'jobs cannot be selected by id'),
  ('cancel', '{"state": "discarded"}', 'discarded jobs cannot be cancelled'),
  ('retry', '{"state": "running"}', 'running jobs cannot be retried'),
  ('retry', '{"kind": "nope"}', 'there is no job kind nope'),
  ('retry', '{"queue": "nope"}', 'there is no queue nope'),
  ('drop', '{"kind": "nope"}', 'jobs can be cancelled or retried')) c(verb, filter, fault);
SELECT is(code, 'rank', 'a viewer does not get it')
FROM reeve.job_alter_ask('cancel', '{"kind": "worker.probe"}', NULL);
SELECT throws_ok($$ SELECT reeve.enqueue('jobs.alter', '{}') $$, '42501', NULL,
  'who may not enqueue does not get it so');
SET SESSION AUTHORIZATION shop_sue;
SELECT throws_ok($$ SELECT reeve.enqueue('jobs.alter', '{}') $$, 'RV002', NULL,
  '… nor does a senior, unrecorded');

-- Done, batch by batch; an attempt that is lost leaves the rest to the next.
SELECT message AS alter FROM reeve.job_alter_ask('cancel', '{"kind": "worker.probe"}', 'flood')
\gset
RESET SESSION AUTHORIZATION;
SELECT reeve.enqueue('worker.probe', '{}') AS newer \gset
SELECT results_eq(format('SELECT job_id FROM reeve.job_claim(%s, %L, %L, 1)', :worker_id, :'nonce',
  '{0,0,0}'), ARRAY[:alter]::bigint[], 'it goes before what it cancels');
UPDATE reeve.job_kind SET step_rows = 10 WHERE name = 'jobs.alter';
CREATE FUNCTION pg_temp.alter(alter_id bigint, lease int)
RETURNS TABLE(state text, note text, done bigint, total bigint, changed int)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT s.state, s.note INTO state, note FROM reeve.job_advance(alter_id, lease, 10) s;
  SELECT p.done, p.total, p.checkpoint ->> 'changed' INTO done, total, changed
  FROM reeve.job_progress p WHERE p.job_id = alter_id;
  RETURN NEXT;
END
$$;
SELECT results_eq(format('SELECT * FROM pg_temp.alter(%s, 1)', :alter),
  $$ VALUES ('running', NULL, 0::bigint, 28::bigint, 0) $$, 'what it alters is settled first');
SELECT results_eq(format('SELECT * FROM pg_temp.alter(%s, 1)', :alter),
  $$ VALUES ('running', NULL, 10::bigint, 28::bigint, 10) $$, 'a batch');
SELECT lives_ok(format($$ SELECT reeve.job_fail(ARRAY[%s], ARRAY[1], ARRAY['killed']) $$, :alter));
SELECT is(state, 'lost', 'the lease is stale') FROM reeve.job_advance(:alter, 1, 10);
UPDATE reeve.job_timer SET due_at = clock_timestamp() WHERE job_id = :alter;
SELECT ok(reeve.job_timer_tick(9) > 0);
SELECT results_eq(format('SELECT job_id, lease FROM reeve.job_claim(%s, %L, %L, 1)', :worker_id,
  :'nonce', '{0,0,0}'), format('VALUES (%s::bigint, 2)', :alter));
UPDATE reeve.member SET rank = 'moderator' WHERE role_name = 'shop_sue';
SELECT is(state || ': ' || note, 'discarded: shop_sue is no longer a senior',
  'it acts with the rights of now')
FROM reeve.job_advance(:alter, 2, 10);
UPDATE reeve.member SET rank = 'senior' WHERE role_name = 'shop_sue';
-- One that was claimed and completed meanwhile.
SELECT p.job_id AS moved FROM reeve.job_picked p ORDER BY p.job_id DESC LIMIT 1 \gset
DELETE FROM reeve.job_timer WHERE job_id = :moved;
SELECT results_eq(format('SELECT * FROM pg_temp.alter(%s, 2)', :alter),
  $$ VALUES ('running', NULL, 20::bigint, 28::bigint, 20) $$, 'the next attempt goes on');
SELECT results_eq(format('SELECT * FROM pg_temp.alter(%s, 2)', :alter),
  $$ VALUES ('completed', '27 of 28 jobs; the others had changed '
  'state', 28::bigint, 28::bigint, 27) $$,
  '… to the end, and tells what was left');
SELECT is_empty('SELECT FROM reeve.job_picked', 'nothing is left to do');
SELECT set_eq('SELECT job_id FROM reeve.job_ready', ARRAY[:other, :newer]::bigint[],
  'what did not fit, or came later, is as it was');
SELECT is((SELECT count(*) FROM reeve.job_end WHERE outcome = 'cancelled'
  AND error = 'cancelled by shop_sue: flood'), 27::bigint, 'the others know who cancelled them');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT results_eq(
  $$ SELECT c.actor, c.principal, c.code, regexp_replace(r.subject, '\d+$', 'N'), r.reason
    FROM reeve.command c JOIN reeve.chain USING (command_id) JOIN reeve.job_reason r
      USING (command_id)
    WHERE c.kind = 'jobs.cancel' ORDER BY c.command_id $$,
  $$ VALUES ('shop_vic', NULL, 'rank', 'jobs of kind worker.probe', NULL),
    ('shop_sue', NULL, NULL, 'jobs of kind worker.probe', 'flood'),
    ('system:jobs.alter', 'shop_sue', NULL, '28 jobs by job N', 'flood') $$,
  'who asked and what did it are on the record');

SELECT * FROM finish();
ROLLBACK;
