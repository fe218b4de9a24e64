#!/usr/bin/env bash
# Takes from a pg_dump on standard input what differs between machines: versions, session settings.
set -euo pipefail
sed -e '/^-- Dumped \(from\|by\)/d' -e '/^\\\(un\)\?restrict/d' -e '/^SET /d' \
  -e '/^SELECT pg_catalog.set_config/d' | cat -s
