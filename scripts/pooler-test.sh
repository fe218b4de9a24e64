#!/usr/bin/env bash
# The console and the worker through PgBouncer in transaction mode, on a cluster of its own. PROGRAM is the
# console; `reeve-worker` is beside it.
set -euo pipefail
reeve=$1
cd "$(dirname "$0")/.."
# Where an ordinary user of Debian finds no pgbouncer.
PATH=$PATH:/usr/sbin
if ! command -v pgbouncer >/dev/null; then
  echo 'not run: PgBouncer, which is not installed'
  exit 1
fi
. scripts/cluster.sh
cluster_start
work=$(mktemp -d /tmp/reeve-pool.XXXXXX)
worker=
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  [ -z "$worker" ] || kill "$worker" 2>/dev/null || true
  [ ! -s "$work/pid" ] || kill "$(cat "$work/pid")" || true
  cluster_stop
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
unset DATABASE_URL
export PGOPTIONS=

check() { # NAME COMMAND…
  local name=$1
  shift
  if "$@"; then echo "ok - $name"; return; fi
  cat "$work/out"
  echo "not ok - $name"
  # Some releases end themselves when a cancel request comes at a bad moment, which proves nothing.
  kill -0 "$(cat "$work/pid")" 2>/dev/null || exit 75
  exit 1
}
status_is() { # STATUS COMMAND…
  local expected=$1 status=0
  shift
  "$@" >"$work/out" 2>&1 || status=$?
  [ "$status" -eq "$expected" ]
}
until_true() { # SQL
  local tries=0
  until [ "$(psql -XqAt -d shop -c "$1")" = t ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 3000 ] || return 1
    psql -XqAt -d shop -c 'SELECT pg_sleep(0.1)' >/dev/null
  done
}

psql -Xqd postgres -c 'CREATE DATABASE shop'
export DATABASE_URL='dbname=shop'
"$reeve" upgrade --first-admin anna --first-admin boris 2>/dev/null
"$reeve" sample load randevoo 2>/dev/null

# Two server connections serve everybody, so that a statement meets the leavings of others.
cat >"$work/pooler.ini" <<CONF
[databases]
shop = host=$PGHOST port=$PGPORT
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = $work
auth_type = trust
auth_file = $work/users
pool_mode = transaction
default_pool_size = 2
logfile = $work/log
pidfile = $work/pid
CONF
printf '"%s" ""\n' anna boris postgres reeve_worker >"$work/users"
[ "$(id -u)" -ne 0 ] || chown -R postgres: "$work"
pooled="host=$work port=6432 dbname=shop"
# Starts the pooler, again where it has ended itself; see check.
pooler_is_up() {
  ! kill -0 "$(cat "$work/pid" 2>/dev/null)" 2>/dev/null || return 0
  rm -f "$work/pid"
  as_server pgbouncer -q -d "$work/pooler.ini"
  until psql -XqAt "$pooled user=anna" -c '' 2>/dev/null; do
    kill -0 "$(cat "$work/pid")" || { cat "$work/log"; exit 1; }
    sleep 0.1
  done
}
pooler_is_up
anna="$pooled user=anna"

check 'upgrade refuses a pooler' status_is 1 "$reeve" upgrade --dsn "$pooled user=postgres"
check 'and says why' grep -q 'goes through a pooler' "$work/out"
check 'doctor refuses a pooler' status_is 1 "$reeve" doctor --dsn "$pooled user=postgres"
check 'the console answers as its login' status_is 0 "$reeve" --dsn "$anna" --output tsv whoami
check 'by the name of the login' grep -q '^anna' "$work/out"
running=()
for round in 1 2 3 4 5; do
  "$reeve" --dsn "$anna" find product --output csv >"$work/rows.$round" &
  running+=($!)
  "$reeve" --dsn "$pooled user=boris" show user:7 >/dev/null &
  running+=($!)
done
for one in "${running[@]}"; do wait "$one"; done
check 'ten consoles at once over two connections read all rows' \
  test "$(cat "$work"/rows.* | sort | uniq -c | awk '$1 != 5' | wc -l)" -eq 0
