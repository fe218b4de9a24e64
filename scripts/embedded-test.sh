#!/usr/bin/env bash
# The embedded server from outside: PROGRAM and an empty HOME directory that belongs to the caller.
set -euo pipefail
reeve=$1
export REEVE_HOME=$2/reeve
cd /

check() { # NAME COMMAND…
  local name=$1
  shift
  if "$@"; then echo "ok - $name"; else echo "not ok - $name"; exit 1; fi
}
status_is() { # STATUS COMMAND…
  local expected=$1 status=0
  shift
  "$@" || status=$?
  [ "$status" -eq "$expected" ]
}
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  "$reeve" server stop >/dev/null 2>&1 || true
  exit "$status"
}
trap finish EXIT

check 'there is no server at first' status_is 3 "$reeve" server status
# Two at once: one makes the cluster, the other finds it.
"$reeve" server start & first=$!
"$reeve" server start & second=$!
check 'the first of two starts' wait "$first"
check 'the second of two starts' wait "$second"
check 'it runs' "$reeve" server status
dsn=$("$reeve" server dsn)
psql=(psql "$dsn" -XqAt -v ON_ERROR_STOP=1 -c)
check 'the admin is no superuser' test "$("${psql[@]}" 'SELECT rolsuper FROM pg_roles WHERE rolname = session_user')" = f
check 'the admin bears the name of the user' test "$("${psql[@]}" 'SELECT session_user')" = "$(id -un)"
check 'it does not listen on TCP' test -z "$("${psql[@]}" 'SHOW listen_addresses')"
check 'it trusts nobody' test "$(grep -cv '^#' "$REEVE_HOME/pg_hba.conf") $(grep -c 'peer map=reeve$' "$REEVE_HOME/pg_hba.conf")" = '1 1'
check 'the socket is in a private directory' test "$(stat -c %a "$REEVE_HOME/run")" = 700
check 'the server is not root' test "$(stat -c %U "$REEVE_HOME/run/.s.PGSQL.5432")" != root
check 'the schema is made' "$reeve" upgrade
check 'the sample is loaded' "$reeve" sample load randevoo --schema-only
check 'the console answers' "$reeve" whoami
check 'a command tells its options' grep -q -- --first-admin <<<"$("$reeve" upgrade --help)"
check 'a wrong option is a usage error' status_is 2 "$reeve" --nonsense
check 'a wrong command is a usage error' status_is 2 "$reeve" server nonsense
check 'a wrong verb is a usage error' status_is 2 "$reeve" shwo user:1
check 'a subject that is not there' status_is 5 "$reeve" show user:999999
check 'words with blanks stay words' "$reeve" find user "no such 'name \\ # x"
check 'a script on standard input' "$reeve" -f - <<<'whoami'
check 'a server that is down' status_is 3 "$reeve" --dsn 'host=/nonexistent' whoami
check 'a second load is refused' status_is 4 "$reeve" sample load randevoo --schema-only

pid=$("$reeve" server status | sed 's/.*pid \([0-9]*\) .*/\1/')
kill -9 "$pid"
tail --pid="$pid" -f /dev/null
check 'a killed server is seen' status_is 3 "$reeve" server status
check 'the console starts it again' "$reeve" whoami
check 'it is stopped' "$reeve" server stop
check 'stopping twice is no error' "$reeve" server stop
check 'it is down' status_is 3 "$reeve" server status
