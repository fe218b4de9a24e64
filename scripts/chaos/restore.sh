#!/usr/bin/env bash
# A dump without the index and the SQL of the roles, restored in another cluster: all is there, and search
# is built again; but nothing runs and nothing is sent before it was said what it is. The same of a copy of
# the server's files, where nothing but the host identity file of the workers' host tells it from the
# original. REEVE_BIN is the directory of the programs; the clusters are this script's own.
set -euo pipefail
reeve=$REEVE_BIN/reeve
cd "$(dirname "$0")/../.."
. scripts/cluster.sh
work=$(mktemp -d /tmp/reeve-restore.XXXXXX)
clusters=()
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  [ -z "${pid-}" ] || kill -9 "$pid" 2>/dev/null || true
  for cluster in "${clusters[@]}"; do cluster_stop; done
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
unset DATABASE_URL
check() { # NAME COMMAND…
  local name=$1
  shift
  if "$@" >"$work/out" 2>&1 </dev/null; then echo "ok - $name"; else cat "$work/out"; echo "not ok - $name"; exit 1; fi
}
search() { "$reeve" --dsn 'dbname=shop user=anna' search bellafiore --output tsv </dev/null; }
digest() {
  "$PG_BIN/pg_dump" --data-only --restrict-key=reeve -n randevoo -t reeve.chain -t reeve.command \
    -t reeve.action -t reeve.effect -t reeve.subject -t reeve.member \
    -t reeve.act -t reeve.unrestored shop 2>/dev/null | sort
}
mkdir "$work/notices"
chmod 777 "$work/notices"

cluster_start
clusters+=("$cluster")
psql -Xqd postgres -c 'CREATE DATABASE shop'
"$reeve" upgrade --first-admin anna --dsn dbname=shop 2>/dev/null
"$reeve" sample load randevoo --dsn dbname=shop 2>/dev/null
"$reeve" work --once --sink "$work/notices" --dsn 'dbname=shop user=reeve_worker' 2>/dev/null
"$reeve" --yes --dsn 'dbname=shop user=anna' ban user:7 --policy fraud --for 7d --why test >/dev/null 2>&1
# An undo that the app refuses in part.
read -r owner product <<<"$(psql -XqAt -F ' ' -d shop -c "SELECT s.owner_id, min(p.id) FROM randevoo.stores s
  JOIN randevoo.products p ON p.store_id = s.id WHERE s.owner_id <> 7 AND p.hidden_until IS NULL
  GROUP BY 1 HAVING count(*) > 1 ORDER BY 1 LIMIT 1")"
psql -Xqd shop -v ON_ERROR_STOP=1 -v product="$product" <<'SQL'
SELECT format('CREATE FUNCTION randevoo.stubborn() RETURNS trigger LANGUAGE plpgsql AS %L',
  format('BEGIN IF NEW.hidden_until IS NULL AND NEW.id = %s THEN RAISE EXCEPTION ''no''; END IF; RETURN NEW; END', :product)) \gexec
ALTER FUNCTION randevoo.stubborn() OWNER TO randevoo_owner;
CREATE TRIGGER stubborn BEFORE UPDATE ON randevoo.products FOR EACH ROW EXECUTE FUNCTION randevoo.stubborn();
SQL
check 'a ban' "$reeve" --yes --dsn 'dbname=shop user=anna' ban "user:$owner" --policy fraud --for 7d --why test
act=$(psql -XqAtd shop -c 'SELECT act_id FROM reeve.act ORDER BY at DESC LIMIT 1')
banned=$(psql -XqAtd shop -c 'SELECT max(action_id) FROM reeve.action')
check 'and its undo' "$reeve" --yes --dsn 'dbname=shop user=anna' undo "A$banned"
unrestored() { psql -XqAtd shop -c 'SELECT count(*) FROM reeve.unrestored'; }
check 'the app refuses a row to it' test "$(unrestored)" = 1
search >"$work/found"
digest >"$work/digest"
"$reeve" roles --dsn dbname=shop >"$work/roles.sql"
"$PG_BIN/pg_dump" --exclude-schema=reeve_index shop >"$work/shop.sql"

cluster_start
clusters+=("$cluster")
psql -Xqd postgres -c 'CREATE DATABASE shop'
psql -Xqd shop -c 'CREATE ROLE randevoo_app NOLOGIN' # the app's own
check 'the roles are made' psql -Xqd shop -v ON_ERROR_STOP=1 -f "$work/roles.sql"
check 'the dump is restored' psql -Xqd shop -v ON_ERROR_STOP=1 -f "$work/shop.sql"
check 'upgrade finds its schema' "$reeve" upgrade --dsn dbname=shop
digest >"$work/after"
check 'the rows are the same' diff "$work/digest" "$work/after"

