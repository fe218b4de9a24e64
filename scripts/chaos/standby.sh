#!/usr/bin/env bash
# The console on a streaming standby: it reads, and refuses to act in words; and servers that end under a
# command. REEVE_BIN is the directory of the programs; the cluster and its standby are this script's own, so
# that it needs no DSN.
set -euo pipefail
reeve=$REEVE_BIN/reeve
cd "$(dirname "$0")/../.."
. scripts/cluster.sh
cluster_start
work=$(mktemp -d /tmp/reeve-standby.XXXXXX)
[ "$(id -u)" -ne 0 ] || chown postgres: "$work"
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  [ ! -e "$work/data/postmaster.pid" ] || as_server "$PG_BIN/pg_ctl" stop -s -m immediate -D "$work/data" || true
  cluster_stop
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
unset DATABASE_URL

check() { # NAME COMMAND…
  local name=$1
  shift
  if "$@"; then echo "ok - $name"; else cat "$work/out"; echo "not ok - $name"; exit 1; fi
}
status_is() { # STATUS COMMAND…
  local expected=$1 status=0
  shift
  "$@" >"$work/out" 2>&1 </dev/null || status=$?
  [ "$status" -eq "$expected" ]
}
psql -Xqd postgres -c 'CREATE DATABASE shop'
primary="host=$PGHOST dbname=shop"
standby="host=$work dbname=shop"
"$reeve" upgrade --first-admin anna --dsn "$primary" 2>/dev/null
"$reeve" sample load randevoo --dsn "$primary" 2>/dev/null
as_server mkdir "$work/notices"
"$reeve" work --once --sink "$work/notices" --dsn "$primary user=reeve_worker" 2>/dev/null
as_server "$PG_BIN/pg_basebackup" -D "$work/data" -R -c fast -h "$PGHOST" -U postgres
as_server sed -i "s|^unix_socket_directories.*|unix_socket_directories = '$work'|" "$work/data/postgresql.conf"
as_server "$PG_BIN/pg_ctl" start -s -w -D "$work/data" -l "$work/log" </dev/null

anna="$standby user=anna"
check 'it is a standby' test "$(psql -XqAt "$standby" -c 'SELECT pg_is_in_recovery()')" = t
for verb in whoami 'find user' 'find user --output csv' 'show user:7' 'history user:7' 'search bellafiore' \
  'jobs' 'audit --limit 3' 'slots store:1' 'help ban'; do
  check "it reads: $verb" status_is 0 "$reeve" --dsn "$anna" -c "$verb"
done
ban=$("$reeve" --yes --dsn "$primary user=anna" ban user:7 --policy fraud --for 7d --why test 2>/dev/null |
  sed -n 's/^done  \(A[0-9]*\) .*/\1/p')
at=$(psql -XqAt "$primary" -c 'SELECT pg_current_wal_flush_lsn()')
until [ "$(psql -XqAt "$standby" -c "SELECT pg_last_wal_replay_lsn() >= '$at'")" = t ]; do :; done
check 'what was done on the primary shows' grep -q 'ban by anna' <<<"$("$reeve" --dsn "$anna" show user:7)"
before=$(psql -XqAt "$primary" -c 'SELECT count(*) FROM reeve.command')
for verb in 'ban user:9 --policy fraud --for 7d' 'unban user:7' "undo $ban"; do
  check "it refuses: $verb" status_is 4 "$reeve" --yes --dsn "$anna" -c "$verb"
  check 'and says why' grep -q 'is a standby; nothing was changed' "$work/out"
done
for command in 'upgrade' 'doctor' 'catalog apply --app randevoo' 'uninstall --schema randevoo --yes'; do
  read -ra words <<<"$command"
  check "reeve $command refuses" eval '! status_is 0 "$reeve" "${words[@]}" --dsn "$standby"'
  check 'and says why' grep -q 'is a standby' "$work/out"
done
check 'a worker does not start' status_is 4 \
  "$reeve" work --once --sink "$work/notices" --dsn "$standby user=reeve_worker"
check 'and says why' grep -q '^reeve-worker: this server is a standby .* workers need the primary$' "$work/out"
check 'the primary was not touched' \
  test "$(psql -XqAt "$primary" -c 'SELECT count(*) FROM reeve.command')" = "$before"
both="host=$work,$PGHOST dbname=shop target_session_attrs=primary"
check 'a worker finds the primary among both by itself' status_is 0 \
  "$reeve" work --once --sink "$work/notices" --dsn "host=$work,$PGHOST dbname=shop user=reeve_worker"
check 'the primary is found among both' status_is 0 "$reeve" --yes --dsn "$both user=anna" undo "$ban"

# What waits behind this lock sees its server end.
psql -Xqd shop -c 'BEGIN' -c 'LOCK reeve.member, reeve.search_generation' -c 'SELECT pg_sleep(600)' \
  >/dev/null 2>&1 </dev/null &
until [ "$(psql -XqAt "$primary" -c "SELECT count(*) FROM pg_stat_activity
  WHERE wait_event = 'PgSleep'")" = 1 ]; do :; done
lost() { # STOP… NAME REASON COMMAND…
  local stop=$1 name=$2 reason=$3 status=0
  shift 3
  "$@" --dsn "$primary" >"$work/out" 2>&1 </dev/null &
  until [ "$(psql -XqAt "$primary" -c "SELECT count(*) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock'")" = 1 ]; do :; done
  $stop
  wait $! || status=$?
  check "$name: status 3" test "$status" = 3
  check "$name: two short lines" test "$(wc -l <"$work/out")" = 2
  check "$name: which say why" grep -qx "reeve: the connection was lost: $reason" "$work/out"
}
terminate() {
  psql -Xqd shop -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock'" >/dev/null
}
crash() { as_server "$PG_BIN/pg_ctl" stop -s -m immediate -D "$cluster/data"; }
ended='terminating connection due to administrator command'
lost terminate 'a terminated console' "$ended" "$reeve" -c whoami
lost terminate 'a terminated command' "$ended" "$reeve" search status
lost crash 'a command whose server crashes' 'server closed the connection unexpectedly' \
  "$reeve" search status
check 'a server that is down' status_is 3 "$reeve" search status --dsn "$primary"
check 'is told' grep -q '^reeve: cannot connect: connection to server on socket ' "$work/out"