printf '%s\n' 'find user zoraida' 'ban user:7 --policy fraud --for 7d --why pooled' 'undo A1' >"$work/script"
check 'a script acts' status_is 0 "$reeve" --yes --dsn "$anna" -f "$work/script"
mkdir "$work/notices"
chmod 777 "$work/notices"
"$reeve" work --sink "$work/notices" --dsn "$pooled user=reeve_worker" 2>"$work/worker" &
worker=$!
check 'a worker builds the index' until_true 'SELECT EXISTS (SELECT FROM reeve.search_pointer)'
check 'the index answers' grep -q store: <<<"$("$reeve" --dsn "$anna" search bellafiore --in store --output tsv)"
psql -Xqd shop -c "SELECT reeve.enqueue('worker.probe', '{}', NULL, 0::smallint, NULL, NULL, NULL)" >/dev/null
check 'without a doorbell the worker finds a job by polling' until_true "
  SELECT EXISTS (
    SELECT FROM reeve.job_end e JOIN reeve.job j USING (job_id, day)
    JOIN reeve.job_kind k USING (kind_id)
    WHERE k.name = 'worker.probe' AND e.outcome = 'completed')"
kill -TERM "$worker"
check 'it stops when told to' wait "$worker"
worker=
check 'it told of no error' eval '! grep -E " (error|warning) " "$work/worker"'
check 'it left no lock on a connection of the pooler' \
  test -z "$(psql -XqAt -d shop -c "SELECT pid FROM pg_locks WHERE locktype = 'advisory'")"

# Acts that are broken off at random moments: what is said agrees with the tables.
export XDG_STATE_HOME=$work REEVE_HISTORY=/dev/null
seed=$RANDOM
# Not by Ctrl-C: some releases of PgBouncer end themselves when a cancel request comes at a bad moment.
check "interrupted acts are told truly through the pooler, seed $seed" status_is 0 \
  env REEVE_WAYS='backend kill' REEVE_CONSOLE_DSN="$pooled" python3 scripts/chaos/interrupt.py "$reeve" "dbname=shop user=postgres" \
  20 "$seed" note several undo
check "and without it" status_is 0 \
  python3 scripts/chaos/interrupt.py "$reeve" "dbname=shop user=postgres" 20 "$seed" note reveal approve

pooler_is_up # See above: a console that is killed cancels its statement.
# An app's code that sleeps forever and ignores every cancel.
psql -Xq -d shop <<'SQL'
CREATE TABLE randevoo.asleep(pid int);
CREATE FUNCTION randevoo.sleeper() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  LOOP
    BEGIN
      PERFORM pg_sleep(1000);
    EXCEPTION WHEN query_canceled THEN NULL;
    END;
  END LOOP;
END
$$;
ALTER FUNCTION randevoo.sleeper() OWNER TO randevoo_owner;
CREATE TRIGGER sleeper BEFORE UPDATE ON randevoo.users
  FOR EACH ROW EXECUTE FUNCTION randevoo.sleeper();
SQL
number=7
last=$(psql -XqAt -d shop -c 'SELECT max(action_id) FROM reeve.action')
for login in anna boris; do
  number=$((number + 1))
  check "an act of $login that does not end is given up at its limit" status_is 1 timeout 300 \
    "$reeve" --yes --act-limit 1s --dsn "$pooled user=$login" \
    -c "ban user:$number --policy fraud --for 7d"
  check 'and says that it was not committed' grep -q 'nothing was changed' "$work/out"
done
check 'the two connections of the pooler serve others' status_is 0 \
  "$reeve" --dsn "$anna" --output tsv show user:10
end_sleepers() {
  psql -XqAt -d shop -c "SELECT pg_terminate_backend(l.pid, 60000) FROM pg_locks l
    WHERE l.relation = 'randevoo.users'::regclass AND l.mode = 'RowExclusiveLock'" >/dev/null
}
# The server ends an act whose console has given it up within seconds. This one is still waited for.
end_sleepers
"$reeve" --yes --act-limit 1h --dsn "$pooled user=boris" -c 'ban user:10 --policy fraud --for 7d' \
  >/dev/null 2>&1 &
sleeper=$!
until_true "SELECT count(*) > 0 FROM pg_stat_activity a
  WHERE a.usename = 'boris' AND a.wait_event = 'PgSleep'"
check 'who meets its lock is told the process' status_is 1 \
  "$reeve" --yes --dsn "$anna" -c 'ban user:10 --policy fraud --for 7d'
check 'by its number and login' grep -Eq 'process [0-9]+ of boris' "$work/out"
end_sleepers
wait "$sleeper" || true
check 'nothing of it was committed' test \
  "$(psql -XqAt -d shop -c "SELECT count(*) FROM reeve.action WHERE action_id > $last")" = 0