# The files of notices, with inodes: a notice that is sent again replaces the file of the first time.
notices() { ls -i "$work/notices" | sort | md5sum; }
quiet() { [ "$(notices)" = "$noticed" ]; }
parked() { # REASON ARGUMENT…; a worker that runs once does not, and says why
  local reason=$1 status=0
  shift
  "$reeve" work --once --sink "$work/notices" "$@" >"$work/said" 2>&1 </dev/null || status=$?
  [ "$status" -eq 4 ] && grep -q "^reeve-worker: .*$reason" "$work/said" || { cat "$work/said"; return 1; }
}
red() {
  local told
  told=$("$reeve" doctor --dsn dbname=shop 2>&1) || true
  grep -q "^red  copy  $1" <<<"$told" || { echo "$told"; return 1; }
}
worker='dbname=shop user=reeve_worker'
psql -Xqd shop -c "UPDATE reeve.outbox SET due_at = now() - interval '1 hour'" \
  -c "SELECT reeve.enqueue('notify.deliver', '{}')" >/dev/null
noticed=$(notices)
[ "$(psql -XqAtd shop -c "SELECT count(*) FROM reeve.outbox WHERE state = 'queued'")" -gt 0 ]
check 'a worker is parked' parked 'this database was restored in another cluster' --dsn "$worker"
check 'the doctor is red' red 'workers are stopped'
check 'the console says so' grep -q 'parked' <("$reeve" --dsn 'dbname=shop user=anna' whoami --output tsv)
check 'a worker that was there before the dump does nothing' test "$(psql -XqAt "$worker" -c "
  SELECT count(*) FROM reeve.job_claim(1, gen_random_uuid(), '{0,0,0}', 10)" -c 'SELECT reeve.job_schedule_tick(10)
  + reeve.job_timer_tick(10)' | paste -sd' ')" = '0 0'
check 'nothing was sent' quiet
check 'a second copy of it in the same cluster' psql -Xqd postgres -c 'CREATE DATABASE beside TEMPLATE shop'
check 'is parked, too' parked 'restored' --dsn 'dbname=beside user=reeve_worker'
check 'and is a copy' "$reeve" restored --as copy --yes --dsn dbname=beside
check 'for good' parked 'this database is a copy' --dsn 'dbname=beside user=reeve_worker'
check 'whose notices are withdrawn' test "$(psql -XqAtd beside -c "
  SELECT count(*) FROM reeve.outbox WHERE state = 'queued'")" = 0
check 'and whose schedules are paused' test "$(psql -XqAtd beside -c "
  SELECT count(*) FROM reeve.cron WHERE paused_at IS NULL")" = 0
check 'nobody confirms by silence' test "$("$reeve" restored --as live --dsn dbname=shop >/dev/null 2>&1 </dev/null || echo $?)" = 4
check 'it is the live one' "$reeve" restored --as live --yes --dsn dbname=shop
check 'which is on the record' test "$(psql -XqAtd shop -c "
  SELECT count(*) FROM reeve.chain h JOIN reeve.command c USING (command_id) WHERE c.kind = 'restored.live'")" = 1
check 'a worker works' "$reeve" work --once --sink "$work/notices" --dsn 'dbname=shop user=reeve_worker'
psql -Xqd shop -c "SELECT reeve.enqueue('search.sync', '{}', NULL, 0::smallint, NULL, NULL, NULL)" >/dev/null
check 'and syncs' "$reeve" work --once --sink "$work/notices" --dsn 'dbname=shop user=reeve_worker'
search >"$work/again"
check 'search finds the same' cmp "$work/found" "$work/again"
check 'it knows what became of an act' grep -q '^Committed as A' \
  <("$reeve" --dsn 'dbname=shop user=anna' outcome "$act")
psql -Xqd shop -c 'DROP TRIGGER stubborn ON randevoo.products' -c 'UPDATE reeve.unrestored SET due_at = now()' \
  -c "SELECT reeve.enqueue('moderation.lift', '{}')" >/dev/null
check 'a worker tries again' "$reeve" work --once --sink "$work/notices" --dsn 'dbname=shop user=reeve_worker'
check 'what the app refused' test "$(unrestored)" = 0
check 'what was done is undone' "$reeve" --yes --dsn 'dbname=shop user=anna' undo A2
# Which were made due past Reeve, above.
only_notices() {
  finds_nothing_red "$reeve" --dsn dbname=shop 2>"$work/red" || true
  grep -q '^red  chain .* notice [0-9]* differs from what was sealed' "$work/red" && [ "$(wc -l <"$work/red")" = 1 ]
}
check 'the doctor finds nothing red but the notices' only_notices

