#!/usr/bin/env bash
# Real sessions follow a feed (feed.py): order, nothing lost, many listeners; a copy of the database refuses its
# cursors. FEED_CHANGES, FEED_LISTENERS: how many; FEED_SEED repeats a run.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
app=fed_$$ db=fed_$$
work=$(mktemp -d /tmp/reeve-feed.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error' PGDATABASE=postgres
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
finish() {
  local code=$?
  trap - EXIT
  sql -c "DROP DATABASE IF EXISTS ${db}_copy WITH (FORCE)" -c "DROP DATABASE IF EXISTS $db WITH (FORCE)"
  sql -c "DROP ROLE IF EXISTS reeve_writer_$app, reeve_reader_$app, ${app}_owner, ${app}_login"
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

sql -c "CREATE DATABASE $db TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""
sql -d "$db" <<SQL
CREATE ROLE ${app}_owner LOGIN;
CREATE ROLE ${app}_login LOGIN;
CREATE SCHEMA $app AUTHORIZATION ${app}_owner;
SET ROLE ${app}_owner;
GRANT USAGE ON SCHEMA $app TO ${app}_login;
CREATE TABLE $app.thing(id bigint PRIMARY KEY, owner bigint, title text, hidden_until timestamptz, about json);
GRANT SELECT ON $app.thing TO ${app}_login;
SQL
cat >"$work/plain.yaml" <<YAML
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
    visible: hidden_until
    enforcement: column
actions: []
policies: {spam: {title: Spam, clause: No spam., grace: 0s}}
approvals: {}
YAML
sed -e "s/^title:.*/&\nfeed: {roles: [${app}_login, ${app}_owner]}/" \
  -e "s/^    label:.*/&\n    feed: {to: \"t.owner = 0 OR t.owner::text = \$who\"}/" "$work/plain.yaml" >"$work/fed.yaml"
apply() { "$reeve" catalog apply "$work/$1.yaml" --dsn "dbname=$db user=$PGUSER" >"$work/out" 2>&1 || cat "$work/out"; }
apply plain
apply fed
python3 "$here/feed.py" "dbname=$db user=${app}_owner" "dbname=$db user=${app}_login" "$app" \
  "${FEED_SEED:-$RANDOM}" "${FEED_CHANGES:-10000}" "${FEED_LISTENERS:-30}" | tee "$work/said"
broken=${PIPESTATUS[0]} tests=$(grep -c '^\(not \)\?ok ' "$work/said")
is() { # HAVE WANT SENTENCE
  tests=$((tests + 1))
  if [ "$1" = "$2" ]; then echo "ok $tests - $3"; return; fi
  echo "not ok $tests - $3"
  printf '#   have: %s\n#   want: %s\n' "$1" "$2"
  broken=1
}
cursor=$(sed -n 's/^# cursor //p' "$work/said")
ask() { # DATABASE: the first line of the answer, or the code of the refusal
  psql -XqAt -v VERBOSITY=sqlstate -d "dbname=$1 user=${app}_login" -c "SELECT kind FROM $app.changes('$cursor')" 2>&1 |
    sed 's/^ERROR: *//' | head -n 1
}
if [ -n "$cursor" ]; then
  is "$(ask "$db")" end 'a cursor outlives its session'
  sql -c "CREATE DATABASE ${db}_copy TEMPLATE $db"
  is "$(ask "${db}_copy")" RV011 'a copy of the database refuses it'
  "$reeve" upgrade --dsn "dbname=$db user=$PGUSER" >"$work/upgrade" 2>&1
  is "$(grep 'changes_' "$work/upgrade")" '' 'an upgrade says nothing of its function'
  is "$(ask "$db")" end 'and leaves its cursors as they are'
  apply plain
  is "$(sql -d "$db" -c "SELECT count(*) FROM pg_trigger WHERE tgrelid = '$app.thing'::regclass AND tgname LIKE 'reeve%'")" 0 \
    'without a feed no trigger is left'
  sql -d "$db" -c "INSERT INTO $app.thing(id) VALUES (-99)"
  apply fed
  is "$(ask "$db")" RV011 'a feed that was away meanwhile refuses it'
fi
echo "1..$tests"
exit "$broken"
