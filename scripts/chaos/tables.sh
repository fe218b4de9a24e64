#!/usr/bin/env bash
# 200 tables at random, each moved by a live copy while roles of an app write to it: what worked by the old name
# before the cutover works after it, with the same outcome, or the plan or the rehearsal has refused:
# scripts/chaos/tables.py. Twelve of them are part of `make test`.
#
# REEVE_BIN   the directory of the programs
# REEVE_DSN   a server as its superuser, without a database
# TABLES      which ones, as FIRST-LAST, 1-200 where unset; TABLES=17-17 repeats one
# SEED        of the tables
# TALK        also tells of tables that were moved or refused
set -euo pipefail
. "$(dirname "$0")/../proof.sh"
tables=${TABLES:-1-200}
PGDATABASE=$database REEVE=$REEVE_BIN/reeve WORK=$work PYTHONDONTWRITEBYTECODE=1 \
  python3 "$(dirname "$0")/tables.py" "${tables%-*}" "${tables#*-}" "$seed"