# A copy of the server's files. The host identity file is the worker host's; each start of a worker renews it.
worked() { "$reeve" work --once --sink "$work/notices" --host-identity "$work/$1" --dsn "$worker"; }
stop() { as_server "$PG_BIN/pg_ctl" stop -s -w -m fast -D "$1"; }
start() { as_server "$PG_BIN/pg_ctl" start -s -w -D "$1" -l "$1/../log" </dev/null; }
original=$cluster copy=$work/copy
mkdir "$copy" && [ "$(id -u)" -ne 0 ] || { chown postgres: "$copy" && chmod 711 "$work"; }
check 'a worker makes its host identity file' worked here
check 'which nobody else reads' test "$(stat -c %a "$work/here")" = 600
check 'and comes back' worked here
check 'one without a host identity file does not' parked 'this one has none' --dsn "$worker"
check 'nor one of another host, while none is alive' parked 'does not know this host identity file' \
  --host-identity "$work/there" --dsn "$worker"
psql -Xqd shop -c "UPDATE reeve.outbox SET state = 'queued', due_at = now()" \
  -c "SELECT reeve.enqueue('notify.deliver', '{}')" >/dev/null
stop "$original/data"
as_server cp -a "$original/data" "$copy/data"
as_server sed -i "s|^unix_socket_directories.*|unix_socket_directories = '$copy'|" "$copy/data/postgresql.conf"
noticed=$(notices)
start "$copy/data"
clusters+=("$copy")
export PGHOST=$copy
check 'a copy has the same system identifier' test "$(psql -XqAtd shop -c '
  SELECT p.system_id = c.system_identifier FROM reeve.home p, pg_control_system() c')" = t
check 'a worker there is parked' parked 'does not know this host identity file' --host-identity "$work/there" --dsn "$worker"
check 'with a file or without' parked 'this one has none' --dsn "$worker"
check 'the doctor is red' red 'workers are stopped'
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$REEVE_BIN/reeve-worker" --sink "$work/notices" --host-identity "$work/there" --metrics "$port" --dsn "$worker" \
  >"$work/log" 2>&1 </dev/null & pid=$!
health() { # the whole answer
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
  cat <&3
  exec 3>&-
}
until_health() { # TEXT
  local tries=0
  until grep -q "$1" <<<"$(health 2>/dev/null)"; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] && kill -0 "$pid" || return 1
    sleep 0.1
  done
}
check 'its health says why' until_health 'stopped: no worker is alive that this database knows'
check 'its log does' grep -q 'stopped: no worker is alive' "$work/log"
check 'nothing was sent' quiet
check 'nothing was done' test "$(psql -XqAtd shop -c "
  SELECT count(*) FROM reeve.job_ready")" -gt 0
check 'it is live' "$reeve" restored --as live --yes --dsn dbname=shop
check 'and the worker goes on by itself' until_health 'HTTP/1.1 200'
sends() {
  local tries=0
  while quiet; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || return 1
    sleep 0.1
  done
}
check 'which sends' sends
kill -TERM "$pid"
wait "$pid"
stop "$copy/data"
unset 'clusters[-1]'

export PGHOST=$original
start "$original/data"
check 'the original goes on' worked here
# A copy that is older than its workers' host identity file, where they find it in the place of the original.
stop "$original/data"
as_server cp -a "$original/data" "$copy/older"
start "$original/data"
for _ in 1 2 3; do check 'the original was worked on since' worked here; done
"$reeve" --yes --dsn 'dbname=shop user=anna' hide user:11 --policy fraud --for 1h >/dev/null 2>&1
check 'an export is kept' "$reeve" --dsn 'dbname=shop user=anna' audit export "$work/kept.ndjson"
stop "$original/data"
as_server mv "$original/data" "$original/newer"
as_server mv "$copy/older" "$original/data"
start "$original/data"
check 'what was restored in its place is parked' parked 'is older than the host identity file' --host-identity "$work/here" \
  --dsn "$worker"
check 'a file that is no export changes nothing' eval \
  '! "$reeve" restored --as live --yes --audit "$work/roles.sql" --dsn dbname=shop'
"$reeve" restored --as live --yes --audit "$work/kept.ndjson" --dsn dbname=shop >"$work/lost" 2>/dev/null
check 'what came after the backup is listed' grep -q 'hide  randevoo/user:11  anna$' "$work/lost"
check 'and it goes on' worked here
