#!/usr/bin/env bash
# Checks on the objects of a migrated DATABASE: prints each report.
set -euo pipefail
reports=$(psql -XqAt -v ON_ERROR_STOP=1 -d "$1" -f "$(dirname "$0")/lint-database.sql")
[ -z "$reports" ] || { echo "$reports"; exit 1; }
