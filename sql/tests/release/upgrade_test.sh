#!/usr/bin/env bash
# A database that release 0.2.0 made becomes the same as a new one, and keeps what it holds: actions that
# can be undone, proposals, holds, the record and its chain, the search index.
#
# 0.2.0.sql.gz is its pg_dump: the program of that release, its sample app FindSpot with 20 users and 40
# places, and the commands of its two seniors. Connects by libpq's environment as a superuser, to a server
# on which REEVE_TEST_TEMPLATE was made, so that roles of Reeve are there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} old=reeve_release_old fresh=reeve_release_fresh anna=release_anna bob=release_bob
export PGOPTIONS='-c client_min_messages=warning'
work=$(mktemp -d)
finish() {
  run -d "$admin" -c "DROP DATABASE IF EXISTS $old WITH (FORCE)" -c "DROP DATABASE IF EXISTS $fresh WITH (FORCE)" \
    -c "DROP ROLE IF EXISTS $anna, $bob"
  rm -rf "$work"
}
trap finish EXIT
. sql/tests/checks.sh
dsn() { echo "host=$PGHOST port=${PGPORT:-5432} user=${2:-${PGUSER:-postgres}} dbname=$1"; }
upgrade() { "$reeve" upgrade --dsn "$(dsn "$1")" "${@:2}" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
console() { # LOGIN COMMAND…
  local commands=()
  for command in "${@:2}"; do commands+=(-c "$command"); done
  "$reeve" --dsn "$(dsn $old "$1")" --yes "${commands[@]}" 2>&1 || echo "status $?"
}
schema() {
  "${PG_BIN:+$PG_BIN/}pg_dump" --schema-only --schema='reeve|reeve_cell|reeve_stage' --exclude-table='reeve.*_20[0-9][0-9][0-9][0-9][0-9][0-9]' \
    --exclude-table='reeve_cell.*' -d "$1" | scripts/schema-plain.sh
}
# But for those of collections, whose numbers vary.
functions() {
  run -d "$1" -c "SELECT p.oid::regprocedure, p.proowner::regrole, p.proconfig, p.prosecdef, md5(p.prosrc)
    FROM pg_proc p WHERE p.pronamespace = 'reeve'::regnamespace AND p.proname !~ '_[0-9]+\$'" | LC_ALL=C sort
}
same() { # WHAT COMMAND
  diff <("$2" $fresh) <("$2" $old) >"$work/diff" ||
    { echo "not ok: its $1 are not those of a new database"; head -n 40 "$work/diff"; broken=$((broken + 1)); }
}

run -d "$admin" -c "CREATE DATABASE $old" -c "CREATE DATABASE $fresh"
upgrade $fresh
"$reeve" sample load findspot --dsn "$(dsn $fresh)" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
gzip -dc sql/tests/release/0.2.0.sql.gz | run -d $old >/dev/null
# A proposal lapses after a day.
run -d $old -c "UPDATE reeve.approval SET lapses_at = clock_timestamp() + interval '1 day'"
kept="SELECT (SELECT count(*) FROM reeve.action), (SELECT count(*) FROM reeve.effect), (SELECT count(*) FROM reeve.approval),
  (SELECT count(*) FROM findspot.places WHERE hidden_until > now()), (SELECT count(*) FROM findspot.users WHERE blocked_until > now())"
before=$(run -d $old -c "$kept")

# Two at once: one waits, and then finds nothing to do.
"$reeve" upgrade --dsn "$(dsn $old)" --first-admin $anna --first-admin $bob >"$work/beside" 2>&1 &
upgrade $old --first-admin $anna --first-admin $bob
wait $! || { echo 'not ok: the upgrade beside it failed'; cat "$work/beside"; broken=$((broken + 1)); }
waited=$(cd "$work" && grep -l 'another upgrade of this database is running' log beside || true)
is 'of two upgrades one waits' "$(wc -w <<<"$waited")" 1
is '… and finds nothing to do' "$(cd "$work" && grep -vc -e 'another upgrade' -e 'up to date' $waited)" 0
same tables schema
same functions functions
is 'what it held' "$(run -d $old -c "$kept")" "$before"
upgrade $old
is 'a second upgrade finds nothing to do' "$(grep -vc 'up to date' "$work/log")" 0

is 'the record is whole' "$(console $bob "audit export $work/record" "audit verify $work/record" | grep -c '^sound')" 1
is 'an action of the old release is undone' "$(console $anna 'undo A1' | grep -c 'undid A1 on user:2 Finder 2')" 1
is 'its rows are back' "$(run -d $old -c 'SELECT count(*) FROM findspot.users WHERE blocked_until > now()')" 0
is 'a proposal of the old release is approved' "$(console $bob 'approve P1' | grep -c 'ban user:6 Finder 6')" 1
is 'a hold still holds' "$(console $bob 'holds' | grep -c 'user:7')" 1
"$reeve" search reindex findspot/place --dsn "$(dsn $old)" >"$work/reindex" 2>&1 || { cat "$work/reindex"; broken=$((broken + 1)); }
# Of 40, one that was hidden then and another of user:6, banned just now.
is 'what is hidden is not found, all else is' "$(console $anna 'search "quiet place" --limit 50' | grep -c 'place:')" 38
checked
