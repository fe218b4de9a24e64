# Sourced: temporary PostgreSQL clusters for tests, on a unix socket only, fsync off.
#
# cluster_start   makes and starts it, its arguments being further settings; sets cluster (directory), PGHOST, PGPORT, PGUSER, PG_BIN
# cluster_copy    the same with a copy of the one that runs, which continues
# cluster_stop    stops and removes it
# as_server …     runs a command as the user that the server runs as
# in_memory       keeps the clusters made from here on in memory, if there is room
#
# server_environment, NAME=value each, is what the server is started with besides.
# PG_BIN, the directory of the server's programs, may be set beforehand; else it is Debian's newest.

if [ -z "${PG_BIN:-}" ]; then
  PG_BIN=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null |
    sort -V | tail -n 1)
  [ -n "$PG_BIN" ] || PG_BIN=$(dirname "$(command -v initdb)")
fi
# Debian's psql on the PATH is a Perl script that chooses a version: it takes four times as long to start.
PATH=$PG_BIN:$PATH
cluster=
server_environment=()

as_server() {
  if [ "$(id -u)" -eq 0 ]; then
    (cd / && setpriv --reuid=postgres --regid=postgres --init-groups --no-new-privs -- "$@")
  else
    (cd / && "$@")
  fi
}

# A test makes and drops a database of 1,900 files, which takes memory a tenth of the time that a disk takes.
in_memory() {
  local free available
  free=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
  available=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null)
  if [ -w /dev/shm ] && [ "${free:-0}" -gt 8000000 ] && [ "${available:-0}" -gt 12000000 ]; then
    export REEVE_TEST_CLUSTERS=/dev/shm
  fi
}

cluster_start() {
  # Short: the socket's path has 107 bytes at most.
  cluster=$(mktemp -d "${REEVE_TEST_CLUSTERS:-/tmp}/reeve-test.XXXXXX")
  [ "$(id -u)" -ne 0 ] || chown postgres: "$cluster"
  as_server "$PG_BIN/initdb" -D "$cluster/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 \
    --no-sync --no-instructions >"$cluster.log" 2>&1 || { cat "$cluster.log" >&2; return 1; }
  rm -f "$cluster.log"
  cat >>"$cluster/data/postgresql.conf" <<CONF
listen_addresses = ''
unix_socket_directories = '$cluster'
fsync = off
full_page_writes = off
max_connections = 300
shared_buffers = 256MB
timezone = 'UTC'
$(printf '%s\n' "$@")
CONF
  cluster_run
}

cluster_copy() {
  cluster=$(mktemp -d "${REEVE_TEST_CLUSTERS:-/tmp}/reeve-test.XXXXXX")
  [ "$(id -u)" -ne 0 ] || chown postgres: "$cluster"
  as_server "$PG_BIN/pg_basebackup" -D "$cluster/data" -c fast --no-sync || return 1
  echo "unix_socket_directories = '$cluster'" >>"$cluster/data/postgresql.conf"
  cluster_run
}

cluster_run() {
  as_server env "${server_environment[@]}" "$PG_BIN/pg_ctl" start -s -w -D "$cluster/data" \
    -l "$cluster/log" || return 1
  export PGHOST=$cluster PGPORT=5432 PGUSER=postgres
}

cluster_stop() {
  [ -n "$cluster" ] || return 0
  [ ! -e "$cluster/data/postmaster.pid" ] ||
    as_server "$PG_BIN/pg_ctl" stop -s -m immediate -D "$cluster/data" || true
  rm -rf "$cluster"
  cluster=
}

# Whether `reeve doctor` with these arguments finds nothing red but how full this machine's disk is.
finds_nothing_red() { # REEVE ARGUMENT…
  local status=0 told
  told=$("$1" doctor "${@:2}" 2>&1) || status=$?
  [ "$status" -le 1 ] || { echo "$told" >&2; return 1; }
  if grep '^red' <<<"$told" | grep -v '^red  disk .* are free where' >&2; then return 1; fi
}
