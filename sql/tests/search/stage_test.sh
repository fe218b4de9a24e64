#!/usr/bin/env bash
# Two sessions build an index: one looks for a piece while the other ends the stage before, and one
# applies changes while the other swaps the index in.
# The cluster is this script's own. REEVE is the console.
set -uo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-$PWD/.build/debug/reeve}
export REEVE_SHARE=${REEVE_SHARE:-$PWD}
. scripts/cluster.sh
trap cluster_stop EXIT
cluster_start || { echo 'Bail out! no cluster'; exit 1; }
export PGDATABASE=shop
. sql/tests/checks.sh
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

# A change that waits when the new index is swapped in is applied to that one.
is 'it is swapped in' "$(sql -c "SELECT reeve.search_swap($gen, NULL, NULL)")" t
next=$(sql -c "SELECT reeve.search_begin(collection_id, TRUE, 20000) FROM reeve.search_generation
  WHERE generation_id = $gen")
until [ "$(sql -c "SELECT did FROM reeve.search_step($next, NULL, NULL)")" = built ]; do :; done
sql -c "UPDATE randevoo.stores SET name = 'Zanzibar ' || name" -c 'SELECT reeve.search_collect(1000)' >/dev/null
echo "BEGIN; SELECT reeve.search_swap($next, NULL, NULL);" >&"${first[1]}"
read -r did <&"${first[0]}"
is 'another is swapped in' "$did" t
echo "SELECT reeve.search_take(collection_id, 1000) > 0 FROM reeve.search_generation WHERE generation_id = $gen;" \
  >&"${second[1]}"
until [ "$(sql -c "SELECT wait_event_type FROM pg_stat_activity WHERE pid = $backend")" = Lock ]; do :; done
echo 'COMMIT;' >&"${first[1]}"
read -r did <&"${second[0]}"
is 'changes are taken from the queue' "$did" t
until [ "$(sql -c "SELECT reeve.search_take(collection_id, 1000) FROM reeve.search_generation
  WHERE generation_id = $next")" = 0 ]; do :; done
is 'and applied to it' \
  "$(sql -c "SELECT sum(missing + extra + stale + waiting) FROM reeve.search_verify($next, TRUE)")" 0
checked
