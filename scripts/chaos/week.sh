#!/usr/bin/env bash
# Each app for a simulated week: its customers through its own login, its team at consoles and its worker, all
# at once; then every function was called, every state reached, the promised times kept, and undos give
# everything back. The server's clock is moved on by six hours at a time.
#
# REEVE_BIN   the directory of the programs
# APPS        which, all if unset
# DAYS        how many, 7 if unset
# SEED        of the choices
# WEEK        a folder for what everybody said; a temporary one if unset
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/cluster.sh
seed=${SEED:-$RANDOM}
echo "SEED=$seed"
work=$(mktemp -d /tmp/reeve-week.XXXXXX)
chmod 755 "$work"
finish() {
  local status=$?
  cluster_stop
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

clang -shared -fPIC -O1 -Wall -Wextra -Werror -o "$work/clock.so" scripts/chaos/week/clock.c -ldl
head -c 8 /dev/zero >"$work/clock"
server_environment=("LD_PRELOAD=$work/clock.so" "CLOCK_FILE=$work/clock")
cluster_start 'jit = off'
export REEVE_SHARE=$PWD XDG_STATE_HOME=$work/state REEVE_HISTORY=/dev/null
psql -XqAt -d postgres -c 'CREATE ROLE anna LOGIN; CREATE ROLE boris LOGIN; CREATE ROLE carla LOGIN'
failed=0
for app in ${APPS:-buckit findspot lode randevoo sotravel}; do
  begin=$SECONDS
  folder=${WEEK:-$work}/$app
  mkdir -p "$folder"
  database=week_$app
  dsn="host=$PGHOST port=$PGPORT dbname=$database"
  psql -XqAt -d postgres -c "CREATE DATABASE $database"
  {
    "$REEVE_BIN/reeve" upgrade --dsn "$dsn user=postgres" --first-admin anna --first-admin boris
    "$REEVE_BIN/reeve" sample load "$app" --dsn "$dsn user=postgres"
    psql -XqAt -d "$database" -v ON_ERROR_STOP=1 -c "CREATE ROLE ${app}_servers LOGIN IN ROLE ${app}_app, reeve_app"
    "$REEVE_BIN/reeve" catalog apply "sql/apps/$app/catalog.yaml" --dsn "$dsn user=postgres"
    # The team's third login is a moderator.
    "$REEVE_BIN/reeve" --dsn "$dsn user=anna" --yes -c 'team add carla --rank moderator' || [ $? -eq 4 ]
    "$REEVE_BIN/reeve" --dsn "$dsn user=boris" --yes -c 'approve P1'
  } >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
  python3 scripts/chaos/week/play.py "$REEVE_BIN" "$dsn" "$database" "$app" "${DAYS:-7}" "$seed" \
    "$work/clock" "$folder" || failed=$((failed + 1))
  echo "# $app: $((SECONDS - begin)) s"
done
[ "$failed" -eq 0 ]
