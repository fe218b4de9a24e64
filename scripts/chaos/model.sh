#!/usr/bin/env bash
# A million random calls of the queue's functions against a model in memory: Tests/JobsTests/ModelTests.swift.
#
# REEVE_BIN          the directory of the programs
# REEVE_DSN          a server as its superuser
# REEVE_MODEL_STEPS  how many, 1000000 if unset
# REEVE_TEST_SEED    the seed of a run to repeat; each run prints its own
set -euo pipefail
template=reeve_chaos_model_$$
dsn="$REEVE_DSN dbname=$template"
trap 'psql -XqAt "$REEVE_DSN dbname=postgres" -c "DROP DATABASE IF EXISTS $template WITH (FORCE)"' EXIT
psql -XqAt "$REEVE_DSN dbname=postgres" -c "CREATE DATABASE $template"
"$REEVE_BIN/reeve" upgrade --dsn "$dsn" 2>/dev/null
psql -XqAt "$dsn" -c "UPDATE reeve.cron SET next_at = 'infinity'"
swift build --build-tests >/dev/null
REEVE_MODEL_STEPS=${REEVE_MODEL_STEPS:-1000000} REEVE_TEST_DSN=$REEVE_DSN REEVE_TEST_TEMPLATE=$template \
  REQUIRE_POSTGRES=1 swift test --skip-build --filter JobsTests.ModelTests 2>&1 | grep -E 'SEED|✘|step|Test run'
[ "${PIPESTATUS[0]}" -eq 0 ]
