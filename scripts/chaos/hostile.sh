#!/usr/bin/env bash
# Hostile sessions at random: sql/tests/attacks/generated_test.sh, which says what they do, with the server's messages
# in each of five locales, on the installed server and on PostgreSQL 17. Each run has a seed of its own, and prints it
# where it fails.
#
# REEVE_BIN   the directory of the programs
# SEED        of all runs, at random if unset
# SESSIONS    in a run, 3000 if unset
# LOCALES     the locales, all if unset
SEED=${SEED:-random} AREAS=generated CASES=0-$((${SESSIONS:-3000} - 1)) exec bash "$(dirname "$0")/attacks.sh"
