#!/usr/bin/env bash
# 100,000 notices under a cap: sql/tests/moderation/caps_test.sh, which says what holds, and sends fewer in `make test`.
#
# REEVE_BIN   the directory of the programs
# AMOUNT      of notices, 100000 if unset
AMOUNT=${AMOUNT:-100000} REEVE=$REEVE_BIN/reeve exec bash "$(dirname "$0")/../../sql/tests/moderation/caps_test.sh"
