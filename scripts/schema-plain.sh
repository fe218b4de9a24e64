#!/usr/bin/env bash
# Takes from a pg_dump on standard input what differs between machines (versions, session settings)
# and what has files of its own: functions, with their comments and grants.
set -euo pipefail
sed -e '/^-- Dumped \(from\|by\)/d' -e '/^\\\(un\)\?restrict/d' -e '/^SET /d' \
  -e '/^SELECT pg_catalog.set_config/d' |
  awk '/^-- Name: / { skip = /^-- Name: FUNCTION |; Type: FUNCTION;/ } !skip && $0 != "--"' | cat -s
