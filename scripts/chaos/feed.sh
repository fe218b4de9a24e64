#!/usr/bin/env bash
# A feed of changes with 1,000 listeners on one server, and 10,000 random changes followed by two mirrors:
# sql/tests/search/feed_test.sh on a server of its own, since the others' takes 300 connections.
#
# REEVE_BIN            the directory of the programs
# REEVE_FEED_LISTENERS how many, 1000 if unset
# FEED_SEED            the seed of a run to repeat; each run prints its own
set -euo pipefail
listeners=${REEVE_FEED_LISTENERS:-1000}
. scripts/cluster.sh
trap cluster_stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cluster_start "max_connections = $((listeners + 50))" 'jit = off' 'autovacuum = off'
ulimit -n $((listeners + 100))
psql -XqAt -d postgres -c 'CREATE DATABASE reeve_feed'
"$REEVE_BIN/reeve" upgrade --dsn "host=$PGHOST port=$PGPORT user=postgres dbname=reeve_feed" 2>/dev/null
REEVE=$REEVE_BIN/reeve REEVE_TEST_TEMPLATE=reeve_feed FEED_LISTENERS=$listeners FEED_CHANGES=10000 \
  bash sql/tests/search/feed_test.sh
