#!/usr/bin/env bash
# Two sessions build an index: one looks for a piece while the other ends the stage before.
# The cluster is this script's own. REEVE is the console.
set -uo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-$PWD/.build/debug/reeve}
export REEVE_SHARE=${REEVE_SHARE:-$PWD}
. scripts/cluster.sh
trap cluster_stop EXIT
cluster_start || { echo 'Bail out! no cluster'; exit 1; }
export PGDATABASE=shop
tests=0
is() { # SENTENCE FOUND WANTED
  tests=$((tests + 1))
  if [ "$2" = "$3" ]; then echo "ok $tests - $1"; else
    echo "not ok $tests - $1"
    echo "#   found $2, wanted $3"
  fi
}
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
psql -Xqd postgres -c 'CREATE DATABASE shop'
{ "$reeve" upgrade && sql -c 'GRANT CREATE ON DATABASE shop TO reeve_owner' && "$reeve" sample load randevoo; } \
  >/dev/null 2>&1 || { echo 'Bail out! no sample'; exit 1; }

gen=$(sql -c "SELECT reeve.search_begin(collection_id, TRUE, 20000) FROM reeve.collection
  WHERE app = 'randevoo' AND name = 'store'")
step="SELECT did FROM reeve.search_step($gen, NULL, NULL)"
is 'a sample is taken' "$(sql -c "$step")" sample
coproc second { exec psql -XqAt; }
echo "SELECT did FROM reeve.search_step(0, NULL, NULL); SELECT pg_backend_pid();" >&"${second[1]}"
read -r did <&"${second[0]}"
is 'a session has the function ready' "$did" stale
read -r backend <&"${second[0]}"
{ coproc first { exec psql -XqAt; }; } 2>/dev/null
echo "BEGIN; LOCK TABLE reeve.search_task; $step;" >&"${first[1]}"
read -r did <&"${first[0]}"
is 'another cuts the posting tiers' "$did" cuts
echo "$step;" >&"${second[1]}"
# It has read the generation, and waits for the pieces.
until [ "$(sql -c "SELECT wait_event_type FROM pg_stat_activity WHERE pid = $backend")" = Lock ]; do :; done
echo 'COMMIT;' >&"${first[1]}"
read -r did <&"${second[0]}"
is 'the first takes the next piece as soon as it may' "$did" load
while [ "$did" != built ]; do did=$(sql -c "$step"); done
is 'its documents are in the posting tiers that the cuts call for' \
  "$(sql -c "SELECT sum(missing + extra + stale) FROM reeve.search_verify($gen, TRUE)")" 0
echo "1..$tests"
