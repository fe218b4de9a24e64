#!/usr/bin/env bash
# A job that runs belongs to the attempt that runs it: no login but a worker's, no code of an app and
# no attempt whose lease is over completes, fails, returns, prolongs or answers for it.
. "$(dirname "$0")/lib.sh"
worker2=worker2_$base asker=asker_$base
logins+=("$worker2" "$asker")
sql -d "$base" -c "CREATE ROLE $worker2 LOGIN; GRANT reeve_worker TO $worker2;
  CREATE ROLE $asker LOGIN; GRANT reeve_app TO $asker; GRANT reeve_app TO $owner"

# Every function that takes a lease or a worker's nonce, with that of the job that runs.
calls="DECLARE
    f record; done int := 0;
  BEGIN
    FOR f IN
      SELECT pg_catalog.format('SELECT reeve.%I(%s)', p.proname, (
        SELECT pg_catalog.string_agg(CASE
          WHEN a.name = 'job_id' THEN '1' WHEN a.name = 'job_ids' THEN '{1}' WHEN a.name = 'lease' THEN '1'
          WHEN a.name = 'leases' THEN '{1}' WHEN a.name = 'worker_id' THEN '1'
          WHEN a.name = 'errors' THEN '{forged}' WHEN a.name = 'done' THEN '4711' WHEN a.name = 'line' THEN 'forged'
          WHEN t.type = 'int4'::pg_catalog.regtype THEN '1' WHEN t.type = 'int8'::pg_catalog.regtype THEN '1'
          ELSE NULL END, ''', ''' ORDER BY a.place)
        FROM pg_catalog.unnest(p.proargnames) WITH ORDINALITY a(name, place)
        JOIN pg_catalog.unnest(p.proargtypes::pg_catalog.oid[]) WITH ORDINALITY t(type, place) USING (place))) AS call,
        p.oid::pg_catalog.regprocedure AS signature
      FROM pg_catalog.pg_proc p
      WHERE p.proargnames && '{lease,leases,nonce}' AND p.proname <> 'worker_register'
        AND p.pronamespace = (SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname = 'reeve')
    LOOP
      IF pg_catalog.has_function_privilege(f.signature, 'EXECUTE') THEN
        RAISE WARNING 'may call %', f.signature;
      END IF;
      BEGIN
        EXECUTE pg_catalog.replace(f.call, '(', '(''') || ''')';
        done := done + 1;
      EXCEPTION WHEN OTHERS THEN NULL;
      END;
    END LOOP;
    RAISE WARNING 'called %', done;
  END;"

# A job that runs, of a worker that goes on; its number and its first lease are 1.
running() {
  worker=$(sql -d "$db" -F ' ' <<SQL
SELECT setval('reeve.job_id_seq', 1, FALSE) \g /dev/null
SET SESSION AUTHORIZATION reeve_worker;
SELECT reeve.enqueue('sql', '{"task": "sweep"}', app => 'mill') \g /dev/null
SELECT worker_id, nonce FROM reeve.worker_register('default', 'here', 1, '999.0.0') \gset
SELECT count(*) FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 10) \g /dev/null
SELECT :worker_id, :'nonce';
SQL
  )
  runs || { echo "# no job runs"; broken=$((broken + 1)); }
}
state() { sql -d "$db" -c "SELECT r.job_id, r.lease, r.worker_id, r.deadline_at, r.cancel_at, p.done, l.line, e.outcome
  FROM reeve.job_run r LEFT JOIN reeve.job_progress p USING (job_id) LEFT JOIN reeve.job_log l USING (job_id)
  LEFT JOIN reeve.job_end e USING (job_id)"; }
runs() { [ "$(sql -d "$db" -c 'SELECT job_id, lease FROM reeve.job_run')" = '1|1' ]; }
as() { sql -d "$db" -U "$1" -c "${@:2}" >>"$work/out" 2>&1; }

attack 'no login but a worker answers for a job that runs'
problems=()
running
before=$(state)
for login in "$asker" "$owner" "$viewer1" "$moderator1" "$senior1" "$norank"; do
  PGOPTIONS='' as "$login" "DO \$d\$ $calls \$d\$"
done
[ "$(grep -c 'called 0' "$work/out")" = 6 ] && ! grep -q 'may call' "$work/out" || problem 'a function answered them'
[ "$(state)" = "$before" ] || problem "the job is not as before: $(state)"
as reeve_worker "SELECT reeve.job_complete('{1}', '{1}')"
! runs || problem 'control: the job does not end for its worker'
judge

attack 'no code of an app, in a task that the worker runs, answers for a job that runs'
running
payload "$calls"
sql -d "$db" -o /dev/null -c "SELECT reeve.enqueue('sql', '{\"task\": \"sweep\"}', app => 'mill')"
mkdir -p "$work/sink"
before=$(state)
PGOPTIONS='' timeout 600 "$reeve" work --once --sink "$work/sink" --dsn "dbname=$db user=reeve_worker" >>"$work/out" 2>&1 </dev/null
problems=()
[ "$(sql -d "$db" -c 'SELECT is_called FROM evil.went')" = t ] || problem 'control: its code did not come to its end'
! grep -q 'may call' "$work/out" || problem 'its code may call what answers'
[ "$(state)" = "$before" ] || problem "the job is not as before: $(state)"
judge

attack 'nobody enqueues a job with a lease, an attempt, a worker or a number of its own'
problems=()
for login in "$asker" "$owner" "$moderator1" reeve_worker; do
  for key in lease attempt worker_id job_id principal losses day deadline_at state; do
    ! as "$login" "SELECT reeve.enqueue(ARRAY['{\"kind\": \"sql\", \"args\": {\"task\": \"sweep\"}, \"app\": \"mill\",
      \"$key\": 1}'::jsonb])" || problem "$login gave $key"
  done
done
as "$moderator1" "SELECT reeve.enqueue(ARRAY['{\"kind\": \"sql\", \"args\": {\"task\": \"sweep\"}, \"app\": \"mill\"}'::jsonb])" ||
  as reeve_worker "SELECT reeve.enqueue(ARRAY['{\"kind\": \"sql\", \"args\": {\"task\": \"sweep\"}, \"app\": \"mill\"}'::jsonb])" ||
  problem 'control: nobody enqueues'
[ "$(sql -d "$db" -c 'SELECT count(*) FROM reeve.job')" = 1 ] || problem 'another job was enqueued'
judge

attack 'an attempt whose lease is over answers for nothing, however late'
problems=()
running
sql -d "$db" -c "UPDATE reeve.worker SET beat_at = beat_at - interval '1 hour'"
as "$worker2" "SELECT reeve.worker_sweep()"
sql -d "$db" -o /dev/null <<SQL
SET SESSION AUTHORIZATION $worker2;
SELECT worker_id, nonce FROM reeve.worker_register('default', 'there', 2, '999.0.0') \gset
SELECT count(*) FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 10);
SQL
[ "$(sql -d "$db" -c 'SELECT job_id, lease FROM reeve.job_run')" = '1|2' ] || problem 'control: the job does not run again'
before=$(state)
for call in "job_complete('{1}', '{1}')" "job_fail('{1}', '{1}', '{late}')" "job_release('{1}', '{1}', '{0}')" \
  "job_progress_report(1, 1, 4711)" "job_log_add(1, 1, 'late')" "job_advance(1, 1, 1)" "job_advance(1, 1, 1, TRUE)" "command_begin(1, 1)" \
  "job_permit(1, 1)" "job_limit(1, 1, 9999)" "job_complete('{1,1}', '{0,3}')" "job_complete('{1}', NULL)" \
  "job_complete('{1}', '{NULL}')"; do
  as reeve_worker "SELECT reeve.$call"
done
for call in worker_stop worker_cancelled; do as reeve_worker "SELECT reeve.$call(${worker% *}, '${worker#* }')"; done
[ "$(sql -d "$db" -U reeve_worker -c "SELECT count(*) FROM reeve.job_claim(${worker% *}, '${worker#* }', '{0,0,0}', 10)")" = 0 ] ||
  problem 'a worker that was swept claims'
[ "$(state)" = "$before" ] || problem "the job is not as before: $(state)"
as "$worker2" "SELECT reeve.job_complete('{1}', '{2}')"
[ "$(sql -d "$db" -c "SELECT count(*) FROM reeve.job_run")" = 0 ] || problem 'control: it does not end by its own lease'
judge

attack 'another worker neither claims, stops nor beats with a number that it guessed'
problems=()
running
before=$(state)
for call in "job_claim(${worker% *}, gen_random_uuid(), '{0,0,0}', 10)" "worker_stop(${worker% *}, gen_random_uuid())" \
  "worker_beat(${worker% *}, gen_random_uuid(), NULL, NULL)" "worker_stop(${worker% *}, NULL)"; do
  as "$worker2" "SELECT reeve.$call"
done
! as "$worker2" 'SELECT nonce FROM reeve.worker' || problem 'a worker reads the secrets of others'
[ "$(state)" = "$before" ] || problem "the job is not as before: $(state)"
as "$worker2" "SELECT reeve.worker_stop(${worker% *}, '${worker#* }')"
! runs || problem 'control: nobody stops it with its secret'
judge
finished
