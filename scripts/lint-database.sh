#!/usr/bin/env bash
# Checks on the objects of a migrated DATABASE: prints each complaint.
set -euo pipefail
complaints=$(psql -XqAt -v ON_ERROR_STOP=1 -d "$1" -f "$(dirname "$0")/lint-database.sql")
[ -z "$complaints" ] || { echo "$complaints"; exit 1; }
