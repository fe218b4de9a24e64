#!/usr/bin/env bash
# Eight sessions of an app report as fast as they can, half of it one product and half of it all of them, while the
# server is killed with -9 twice: each report that was acknowledged is there once, in a case, with evidence.
#
# REEVE_BIN   the directory of the programs
# SCALE       how many products, 50000 if unset
# LENGTH      how long they report, 60 if unset
# SEED        of the moments
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/cluster.sh
seed=${SEED:-$RANDOM} scale=${SCALE:-50000} length=${LENGTH:-60}
echo "SEED=$seed"
RANDOM=$seed
work=$(mktemp -d /tmp/reeve-reports.XXXXXX)
sessions=()
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  touch "$work/over"
  [ ${#sessions[@]} -eq 0 ] || kill "${sessions[@]}" 2>/dev/null || true
  cluster_stop
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cluster_start 'fsync = on' 'full_page_writes = on' 'shared_buffers = 512MB' 'max_wal_size = 4GB' 'jit = off'
dsn="host=$PGHOST port=$PGPORT dbname=reports"
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$dsn user=postgres" "$@"; }
psql -XqAt -d postgres -c 'CREATE DATABASE reports'
"$REEVE_BIN/reeve" upgrade --dsn "$dsn user=postgres" >/dev/null 2>&1
"$REEVE_BIN/reeve" sample load randevoo --scale "$scale" --dsn "$dsn user=postgres" >/dev/null 2>&1
sql -c 'CREATE ROLE chaos_app LOGIN IN ROLE reeve_app, randevoo_app' -c 'VACUUM ANALYZE'

# A session keeps the words of each report that was acknowledged, and goes on after the last of them when the
# server is back.
session() { # NR
  local told=$work/told.$1 connections=0
  : >"$told"
  until [ -e "$work/over" ]; do
    connections=$((connections + 1))
    [ "$connections" -eq 1 ] || sleep 0.1
    awk -v session="$1" -v done="$(wc -l <"$told")" -v connection="$connections" -v scale="$scale" 'BEGIN {
      for (n = done + 1; n <= done + 100000; n++) {
        place = n * 8 + session
        product = n % 2 ? 1 : 1 + place * 7919 % scale
        words = session "/" n "/" connection
        printf "SELECT \047%s\047 FROM reeve.report_file(\047randevoo\047, \047product\047, \047%d\047, \047%s\047, " \
          "\047counterfeit\047, \047user:%d\047);\n", words, product, words, 1 + place % scale
      }
    }' | psql -XqAt -v ON_ERROR_STOP=1 "$dsn user=chaos_app" >>"$told" 2>/dev/null || true
  done
}
begin=$(date +%s)
for nr in 0 1 2 3 4 5 6 7; do
  session "$nr" &
  sessions+=($!)
done
for _ in 1 2; do
  sleep "$(printf '%d.%03d' $((length / 4 + RANDOM % (length / 4))) $((RANDOM % 1000)))"
  kill -9 "$(head -1 "$cluster/data/postmaster.pid")"
  until as_server "$PG_BIN/pg_ctl" start -s -w -D "$cluster/data" -l "$cluster/log" 2>/dev/null; do :; done
done
while [ $(($(date +%s) - begin)) -lt "$length" ]; do sleep 1; done
touch "$work/over"
# One that looked for the end just before has connected again.
while [ -n "$(jobs -r)" ]; do
  sql -c "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'chaos_app'" >/dev/null
  sleep 0.2
done
sessions=()

cat "$work"/told.* >"$work/told"
told=$(wc -l <"$work/told")
while [ "$(sql -c 'SELECT reeve.case_intake(5000)')" -gt 0 ]; do :; done
found=$(sql -c 'CREATE TABLE told(words text)' -c "\\copy told FROM '$work/told'" -c "
  SELECT (SELECT count(*) FROM told t WHERE NOT EXISTS (SELECT FROM reeve.report r WHERE r.words = t.words)),
    (SELECT count(*) FROM (SELECT r.words FROM reeve.report r GROUP BY 1 HAVING count(*) > 1) r),
    (SELECT count(*) FROM reeve.report r WHERE r.case_id IS NULL),
    (SELECT count(*) FROM reeve.report r WHERE NOT EXISTS (
      SELECT FROM reeve.evidence e WHERE e.evidence_id = r.evidence_id))")
echo "$told reports acknowledged in $length s; lost, twice, without a case, without evidence: $found"
[ "$found" = '0|0|0|0' ] && [ "$told" -gt 0 ]
