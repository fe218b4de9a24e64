#!/usr/bin/env bash
# A job whose transaction commits late, behind jobs that have run, does not wait for the first worker of its queue,
# which may be full of long jobs, or about to stop.
set -uo pipefail
cd "$(dirname "$0")/../../.."
. sql/tests/fixtures/work.sh
probe="SELECT reeve.enqueue('worker.probe', '{}')"

# The first of the queue lives and claims nothing.
sql -c "SELECT nextval('reeve.job_id_seq')" -c "SELECT FROM reeve.worker_register('default', 'first', 1, '999.0.0')" \
  -c "UPDATE reeve.worker SET beat_at = 'infinity'" >"$work/out"
start_worker
ok 'another worker runs jobs' until_true has_completed "$(sql -c "$probe")"

coproc late { exec psql -XqAt -v ON_ERROR_STOP=1 -d "$base" 2>&1; }
printf '%s\n' 'BEGIN;' "$probe;" >&"${late[1]}"
read -r job <&"${late[0]}"
ok 'also one of a later transaction that commits sooner' until_true has_completed "$(sql -c "$probe")"
printf '%s\n' 'COMMIT;' "SELECT 'done';" >&"${late[1]}"
read -r done <&"${late[0]}"
ok "and then job $job, which was late" until_true has_completed "$job"
checked
