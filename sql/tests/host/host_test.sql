-- A database that is copied runs nothing until it is said what it is.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT no_plan();
DELETE FROM reeve.home;
DELETE FROM reeve.host;
UPDATE reeve.worker SET ended_at = now(), ended_by = 'sweep' WHERE ended_at IS NULL;
\set host '00000000-0000-4000-8000-000000000001'
\set other '00000000-0000-4000-8000-000000000002'
\set e1 '{00000000-0000-4000-8000-00000000000b,00000000-0000-4000-8000-00000000000a}'
\set e2 '{00000000-0000-4000-8000-00000000000c,00000000-0000-4000-8000-00000000000b}'
\set e3 '{00000000-0000-4000-8000-00000000000d,00000000-0000-4000-8000-00000000000c}'
CREATE FUNCTION pg_temp.enrol(host uuid DEFAULT NULL, epochs uuid[] DEFAULT NULL) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reeve.worker_register('default', 'h', 1, 'test', NULL, host, epochs);
  RETURN 'in';
EXCEPTION WHEN SQLSTATE 'RV010' THEN
  RETURN SQLERRM;
END $$;
CREATE FUNCTION pg_temp.claimed(worker_id int, nonce uuid) RETURNS int LANGUAGE sql AS $$
  SELECT count(*)::int FROM reeve.job_claim(worker_id, nonce, '{0,0,0}', 1)
$$;
DELETE FROM reeve.job_ready;
DELETE FROM reeve.job_timer;
SELECT reeve.enqueue('worker.probe', '{}') FROM generate_series(1, 5) n;

-- A server that was started again.
SELECT ok(reeve.home_is_here(), 'where no worker has run it is nobody''s copy');
SELECT worker_id, nonce FROM reeve.worker_register('default', 'h', 1, 'test') \gset
SELECT is(pg_temp.claimed(:worker_id, :'nonce'), 1, 'the first worker settles');
SELECT job_id AS job FROM reeve.job_run WHERE worker_id = :worker_id \gset
SELECT ok(reeve.job_is_live(:job, 1));
SELECT is(reeve.home_status(), NULL);
UPDATE reeve.home SET started_at = started_at - interval '1 s';
SELECT is(pg_temp.claimed(:worker_id, :'nonce'), 0, 'after a start nothing is claimed');
SELECT ok(NOT reeve.job_is_live(:job, 1), 'nor run on');
INSERT INTO reeve.cron(app, name, kind_id, queue_id, args, every, next_at)
SELECT 'shop', 'tick', k.kind_id, k.queue_id, '{}', '1 h', now() - interval '1 s'
FROM reeve.job_kind k WHERE k.name = 'worker.probe';
SELECT is(reeve.job_schedule_tick(100), 0, 'nor fired');
SELECT reeve.enqueue('worker.probe', '{}', clock_timestamp() + interval '1 h') AS later \gset
UPDATE reeve.job_timer SET due_at = clock_timestamp() WHERE job_id = :later;
SELECT is(reeve.job_timer_tick(100), 0, 'nor made ready');
SELECT ok((SELECT is_alive FROM reeve.worker_beat(:worker_id, :'nonce')), 'until a worker beats');
SELECT is(pg_temp.claimed(:worker_id, :'nonce') + reeve.job_timer_tick(100), 2);
SELECT ok(reeve.job_schedule_tick(100) >= 1);

-- Host identity files.
SELECT is(pg_temp.enrol(:'host', :'e1'), 'in', 'the first host identity file is let in');
SELECT is(pg_temp.enrol(:'host', :'e2'), 'in', 'its epochs go on');
SELECT is((SELECT epoch FROM reeve.host), (:'e2'::uuid[])[1]);
UPDATE reeve.host SET epoch = (:'e2'::uuid[])[2];
SELECT is(pg_temp.enrol(:'host', :'e2'), 'in', 'a failover may lose the last epoch');
UPDATE reeve.host SET epoch = (:'e1'::uuid[])[1];
SELECT matches(pg_temp.enrol(:'host', :'e3'),
  '^this database is older than the host identity file of h',
  'but no more');
SELECT ok(NOT (SELECT is_alive FROM reeve.worker_beat(:worker_id, :'nonce', :'host', :'e3')),
  'a worker that runs already is told to stop');
SELECT ok(NOT (SELECT is_alive FROM reeve.worker_beat(:worker_id, :'nonce')),
  'as one that has no file');
SELECT is(pg_temp.enrol(),
  'workers of this database have a host identity file, and this one has none');
SELECT is(pg_temp.enrol(:'other', :'e3'), 'in',
  'another host is let in while a known one is alive');
UPDATE reeve.worker SET beat_at = now() - interval '1 minute';
DELETE FROM reeve.host WHERE host_id = :'other';
SELECT matches(pg_temp.enrol(:'other', :'e3'), '^no worker is alive', 'not without one');
SELECT is(pg_temp.enrol(:'host', :'e2'), 'in');
UPDATE reeve.home SET started_at = started_at - interval '1 s';
SELECT matches(pg_temp.enrol(:'other', :'e3'), '^no worker is alive',
  'nor while the one that seems alive was copied');
SELECT is(reeve.home_status(), 'parked', 'people are told');

-- Restored elsewhere.
UPDATE reeve.home SET system_id = 7;
SELECT is(pg_temp.enrol(:'host', :'e2'), 'this database was restored in another cluster');
UPDATE reeve.home SET system_id = (SELECT system_identifier FROM pg_control_system()),
  database_id = 7;
SELECT matches(pg_temp.enrol(:'host', :'e2'), '^this database was restored beside');
SELECT is(reeve.home_status(), 'parked');
SELECT ok(NOT reeve.home_is_here());

-- What it is.
CREATE ROLE place_ann LOGIN;
CREATE ROLE place_sam LOGIN;
GRANT reeve_senior TO place_sam;
GRANT reeve_worker TO place_ann;
SET SESSION AUTHORIZATION place_sam;
SELECT throws_ok('SELECT reeve.home_restored(FALSE)', '42501', NULL, 'an admin does not say');
SET SESSION AUTHORIZATION place_ann;
SELECT throws_ok('SELECT reeve.home_restored(FALSE)', '42501', NULL, 'nor a worker');
RESET SESSION AUTHORIZATION;
SELECT count(*) AS before FROM reeve.command \gset
SELECT is((SELECT array_agg(what ORDER BY what) FROM reeve.home_restored(FALSE)),
  '{jobs that will run,notices that will be sent}');
SELECT is((SELECT array_agg(kind) FROM reeve.command c
  WHERE c.command_id > (SELECT max(command_id) - 1 FROM reeve.command)), '{restored.live}',
  'it is on the record');
SELECT is(reeve.home_status(), NULL);
SELECT is(pg_temp.enrol(:'other', :'e1'), 'in', 'where workers go on');
SELECT set_eq('SELECT what FROM reeve.home_restored(TRUE)',
  '{notices withdrawn,schedules paused,jobs parked}'::text[]);
SELECT is(reeve.home_status(), 'copy');
SELECT matches(pg_temp.enrol(:'other', :'e1'), '^this database is a copy, as ', 'or never');
SELECT is((SELECT count(*)::int FROM reeve.cron WHERE paused_at IS NULL), 0);
SELECT throws_ok('SELECT reeve.home_restored(FALSE)', 'RV010', NULL, 'a copy stays one');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT * FROM finish();
ROLLBACK;
