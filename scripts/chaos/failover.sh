#!/usr/bin/env bash
# A worker whose servers end and change: a restart of each kind, a server that takes no writes for a while,
# and a standby that becomes the primary when the other is gone for good. After each it tells how long it
# took until the worker was healthy and jobs continued. What was asked for is written down when the answer
# came; all of it must be done once on the server that is left. REEVE_BIN is the directory of the programs;
# the servers are this script's own.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/cluster.sh
work=$(mktemp -d /tmp/reeve-failover.XXXXXX) worker= asker=
[ "$(id -u)" -ne 0 ] || chown postgres: "$work"
finish() {
  local status=$? pid
  trap - EXIT
  trap '' INT TERM
  [ "$status" -eq 0 ] || tail -n 40 "$work/worker.log" || true
  for pid in $worker $asker; do kill -9 "$pid" 2>/dev/null || true; done
  [ ! -e "$work/data/postmaster.pid" ] || as_server "$PG_BIN/pg_ctl" stop -s -m immediate -D "$work/data" || true
  cluster_stop
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
unset DATABASE_URL
fail() { echo "FAILED  $*"; exit 1; }
now() { echo $(($(date +%s%N) / 1000000)); }

cluster_start 'synchronous_commit = on' 'wal_retrieve_retry_interval = 200ms'
psql -Xqd postgres -c 'CREATE DATABASE shop'
"$REEVE_BIN/reeve" upgrade --dsn "dbname=shop" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
psql -Xqd shop -c "UPDATE reeve.cron SET next_at = 'infinity'"
as_server "$PG_BIN/pg_basebackup" -D "$work/data" -R -c fast -h "$PGHOST" -U postgres
as_server sed -i "s|^unix_socket_directories.*|unix_socket_directories = '$work'|" "$work/data/postgresql.conf"
as_server "$PG_BIN/pg_ctl" start -s -w -D "$work/data" -l "$work/standby.log" </dev/null
# What a commit was answered for is on the standby.
psql -Xqd postgres -c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c 'SELECT pg_reload_conf()' >/dev/null

# The standby comes first: the worker has to continue to the other by itself.
both="host=$work,$PGHOST dbname=shop"
mkdir "$work/sink" && [ "$(id -u)" -ne 0 ] || chown postgres: "$work/sink"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$REEVE_BIN/reeve-worker" --dsn "$both user=reeve_worker" --sink "$work/sink" --metrics "$port" \
  >>"$work/worker.log" 2>&1 & worker=$!
get() { # PATH; the whole answer
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3
  cat <&3
  exec 3>&-
}
done_so_far() { # attempts that were completed, as the worker itself counts them
  { get /metrics 2>/dev/null || true; } |
    sed -n 's/^reeve_worker_attempts_total{.*outcome="completed"} //p'
}
health() { # STATUS; waits for it
  local tries=0
  until { get /health 2>/dev/null || true; } | grep -q "^HTTP/1.1 $1 "; do
    tries=$((tries + 1))
    [ "$tries" -lt 1200 ] || fail "no health $1 for a minute: $(get /health | tail -n 1)"
    kill -0 "$worker" || fail 'the worker ended'
    sleep 0.05
  done
}
jobs_go_on() {
  local before tries=0
  before=$(done_so_far)
  until [ "$(done_so_far)" -gt "${before:-0}" ] 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 1200 ] || fail 'no job was done for a minute'
    sleep 0.05
  done
}
# An id is written down once its commit was answered for.
(while [ ! -e "$work/over" ]; do
  psql -XqAt "$both user=postgres target_session_attrs=read-write" \
    -c "SELECT reeve.enqueue('worker.probe', '{}')" >>"$work/asked" 2>/dev/null || true
  sleep 0.05
done) & asker=$!
health 200
jobs_go_on

back() { # WHAT BEGIN
  health 200
  local healthy=$(($(now) - $2))
  jobs_go_on
  echo "$1: healthy after $healthy ms, the next job done after $(($(now) - $2)) ms"
}
for mode in fast immediate; do
  for rest in short long; do
    as_server "$PG_BIN/pg_ctl" stop -s -m "$mode" -D "$cluster/data"
    [ "$rest" = short ] || health 503
    begin=$(now)
    as_server "$PG_BIN/pg_ctl" start -s -w -D "$cluster/data" -l "$cluster/log"
    back "restart, stop -m $mode, a $rest rest" "$begin"
  done
done

writes() { # on | off
  PGOPTIONS= psql -Xqd postgres -c "ALTER SYSTEM SET default_transaction_read_only = $1" \
    -c 'SELECT pg_reload_conf()' >/dev/null
}
writes on
health 503
begin=$(now)
writes off
back 'a server that took no writes for a while' "$begin"

as_server "$PG_BIN/pg_ctl" stop -s -m immediate -D "$cluster/data"
begin=$(now)
as_server "$PG_BIN/pg_ctl" promote -s -w -D "$work/data"
back 'failover to the standby' "$begin"

touch "$work/over"
wait "$asker" || true
asker=
standing="$both target_session_attrs=read-write"
tries=0
until [ "$(psql -XqAt "$standing" -c 'SELECT (SELECT count(*) FROM reeve.job_ready)
  + (SELECT count(*) FROM reeve.job_run) + (SELECT count(*) FROM reeve.job_timer)')" -eq 0 ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 300 ] || fail 'jobs are left over'
  sleep 0.1
done
wrong=$(psql -XqAt "$standing" -v ON_ERROR_STOP=1 -c 'CREATE TEMPORARY TABLE asked(job_id bigint)' \
  -c "\\copy asked FROM '$work/asked'" -c "SELECT a.job_id, count(e) FROM asked a
    LEFT JOIN reeve.job_end e ON e.job_id = a.job_id AND e.outcome = 'completed'
    GROUP BY a.job_id HAVING count(e) <> 1")
[ -z "$wrong" ] || { echo "$wrong" | head; fail 'lost or done twice'; }
kill -TERM "$worker"
wait "$worker" || fail "the worker ended with status $?"
worker=
echo "$(wc -l <"$work/asked") jobs were asked for and done once each; lost connections: $(grep -c 'connection lost' "$work/worker.log" || true)"
