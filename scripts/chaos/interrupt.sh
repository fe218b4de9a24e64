#!/usr/bin/env bash
# Acts of the console that are broken off at random moments, by Ctrl-C, SIGTERM, the end of the server's
# process and kill -9: what is said, at once or by the next console, agrees with the tables every time.
# With and without PgBouncer in transaction mode. Operations are broken off in the same ways, without it.
#
# REEVE_BIN   the directory of the programs
# REEVE_DSN   a server as its superuser
# COUNT       interruptions of each kind of act and of operation, 500 if unset
# KINDS       the kinds, all if unset
# ROADS       direct, pooled or both
# SEED        of the moments
set -euo pipefail
cd "$(dirname "$0")/../.."
# Where an ordinary user of Debian finds no pgbouncer.
PATH=$PATH:/usr/sbin
database=reeve_chaos_interrupt_$$
dsn="$REEVE_DSN dbname=$database"
seed=${SEED:-$RANDOM}
echo "SEED=$seed"
work=$(mktemp -d /tmp/reeve-interrupt.XXXXXX)
keeper=
finish() {
  local status=$?
  [ -z "$keeper" ] || kill "$keeper" || true
  [ ! -s "$work/pid" ] || kill "$(cat "$work/pid")" || true
  psql -XqAt "$REEVE_DSN dbname=postgres" -c "DROP DATABASE IF EXISTS $database WITH (FORCE)" || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

psql -Xq "$REEVE_DSN dbname=postgres" -c "CREATE DATABASE $database"
"$REEVE_BIN/reeve" upgrade --dsn "$dsn" --first-admin anna --first-admin boris 2>"$work/log" ||
  { cat "$work/log"; exit 1; }
"$REEVE_BIN/reeve" sample load randevoo --dsn "$dsn" 2>"$work/log" || { cat "$work/log"; exit 1; }

cat >"$work/pooler.ini" <<CONF
[databases]
$database = host=$PGHOST port=$PGPORT
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = $work
auth_type = trust
auth_file = $work/users
pool_mode = transaction
default_pool_size = 2
logfile = $work/pooler.log
pidfile = $work/pid
CONF
printf '"%s" ""\n' anna boris >"$work/users"
as_server=()
if [ "$(id -u)" -eq 0 ]; then
  chown -R postgres: "$work"
  as_server=(setpriv --reuid=postgres --regid=postgres --init-groups --)
fi
# Some releases end themselves when a cancel request comes at a bad moment: one more thing to bear.
while :; do "${as_server[@]}" pgbouncer -q "$work/pooler.ini" || true; done &
keeper=$!
pooled="host=$work port=6432 dbname=$database"
until psql -XqAt "$pooled user=anna" -c '' 2>/dev/null; do
  kill -0 "$keeper" || { cat "$work/pooler.log"; exit 1; }
done

export XDG_STATE_HOME=$work/state REEVE_HISTORY=/dev/null
status=0
read -ra kinds <<<"${KINDS:-}"
for road in ${ROADS:-direct pooled}; do
  echo "$road"
  case $road in direct) console=$dsn ;; *) console=$pooled ;; esac
  REEVE_CONSOLE_DSN=$console python3 scripts/chaos/interrupt.py "$REEVE_BIN/reeve" "$dsn" \
    "${COUNT:-500}" "$seed" "${kinds[@]}" || status=1
done
exit "$status"
