#!/usr/bin/env bash
# Hostile sessions that a generator makes: for each function of Reeve and each kind of login that may call it,
# and for some that may not, sessions at random. Before the call a session makes temporary namesakes of what the
# function and its callees mention, and namesakes in a schema of its own that is first in search_path; it changes
# any of the settings that a user may change, and those that functions of Reeve ask for; it tries to become
# somebody else. The call has arguments of all kinds, plausible and not, and stands alone, in transactions of all
# kinds, in a function, trigger, cursor, view or block of the caller's, and so on.
#
# What counts as a fault of Reeve:
# - a namesake ran as a role that the login is no member of;
# - a call left something in the session: a setting, a role, a prepared statement, a cursor, an advisory lock,
#   something temporary, or something that it listens to;
# - the same call, in a session that set and made nothing, has another SQLSTATE, another outcome or another
#   number of rows;
# - the connection was lost, or an error is internal (XX), or was raised by the server itself inside a function
#   of Reeve, other than for a value, a right, a lock or a transaction of the caller's (a worker's excepted);
# - a login of an app, or of nobody, was told words of another app;
# - a command was recorded under another name, or as done by a login whose rank does not suffice, or by a
#   statement that is more than a call;
# - after some sessions, anything of the schema, of roles or of rights is not as before; audit_faults finds what it
#   did not find before; or a row has changed that none of these sessions may change. A login of an app files reports
#   and appeals in its own app. A refusal leaves its record; a few functions write without a command (WRITES in
#   generator/run.py). A command that is done, and a worker, change Reeve's own rows, except those of catalogs, and
#   the rows of apps that effects name. The sessions then run again in a fresh copy, with a comparison after each,
#   so that the one is named.
#
# SEED    of the sessions, 1 where unset, so that a change is judged by the same ones; random for others; printed
# CASES   which ones, as FIRST-LAST, 0-1199 where unset; CASES=17-17 repeats one
. "$(dirname "$0")/lib.sh"
export PYTHONDONTWRITEBYTECODE=1 LOGINS
seed=${SEED:-1} cases=${CASES:-0-1199}
[ "$seed" != random ] || seed=$RANDOM

web=web_$base foreign=foreign_$base auditor1=auditor1_$base grouped=grouped_$base
logins+=("$web" "$foreign" "$auditor1" "$grouped")
for name in "${logins[@]:6}"; do echo "CREATE ROLE $name LOGIN;"; done | sql -d "$base"
LOGINS=$(printf '{"senior": "%s", "moderator": "%s", "viewer": "%s", "auditor": "%s", "grouped": "%s", "web": "%s", "owner": "%s", "foreign": "%s", "none": "%s", "worker": "reeve_worker"}' \
  "$senior1" "$moderator1" "$viewer1" "$auditor1" "$grouped" "$web" "$owner" "$foreign" "$norank")

# Something of everything, on the record and beside it.
does() { # LOGIN CALL…
  local login=$1 call
  shift
  for call in "$@"; do
    sql -d "$base" -U "$login" -o /dev/null -c "SELECT reeve.$call" || { echo "Bail out! $call fails"; exit 1; }
  done
}
deed() { echo "action_perform('$1', '$2', '$3', '$4', '$5', NULL)"; }
sql -d "$base" -v web="$web" -v owner="$owner" -v foreign="$foreign" -v auditor="$auditor1" -v grouped="$grouped" \
  -f "$here/generated.sql"
does "$web" "report_file('mill', 'person', '2', 'rude', 'spam', 'person:1')" "report_file('mill', 'ware', '3', 'fake')" \
  "report_file('mill', 'ware', '5', 'fake')"
does "$foreign" "report_file('randevoo', 'user', '1', 'C4NARY')"
sql -d "$base" -o /dev/null -c 'SELECT reeve.case_intake(100)'
does "$senior1" "$(deed ban mill person 2 '{"policy": "spam", "forever": true}')" \
  "$(deed ban randevoo user 2 '{"policy": "fraud", "forever": true, "why": "C4NARY"}')" \
  "selection_make('s1', 'mill', 'ware', '{7,8,9}', NULL, FALSE)" "team_perform('team.add', '$norank', 'viewer', 'new')" \
  "job_alter_ask('cancel', '{\"kind\": \"search.sync\"}', 'old')"
does "$moderator1" "$(deed hide mill ware 3 '{"policy": "spam", "for": "30d"}')" \
  "$(deed hide mill ware 5 '{"policy": "spam"}')" "undo_perform(4, 'wrong', NULL)" \
  "$(deed tag mill person 1 '{"name": "vip", "why": "pays"}')" "selection_make('s2', 'mill', 'ware', '{11,12}', NULL, FALSE)" \
  "case_perform('claim', $(sql -d "$base" -c 'SELECT min(case_id) FROM reeve.case'), '{}')" \
  "reveal_ask('fields', 'mill', 'person', '2', '{\"fields\": [\"email\"], \"why\": \"court 88\"}')"
does "$web" "appeal_open('mill', 'A1', 'person:2', 'please')"
# An index to search.
sql -d "$base" -o /dev/null -c "SELECT reeve.enqueue('search.reindex', '{\"collection\": \"ware\"}', app => 'mill')"
mkdir "$work/sink"
"$reeve" work --once --sink "$work/sink" --dsn "dbname=$base user=reeve_worker" >"$work/out" 2>&1 ||
  { cat "$work/out"; echo 'Bail out! nothing is indexed'; exit 1; }

generate() { python3 "$here/generator/run.py" "$db" "$@" >"$work/out" 2>&1; }

# The control: a generator that finds nothing would find nothing here either.
attack 'each hole that is planted is found, and said to be what it is'
sql -d "$db" -f "$here/planted.sql"
problems=()
# Sessions that are compared one by one, and others; the last hole needs one setting of a few.
for run in '100 (setting|row|deed|name|rank|record|grant)' '150 (path|words|lock|left|error|raw)' '250 meaning'; do
  generate 1 0 "${run%% *}" "^planted_${run#* }" && problem "nothing is found: ${run#* }"
  cat "$work/out" >>"$work/found"
done
mv "$work/found" "$work/out"
while IFS='|' read -r name comment; do
  grep -A 8 "reeve.$name:" "$work/out" | grep -F "$comment" >/dev/null || problem "$name: no $comment"
done < <(sql -d "$db" -c "SELECT p.proname, obj_description(p.oid, 'pg_proc') FROM pg_proc p
  WHERE p.proname ~ '^planted_'")
judge

attack "no hostile session gets anything: SEED=$seed CASES=$cases"
problems=()
if generate "$seed" "${cases%-*}" $((${cases#*-} + 1)); then
  tail -n 1 "$work/out"
else
  problem 'the faults are above, each with its case'
  head -n 400 "$work/out" | cut -c 1-500
fi
judge
finished
