# Sourced by the long proofs that need a database of their own on the server of REEVE_DSN: makes one with
# Reeve, and removes all at the end.
#
# database, dsn   its name and connection string
# work            a folder, with $work/log
# jobs            processes that are ended at the end
# sql …           psql in it
#
# SEED, or a random one, is that of RANDOM; it is printed.

database=reeve_chaos_$(basename "$0" .sh)_$$
dsn="$REEVE_DSN dbname=$database"
work=$(mktemp -d)
jobs=()
seed=${SEED:-$RANDOM}
RANDOM=$seed
echo "SEED=$seed"

finish() {
  local status=$?
  for pid in "${jobs[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait || true
  psql -XqAt "$REEVE_DSN dbname=postgres" -c "DROP DATABASE IF EXISTS $database WITH (FORCE)" || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

sql() { PGOPTIONS='-c client_min_messages=warning' psql -XqAt -v ON_ERROR_STOP=1 "$dsn" "$@"; }

psql -XqAt "$REEVE_DSN dbname=postgres" -c "CREATE DATABASE $database"
"$REEVE_BIN/reeve" upgrade --dsn "$dsn" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
