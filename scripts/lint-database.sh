#!/usr/bin/env bash
# Checks on the objects of a migrated DATABASE: prints each report.
set -euo pipefail
here=$(dirname "$0") copy=reeve_lint
database() { psql -Xq -d postgres -v ON_ERROR_STOP=1 -c "$1"; }
reports=$(psql -XqAt -v ON_ERROR_STOP=1 -d "$1" -f "$here/lint-database.sql")
names=$(PYTHONPATH=$("$here/pglast.sh") "$here/lint-definers.py" "$1") || [ -n "$names" ]
PGOPTIONS='-c client_min_messages=warning' database "DROP DATABASE IF EXISTS $copy"
database "CREATE DATABASE $copy TEMPLATE $1"
variables=$(psql -XqAt -v ON_ERROR_STOP=1 -d "$copy" -f "$here/lint-variables.sql")
database "DROP DATABASE $copy"
[ -z "$reports$names$variables" ] || { printf '%s\n' "$reports" "$names" "$variables"; exit 1; }
