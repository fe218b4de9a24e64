-- A worker of 0.2.0 goes on beside this schema, which is upgraded first: each statement that it
-- sends finds its function with these arguments, these columns and the right to call it.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(3);

SELECT lives_ok($$ SELECT reeve.client_require('0.2.0') $$, 'the schema serves programs of 0.2.0');

CREATE TEMPORARY TABLE sent(statement text);
GRANT SELECT ON sent TO PUBLIC;
INSERT INTO sent VALUES
  ('SELECT is_live, name, input FROM reeve.command_begin($1::bigint, $2::integer)'),
  ('SELECT state, rows, note, wait_ms FROM reeve.job_advance($1::bigint, $2::integer,
    $3::integer)'),
  ('SELECT job_id, lease, attempt, priority, seq, kind, app, args, limit_ms, is_stepped FROM
    reeve.job_claim($1::integer, $2::uuid, $3::bigint[], $4::integer, $5::boolean)'),
  ('SELECT reeve.job_complete($1::bigint[], $2::integer[])'),
  ('SELECT reeve.job_delta_fold()'),
  ('SELECT reeve.job_doze($1::integer, $2::boolean)'),
  ('SELECT job_id, outcome FROM reeve.job_fail($1::bigint[], $2::integer[], $3::text[],
    $4::text[])'),
  ('SELECT reeve.job_follow_late($1::bigint)'),
  ('SELECT reeve.job_hear($1::bigint, $2::integer, $3::text[], $4::bigint)'),
  ('SELECT reeve.job_limit($1::bigint, $2::integer, $3::double precision)'),
  ('SELECT reeve.job_partition_drop($1::integer)'),
  ('SELECT reeve.job_partition_keep()'),
  ('SELECT reeve.job_release($1::bigint[], $2::integer[], $3::bigint[])'),
  ('SELECT reeve.job_schedule_tick($1::integer)'),
  ('SELECT reeve.job_timer_tick($1::integer)'),
  ('SELECT reeve.kind_is_known($1::text, $2::integer)'),
  ('SELECT reeve.outbox_settle($1::bigint, $2::integer, $3::bigint[], $4::text[], $5::text[],
    $6::bigint[])'),
  ('SELECT outbox_id, notice FROM reeve.outbox_take($1::bigint, $2::integer, $3::integer)'),
  ('SELECT reeve.record_seal($1::integer)'),
  ('SELECT is_alive, is_first FROM reeve.worker_beat($1::integer, $2::uuid, $3::uuid,
    $4::uuid[])'),
  ('SELECT job_id, lease FROM reeve.worker_cancelled($1::integer, $2::uuid)'),
  ('SELECT worker_id, nonce, queue_id FROM reeve.worker_register($1::text, $2::text, $3::integer,
    $4::text, $5::text[], $6::uuid, $7::uuid[])'),
  ('SELECT reeve.worker_stop($1::integer, $2::uuid)'),
  ('SELECT reeve.worker_sweep()'),
  ('SELECT metric, queue, label, value FROM reeve.metric_list()'),
  ('SELECT reeve.enqueue($1::text, $2::jsonb, $3::timestamp with time zone, $4::smallint,
    $5::text, $6::integer, $7::text, $8::text)'),
  ('SELECT reeve.enqueue($1::jsonb[])'),
  ('SELECT reeve.job_log_add($1::bigint, $2::integer, $3::text, $4::text)'),
  ('SELECT reeve.job_progress_report($1::bigint, $2::integer, $3::bigint, $4::bigint, $5::text,
    $6::jsonb)'),
  ('SELECT reeve.search_begin($1::integer, $2::boolean, $3::integer, $4::bigint, $5::integer)'),
  ('SELECT reeve.search_catch_up($1::integer, $2::integer, $3::bigint, $4::integer)'),
  ('SELECT reeve.search_prune($1::integer, $2::bigint, $3::integer)'),
  ('SELECT reeve.search_repair($1::integer, $2::text[], $3::bigint, $4::integer)'),
    ('SELECT subject, generation_id, state, documents, expected, open_tasks, tasks, since, waiting,
    is_outdated, collection_id FROM reeve.search_status($1::text)'),
  ('SELECT did, rows FROM reeve.search_step($1::integer, $2::bigint, $3::integer)'),
  ('SELECT reeve.search_swap($1::integer, $2::bigint, $3::integer)'),
  ('SELECT collection_id, subject, generation_id FROM reeve.search_targets($1::bigint)'),
  ('SELECT range, source, indexed, missing, extra, stale, keys FROM
    reeve.search_verify($1::integer)');

CREATE ROLE worker_before LOGIN IN ROLE reeve_worker;
-- EXPLAIN begins the statement, so that rights are checked, and does not run it.
CREATE FUNCTION pg_temp.faults() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  statement text;
  arguments text;
BEGIN
  FOR statement IN SELECT s.statement FROM sent s LOOP
    arguments := (
      SELECT string_agg('NULL', ', ')
      FROM (SELECT DISTINCT regexp_matches(statement, E'\\$\\d+', 'g')) m);
    DEALLOCATE ALL;
    BEGIN
      EXECUTE 'PREPARE before AS ' || statement;
      EXECUTE 'EXPLAIN EXECUTE before' || coalesce('(' || arguments || ')', '');
    EXCEPTION WHEN OTHERS THEN
      RETURN NEXT format('%s: %s', statement, SQLERRM);
    END;
  END LOOP;
END
$$;
SELECT is((SELECT count(*)::int FROM sent), 38, 'all its statements are here');
SET SESSION AUTHORIZATION worker_before;
SELECT is_empty('SELECT pg_temp.faults()', 'each of them is answered');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
