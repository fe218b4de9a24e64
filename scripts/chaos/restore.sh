#!/usr/bin/env bash
# A dump without the index and the SQL of the roles, restored in another cluster: all is there, and search is
# built anew. REEVE_BIN is the folder of the programs; both clusters are this script's own.
set -euo pipefail
reeve=$REEVE_BIN/reeve
cd "$(dirname "$0")/../.."
. scripts/cluster.sh
work=$(mktemp -d /tmp/reeve-restore.XXXXXX)
clusters=()
finish() {
  local status=$?
  trap - EXIT
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
    -t reeve.action -t reeve.effect -t reeve.subject -t reeve.member shop 2>/dev/null
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
check 'a worker works' "$reeve" work --once --sink "$work/notices" --dsn 'dbname=shop user=reeve_worker'
psql -Xqd shop -c "SELECT reeve.enqueue('search.sync', '{}', NULL, 0::smallint, NULL, NULL, NULL)" >/dev/null
check 'and syncs' "$reeve" work --once --sink "$work/notices" --dsn 'dbname=shop user=reeve_worker'
search >"$work/again"
check 'search finds the same' cmp "$work/found" "$work/again"
check 'the doctor finds nothing red' finds_nothing_red "$reeve" --dsn dbname=shop
check 'what was done is undone' "$reeve" --yes --dsn 'dbname=shop user=anna' undo A2
