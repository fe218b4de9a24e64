#!/usr/bin/env bash
# Thousands of random actions, batches, undos and endings on a generated marketplace against a model in
# memory: Tests/ConsoleTests/MarketModelTests.swift.
#
# REEVE_BIN           the directory of the programs
# REEVE_DSN           a server as its superuser
# REEVE_MARKET_STEPS  how many, 3000 if unset
# REEVE_TEST_SEED     the seed of a run to repeat; each run prints its own
set -euo pipefail
template=reeve_chaos_market_$$
dsn="$REEVE_DSN dbname=$template"
trap 'psql -XqAt "$REEVE_DSN dbname=postgres" -c "DROP DATABASE IF EXISTS $template WITH (FORCE)"' EXIT
psql -XqAt "$REEVE_DSN dbname=postgres" -c "CREATE DATABASE $template"
"$REEVE_BIN/reeve" upgrade --dsn "$dsn" 2>/dev/null
"$REEVE_BIN/reeve" sample load randevoo --schema-only --dsn "$dsn" 2>/dev/null
psql -XqAt "$dsn" -c "UPDATE reeve.cron SET next_at = 'infinity'"
swift build --build-tests >/dev/null
REEVE_MARKET_STEPS=${REEVE_MARKET_STEPS:-3000} REEVE_TEST_DSN=$REEVE_DSN REEVE_TEST_TEMPLATE=$template \
  REQUIRE_POSTGRES=1 swift test --skip-build --filter ConsoleTests.MarketModelTests 2>&1 |
  grep -E 'SEED|✘|step|Test run'
[ "${PIPESTATUS[0]}" -eq 0 ]
