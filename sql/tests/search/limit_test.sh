#!/usr/bin/env bash
# How often a login may search: real sessions, which neither wait for each other nor get around it.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
app=lim_$$ db=lim_$$
work=$(mktemp -d /tmp/reeve-limit.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error' PGDATABASE=postgres
roles="${app}_owner, ${app}_one, ${app}_two, ${app}_late, ${app}_web"
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
finish() {
  local code=$?
  trap - EXIT
  sql -c "DROP DATABASE IF EXISTS $db WITH (FORCE)"
  sql -c "DROP ROLE IF EXISTS reeve_writer_$app, reeve_reader_$app, $roles"
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
tests=0 broken=0
is() { # HAVE WANT SENTENCE
  tests=$((tests + 1))
  if [ "$1" = "$2" ]; then echo "ok $tests - $3"; return; fi
  echo "not ok $tests - $3"
  printf '#   have: %s\n#   want: %s\n' "$1" "$2"
  broken=1
}

sql -c "CREATE DATABASE $db TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" -c "CREATE ROLE ${app}_owner" \
  -c "CREATE ROLE ${app}_web" -c "CREATE ROLE ${app}_one LOGIN NOINHERIT IN ROLE ${app}_web" \
  -c "CREATE ROLE ${app}_two LOGIN IN ROLE ${app}_web" -c "CREATE ROLE ${app}_late LOGIN"
sql -d "$db" <<SQL
CREATE SCHEMA $app AUTHORIZATION ${app}_owner;
SET ROLE ${app}_owner;
CREATE TABLE $app.thing(id bigint PRIMARY KEY, title text);
INSERT INTO $app.thing SELECT n, 'Silk thing ' || n FROM generate_series(1, 30) n;
SQL
catalog() { # LIMIT
  cat >"$work/$app.yaml" <<YAML
app: $app
schema: $app
owner: ${app}_owner
title: $app
collections:
  thing:
    table: thing
    key: [id]
    label: t.title
    show: [id, title]
    enforcement: none
    search: {a: [title], public: true, roles: [${app}_web]$1}
actions: []
policies: {spam: {title: Spam, clause: No spam., grace: 0s}}
approvals: {}
YAML
  "$reeve" catalog apply --dsn "dbname=$db" "$work/$app.yaml" >"$work/applied" 2>&1 || cat "$work/applied"
}
catalog ', limit: 20/h'
"$reeve" search reindex --dsn "dbname=$db" >/dev/null 2>&1 || { echo 'Bail out! no index'; exit 1; }
ask() { # LOGIN STATEMENT…: what each gives, or the code of its refusal
  local login=$1 statements=()
  shift
  for one; do statements+=(-c "$one"); done
  PGOPTIONS="-c client_min_messages=error -c role=${role-${app}_web}" psql -XqAt -v VERBOSITY=sqlstate \
    -d "dbname=$db user=${app}_$login" "${statements[@]}" 2>&1 | sed 's/^ERROR: *//' | LC_ALL=C sort | uniq -c |
    awk '{ print $2 ":" $1 }' | paste -sd' '
}
found="SELECT jsonb_array_length($app.find_thing('silk', '{\"max\": 5, \"total\": 0}') -> 'results')"
times() { # N
  printf "SELECT count(*) FROM %s.search_thing('silk', max => 1);" "$app"
  for ((i = 1; i < $1; i++)); do
    printf "SELECT count(*) FROM %s.search_thing('silk', max => 1);" "$app"
  done
}
meters() { sql -d "$db" -c "SELECT count(*) FROM pg_class WHERE relname ~ '^search_meter_'"; }
# As if an hour had gone by.
later() {
  sql -d "$db" -c "SELECT setval(c.oid, greatest(pg_sequence_last_value(c.oid) - 3600000000, 1))
    FROM pg_class c WHERE c.relname ~ '^search_meter_' AND pg_sequence_last_value(c.oid) > 0" >/dev/null
}

is "$(meters)" 3 'each login that may search has a meter, and all others one'
is "$(ask one "$found" "$found" "SELECT count(*) FROM $app.suggest_thing('silk')" \
  "SELECT count(*) FROM $app.search_thing('silk', max => 5)" \
  "SELECT $app.complete_thing('silk', '{\"counts\": false}') IS NULL" \
  "SELECT $app.opened_thing('silk', '1')")" ':1 5:3 8:1 f:1' 'a login searches in every way'
is "$(ask one "BEGIN; $(times 10) ROLLBACK" "$(times 4)")" '1:14' 'in transactions that are rolled back, too'
is "$(ask one "$found" "$found" "SELECT count(*) FROM $app.suggest_thing('silk')" \
  "SELECT $app.opened_thing('silk', '1')" "SELECT $app.complete_thing('silk')")" 'RV012:5' \
  'and then no more, in any of them'
is "$(ask two "$found")" 5:1 'another login does'
is "$(role=none ask one "SELECT count(*) FROM $app.search_thing('silk')")" '42501:1' \
  'a login that may not call the function is told so'
hint=$(psql -XqAt -d "dbname=$db user=${app}_one" -c "SET ROLE ${app}_web" -c "$found" 2>&1)
is "$(sed 's/[0-9]* s\./N s./' <<<"$hint")" "ERROR:  more searches than 20/h
HINT:  Try again in N s.
CONTEXT:  PL/pgSQL function $app.find_thing(text,jsonb) line $(sed -n 's/.* line \([0-9]*\) at.*/\1/p' <<<"$hint") at RAISE" \
  'the refusal says when to try again, and names nothing inside'
later
is "$(ask one 'SET default_transaction_read_only = on' "$found")" 25006:1 \
  'a transaction that only reads is refused: nothing would count it'
is "$(ask one "BEGIN; $found; $(times 19) COMMIT; $found")" '1:19 5:1 RV012:1' \
  'after its time a login may search as often again, and no oftener'
later

# Four sessions at once, each a hundred times: whoever asks at the same moment may be let in beyond.
for n in 1 2 3 4; do
  for i in {1..100}; do echo "$found;"; done | PGOPTIONS="-c role=${app}_web" \
    psql -XqAt -d "dbname=$db user=${app}_two" >"$work/$n" 2>/dev/null &
done
wait
admitted=$(cat "$work"/[1-4] | wc -l)
is "$((admitted >= 20 && admitted <= 23))" 1 "four sessions at once get no more than one ($admitted)"

# A search in an open transaction holds up nobody.
later
coproc holder { exec psql -XqAt -d "dbname=$db user=${app}_two" 2>&1; }
held=$! # The shell forgets holder_PID as soon as the process has ended.
echo "SET ROLE ${app}_web; BEGIN; $found;" >&"${holder[1]}"
read -r said <&"${holder[0]}"
is "$said $(ask two "SET lock_timeout = '1ms'" "$found")" '5 5:1' 'no search waits for another'
echo '\q' >&"${holder[1]}"
wait "$held" 2>/dev/null

# Logins that were let in later share what they may, until the catalog is applied.
sql -c "GRANT ${app}_web TO ${app}_late"
is "$(ask late "$(times 25)")" '1:20 RV012:1' 'a login that came later has the limit of the others'
catalog ', limit: 5/s'
is "$(meters)" 4 'applying the catalog gives it a meter of its own'
is "$(ask late "$found")" 5:1 'with the new limit'
catalog ''
is "$(meters) $(ask late "$(times 25)")" '0 1:25' 'without a limit there is none'
echo "1..$tests"
exit "$broken"
