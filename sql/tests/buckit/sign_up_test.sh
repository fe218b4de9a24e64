#!/usr/bin/env bash
# Two phones of one account sign up at once: both are answered with the same person. Two accounts that
# want one username at once: the second is told that it is taken. Sotravel and FindSpot sign up alike.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} name=reeve_sign_up
work=$(mktemp -d)
finish() {
  run -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)"
  rm -rf "$work"
}
trap finish EXIT
. sql/tests/checks.sh

run -d "$admin" -c "CREATE DATABASE $name TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "GRANT CREATE ON DATABASE $name TO reeve_owner"
export PGDATABASE=$name
for app in buckit findspot sotravel; do
  "$reeve" sample load "$app" --schema-only \
    --dsn "host=$PGHOST port=${PGPORT:-5432} user=${PGUSER:-postgres} dbname=$name" >"$work/load" 2>&1 ||
    { cat "$work/load"; exit 1; }
done

# Answers "FIRST SECOND": of the second call, which waits for the transaction of the first, its
# SQLSTATE if it is refused.
at_once() { # CALL CALL
  local second
  mkfifo "$work/in"
  run -f "$work/in" >"$work/first" &
  first=$!
  exec 3>"$work/in"
  printf 'BEGIN; SELECT %s;\n\\! touch %s\n' "$1" "$work/begun" >&3
  until [ -e "$work/begun" ]; do kill -0 "$first"; done
  psql -XqAt -v VERBOSITY=sqlstate -c "SELECT $2" >"$work/second" 2>&1 &
  second=$!
  until [ "$(run -c "SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'")" -gt 0 ]; do
    kill -0 "$second" || break
  done
  echo 'COMMIT;' >&3
  exec 3>&-
  wait "$first" "$second" || true
  echo "$(cat "$work/first")" "$(sed 's/^ERROR:  //' "$work/second")"
  rm "$work/in" "$work/begun"
}

is 'one account of BuckIt' "$(at_once "buckit.user_sign_up('dan', 'Dan', 'google', 'g1', NULL, now())" \
  "buckit.user_sign_up('dan', 'Dan', 'google', 'g1', NULL, now())")" \
  "$(run -c "SELECT id, id FROM buckit.users WHERE username = 'dan'" -F ' ')"
is 'one username of BuckIt' "$(at_once "buckit.user_sign_up('eve', 'Eve', 'google', 'g2', NULL, now())" \
  "buckit.user_sign_up('EVE', 'Eve', 'google', 'g3', NULL, now())")" \
  "$(run -c "SELECT id FROM buckit.users WHERE username = 'eve'") BK006"
is 'one account of Sotravel' "$(at_once "sotravel.user_sign_up('email', 's1', 'Dan')" \
  "sotravel.user_sign_up('email', 's1', 'Dan')")" \
  "$(run -c 'SELECT id, id FROM sotravel.users' -F ' ')"
is 'one account of FindSpot' "$(at_once "findspot.user_register('f1', NULL, 'Dan', now())" \
  "findspot.user_register('f1', NULL, 'Dan', now())")" \
  "$(run -c 'SELECT id, id FROM findspot.users' -F ' ')"
checked
