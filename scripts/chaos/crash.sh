#!/usr/bin/env bash
# The server is killed with -9 after a bulk load of 60,000 people with 600,000 votes, twice, and while
# one more load is under way: what was committed is there, and the app's callers have an answer within 3 s.
#
# REEVE_BIN   the directory of the programs
# SCALE       how many people, 60000 if unset
# LIMIT_MS    how long it may take after a load, 3000 if unset; twice as long in the middle of one, which
#             the sessions of the dead server go on with until they notice
set -euo pipefail
. scripts/cluster.sh
trap cluster_stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cluster_start 'fsync = on' 'full_page_writes = on' 'shared_buffers = 1GB' 'max_wal_size = 8GB' 'jit = off'
dsn="host=$PGHOST port=$PGPORT dbname=crash"
reeve() { "$REEVE_BIN/reeve" "$@" --dsn "$dsn user=postgres"; }
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$dsn user=postgres" "$@"; }
psql -XqAt -d postgres -c 'CREATE DATABASE crash'
reeve upgrade >/dev/null 2>&1
# What doctor says of settings is what it says next time.
reeve sample load buckit --scale "${SCALE:-60000}" >/dev/null 2>&1
said=$(reeve doctor 2>&1 | grep '^yellow  recovery' || true)
[ -n "$said" ] || { echo "doctor says nothing of these settings"; exit 1; }
sql <<<"${said##*→}" >/dev/null
while reeve doctor 2>&1 | grep -q '^yellow  recovery'; do :; done
echo "doctor:${said##*→}"

failed=0
crash() { # WHEN LIMIT_MS
  local pid begin back wal before
  pid=$(head -1 "$cluster/data/postmaster.pid")
  wal=$(sql -c "SELECT pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)) FROM pg_control_checkpoint()")
  sql -c "INSERT INTO buckit.follows(follower_id, followed_id) SELECT 1, min(u.id) FROM buckit.users u
    WHERE u.id > 1 AND NOT EXISTS (SELECT FROM buckit.follows f WHERE f.follower_id = 1 AND f.followed_id = u.id)"
  before=$(sql -c 'SELECT count(*) FROM buckit.follows WHERE follower_id = 1')
  kill -9 "$pid"
  begin=$(date +%s%3N)
  # Whoever keeps the server starts it again; the processes of the dead one must have gone.
  until as_server "$PG_BIN/pg_ctl" start -s -w -D "$cluster/data" -l "$cluster/log" 2>/dev/null; do :; done
  [ "$(sql -c "SET ROLE buckit_app; SELECT count(*) FROM buckit.profile(2, now())")" = 1 ]
  back=$(($(date +%s%3N) - begin))
  [ "$(sql -c 'SELECT count(*) FROM buckit.follows WHERE follower_id = 1')" = "$before" ] ||
    { echo "a change is lost"; failed=1; }
  printf '%s: back after %d ms, %s of WAL since the last checkpoint\n' "$1" "$back" "$wal"
  [ "$back" -le "$2" ] || failed=1
}
limit=${LIMIT_MS:-3000}
crash 'after a load' "$limit"
reeve sample load sotravel --scale "${SCALE:-60000}" >/dev/null 2>&1
crash 'after another' "$limit"
reeve sample load findspot --scale "${SCALE:-60000}" >/dev/null 2>&1 &
load=$!
sleep "$((RANDOM % 10 + 5))"
crash 'in the middle of a third' $((2 * limit))
wait "$load" || true
[ "$failed" -eq 0 ]
