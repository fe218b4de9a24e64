#!/usr/bin/env bash
# Every attack of sql/tests/attacks, with the server's messages in each of five locales, on the installed
# server and on PostgreSQL 17.
#
# REEVE_BIN   the directory of the programs
# AREAS       the scripts, as "edges speech"; all if unset
# LOCALES     the locales, all if unset
set -uo pipefail
cd "$(dirname "$0")/../.."
# shellcheck disable=SC2154  # settings is that of parts.sh
. scripts/cluster.sh
. scripts/parts.sh
in_memory
work=$(mktemp -d /tmp/reeve-run.XXXXXX)
trap 'cluster_stop; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
export reeve=$REEVE_BIN/reeve REEVE=$REEVE_BIN/reeve REEVE_TEST_TEMPLATE=reeve_template
status=0
for PG_BIN in "$PG_BIN" "$(scripts/postgres17.sh)"; do
  cluster_start "${settings[@]}" || exit 1
  part "the template, on $(major)" template "$REEVE_TEST_TEMPLATE" || exit 1
  for locale in ${LOCALES:-C.UTF-8 de_DE.UTF-8 ja_JP.UTF-8 ar_EG.UTF-8 tr_TR.UTF-8}; do
    for script in sql/tests/attacks/*_test.sh; do
      area=$(basename "$script" _test.sh)
      [[ " ${AREAS:-$area} " == *" $area "* ]] || continue
      part "$area in $locale, on $(major)" \
        env PGDATABASE=postgres REEVE_ATTACK_LOCALE="$locale" bash "$script" || status=1
    done
  done
  cluster_stop
done
summary
exit "$status"
