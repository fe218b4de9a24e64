#!/usr/bin/env bash
# `make docs` and its part of `make test`: the console blocks of README.md and docs/*.md, on a server that runs
# (PGHOST, PGPORT; REEVE is the program).
#
# docs.sh          compares them, and docs/catalog-reference.md, with what the program prints
# docs.sh write    writes what it prints into the documents
# docs.sh database makes the database of a page: the sample marketplace as of now, with its search index
set -euo pipefail
cd "$(dirname "$0")/.."
dsn() { echo "host=$PGHOST port=$PGPORT user=$1 dbname=$2"; }
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$(dsn postgres "$1")" -c 'SET client_min_messages = warning' "${@:2}"; }

if [ "${1:-}" = database ]; then
  sql postgres -c 'DROP DATABASE IF EXISTS randevoo WITH (FORCE)' -c 'DROP DATABASE IF EXISTS shop WITH (FORCE)' \
    -c 'DROP DATABASE IF EXISTS atlas WITH (FORCE)' -c 'DROP DATABASE IF EXISTS sotravel WITH (FORCE)' \
    -c 'DROP DATABASE IF EXISTS shop_restored WITH (FORCE)' \
    -c 'DROP ROLE IF EXISTS shop_owner, notes_owner, dora, atlas_mover, carl, eve' -c 'CREATE DATABASE randevoo TEMPLATE reeve_docs'
  # A copy has no rights on the database itself.
  sql randevoo -c 'GRANT CREATE ON DATABASE randevoo TO reeve_owner, randevoo_owner'
  # A minute that begins while a page is played brings no job into it.
  sql randevoo -c "UPDATE reeve.cron SET next_at = next_at + interval '1 hour' WHERE next_at < now() + interval '10 min'"
  exit
fi

log=$(mktemp) notices=$(mktemp -d)
trap 'rm -rf "$log" "$notices"' EXIT
sql postgres -c 'DROP DATABASE IF EXISTS reeve_docs WITH (FORCE)' -c 'CREATE DATABASE reeve_docs'
{
  "$REEVE" upgrade --dsn "$(dsn postgres reeve_docs)" --first-admin anna --first-admin bob &&
    "$REEVE" sample load randevoo --dsn "$(dsn postgres reeve_docs)" &&
    # At some hours more rows are stale than a first batch has, and each batch is an action.
    sql reeve_docs -c "UPDATE reeve.job_kind SET step_rows = 10000 WHERE name = 'collection.expire'" &&
    # The workers of most pages name no receiver, and would leave the job of this schedule waiting.
    sql reeve_docs -c "UPDATE reeve.cron SET next_at = now() + interval '1 day' WHERE name = 'outside'" &&
    # What every page finds done. Its own worker is the first of its copy.
    "$REEVE" work --once --sink "$notices" --dsn "$(dsn reeve_worker reeve_docs)" &&
    sql reeve_docs -c 'DELETE FROM reeve.home'
} >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
write=()
[ "${1:-}" != write ] || write=(--write)
reference=docs/catalog-reference.md
if [ ${#write[@]} -gt 0 ]; then
  "$REEVE" catalog reference >$reference
else
  "$REEVE" catalog reference | diff -u $reference - ||
    { echo "$reference is not what the shapes say: run make docs"; exit 1; }
fi
PYTHONDONTWRITEBYTECODE=1 python3 scripts/docs.py "${write[@]}" README.md docs/*.md sql/apps/*/README.md docs/console.svg \
  Tests/ConsoleTests/Screens/*.txt
