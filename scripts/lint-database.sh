#!/usr/bin/env bash
# Checks on the objects of a migrated DATABASE: prints each report.
set -euo pipefail
here=$(dirname "$0")
reports=$(psql -XqAt -v ON_ERROR_STOP=1 -d "$1" -f "$here/lint-database.sql")
names=$(PYTHONPATH=$("$here/pglast.sh") "$here/lint-definers.py" "$1") || [ -n "$names" ]
[ -z "$reports$names" ] || { printf '%s\n' "$reports" "$names"; exit 1; }
