#!/usr/bin/env bash
# Off this machine connections are encrypted, unless somebody says sslmode=disable; doctor and upgrade say where
# they are not, or need not be. On servers of its own: one with TLS, which is then turned off.
set -euo pipefail
here=$(cd "$(dirname "$0")/../../.." && pwd)
reeve=${REEVE:-$here/.build/debug/reeve}
. "$here/scripts/cluster.sh"
unset PGSSLMODE DATABASE_URL
work=$(mktemp -d)
address=$(hostname -I | tr ' ' '\n' | grep -m 1 '^[0-9.]*$')
finish() {
  local status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || cat "$work/said" >&2
  cluster_stop
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
ok() { # WHAT COMMAND…
  [ ! -e "$work/said" ] || cp "$work/said" "$work/before"
  if "${@:2}" >"$work/said" 2>&1; then echo "ok  $1"; else echo "not ok  $1"; exit 1; fi
}
says() { grep -F -- "$1" "$work/before"; } # the one before
# Runs a command that must end with that status.
ends() { # STATUS COMMAND…
  local status=0
  "${@:2}" || status=$?
  [ "$status" -eq "$1" ]
}
port=$((20000 + $$ % 20000))
cluster_start "listen_addresses = '*'" "port = $port" 'max_connections = 50' 'shared_buffers = 32MB'
export PGPORT=$port
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$address" -addext "subjectAltName=IP:$address" \
  -keyout "$work/server.key" -out "$work/server.crt" 2>/dev/null
for file in server.key server.crt; do
  cp "$work/$file" "$cluster/data/" && chmod 600 "$cluster/data/$file"
  [ "$(id -u)" -ne 0 ] || chown postgres: "$cluster/data/$file"
done
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d postgres -c "$1"; }
rules() { printf '%s\n' "$@" >"$cluster/data/pg_hba.conf"; ask 'SELECT pg_reload_conf()' >/dev/null; }
tls() { # on|off; waits until new connections have it
  ask "ALTER SYSTEM SET ssl = $1" && ask 'SELECT pg_reload_conf()' >/dev/null
  until [ "$(ask 'SHOW ssl')" = "$1" ]; do :; done
}
# Whether doctor says that something is red about TLS.
red() { "$reeve" doctor --dsn "$1" >"$work/doctor" 2>&1 || [ $? -eq 1 ]; grep '^red  tls' "$work/doctor"; }
far="host=$address dbname=postgres"

tls on
rules 'local all all trust' 'host all all 127.0.0.1/8 trust' 'host all all ::1/128 trust' "hostssl all all $address/32 trust"
ok 'with TLS, a connection is encrypted without being asked to be' "$reeve" upgrade --dsn "$far"
ok 'the server has seen it' test "$(psql -XAtc 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()' "$far")" = t
ok 'the certificate is checked where one asks for it' ends 3 "$reeve" doctor --dsn "$far sslmode=verify-full"
ok 'and fits' ends 0 "$reeve" doctor --dsn "$far sslmode=verify-full sslrootcert=$work/server.crt"
ok 'then nothing is red' ends 1 red "$far"
ok 'nor over a socket, nor over loopback without TLS' ends 1 red "host=127.0.0.1 dbname=postgres sslmode=disable"

rules 'local all all trust' 'host all all all trust'
ok 'a rule that admits others without TLS is red' red 'dbname=postgres'
ok 'by its line' says 'line 2 of pg_hba.conf lets all in from all without TLS'
ok 'a connection without TLS is red' red "$far sslmode=disable"
ok 'by login and address' says "connections of postgres from $address are not encrypted"
psql -XAt "$far sslmode=disable" -c 'SELECT pg_sleep(600)' >/dev/null 2>&1 & sleeper=$!
until [ "$(ask "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)' AND client_addr IS NOT NULL")" = 1 ]; do :; done
ok 'as are those of others' red 'dbname=postgres'
ok 'by name' says "connections of postgres from $address are not encrypted"
ask "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)'" >/dev/null
wait "$sleeper" || true
rules 'local all all trust' 'hostnossl all all all reject' 'host all all all trust'
ok 'a rule behind one that refuses whatever is not encrypted is not' ends 1 red 'dbname=postgres'
rules 'local all all trust' 'host replication all all trust' 'host other all all trust' 'host all all samehost trust'
ok 'nor is one for other databases, or for this machine' ends 1 red 'dbname=postgres'

rules 'local all all trust' 'hostssl all all all trust'
tls off
ok 'without TLS, a connection off this machine is refused' ends 3 "$reeve" doctor --dsn "$far"
ok 'and told what to say' says 'a connection off this machine must be encrypted'
for mode in prefer allow; do
  ok "sslmode=$mode is not that" ends 3 "$reeve" doctor --dsn "$far sslmode=$mode"
  ok "nor in the environment" ends 3 env PGSSLMODE=$mode "$reeve" doctor --dsn "$far"
done
ok 'one name of several is enough' ends 3 "$reeve" doctor --dsn "host=$address,$address port=$port,$port dbname=postgres"
ok 'so it is for a copy or an import' ends 3 "$reeve" import inspect "postgresql://$address:$port/postgres?user=postgres"
rules 'local all all trust' 'host all all all trust'
ok 'who says sslmode=disable gets it' ends 1 "$reeve" doctor --dsn "$far sslmode=disable"
ok 'by the environment, too' ends 1 env PGSSLMODE=disable "$reeve" doctor --dsn "$far"
ok 'loopback needs none' ends 1 "$reeve" doctor --dsn 'host=localhost dbname=postgres'
ok 'a server that listens without TLS is red' red 'dbname=postgres'
ok 'and how to turn it on is told' says 'ALTER SYSTEM SET ssl = on'
ok 'upgrade says it, too' "$reeve" upgrade --dsn 'dbname=postgres'
ok 'in the same words' says 'ALTER SYSTEM SET ssl = on'
ask "ALTER SYSTEM SET listen_addresses = 'localhost, 127.0.0.1'"
as_server "$PG_BIN/pg_ctl" restart -s -w -D "$cluster/data" -l "$cluster/log"
ok 'one that listens on loopback alone is not' ends 1 red 'dbname=postgres'
