#!/usr/bin/env bash
# After a wave of actions and reports, neither the verbs of the team nor a report read more rows than before it, in
# sessions that began, and keep their plans, while the tables were empty and analyzed as such. Where the server runs
# autovacuum, that would mend it within a minute.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
base=growth_$$ senior=growth_senior_$$ app=growth_app_$$
work=$(mktemp -d /tmp/reeve-growth.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error'
unset DATABASE_URL
finish() {
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS $senior, $app"
  rm -rf "$work"
} 2>/dev/null
trap finish EXIT
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
. "$root/sql/tests/checks.sh"

psql -XqAt -d postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" || exit
psql -XqAt -d postgres -c "ALTER DATABASE $base RESET default_transaction_read_only"
"$reeve" sample load randevoo --replace --scale 1000 --seed 1 --dsn "dbname=$base" >/dev/null 2>&1
sql <<SQL || exit
CREATE ROLE $senior LOGIN IN ROLE reeve_senior;
INSERT INTO reeve.member VALUES ('$senior', 'senior', 'test');
CREATE ROLE $app LOGIN IN ROLE reeve_app, randevoo_app;
DELETE FROM reeve.approval_rule;
VACUUM ANALYZE;
-- What actions fill.
CREATE TABLE public.filling AS
  SELECT t.oid AS id, t.relname AS name FROM pg_class t
  WHERE t.relnamespace = 'reeve'::regnamespace AND t.relkind = 'r' AND t.reltuples < 10;
CREATE TABLE public.seen(verb text, phase int, name text, read bigint);
GRANT SELECT, INSERT ON public.filling, public.seen TO $senior, $app;
SQL

# The statement of a verb, as the console sends it; what it does is taken back.
verb() { # PHASE VERB STATEMENT
  local at
  echo 'BEGIN;'
  for at in -1 1; do
    echo "SELECT format('INSERT INTO public.seen VALUES (%L, $1, %L, %s);', '$2', f.name,
      $at * (t.seq_tup_read + coalesce(t.idx_tup_fetch, 0)))
    FROM pg_stat_xact_user_tables t JOIN public.filling f ON f.id = t.relid \\g $work/read$at.sql"
    [ $at = 1 ] || printf '%s\n' '\o /dev/null' "SELECT * FROM reeve.$3;" '\o'
  done
  printf '%s\n' 'ROLLBACK;' "\\i $work/read-1.sql" "\\i $work/read1.sql"
}
verbs() { # PHASE
  verb "$1" find "subject_find('randevoo', 'user', 'an', FALSE, 5)"
  verb "$1" show "subject_show('randevoo', 'user', '77')"
  verb "$1" audit 'command_list(5)'
  verb "$1" approvals "approval_list('proposed', 5)"
  verb "$1" 'plan of hide' "action_plan('hide', 'randevoo', 'product', '999', '{\"policy\": \"counterfeit\"}')"
  verb "$1" hide "case_act(NULL, 'hide', 'randevoo', 'product', '999', '{\"policy\": \"counterfeit\"}', NULL)"
  verb "$1" warn "case_act(NULL, 'warn', 'randevoo', 'user', '77', '{\"policy\": \"counterfeit\"}', NULL)"
  verb "$1" note "case_act(NULL, 'note', 'randevoo', 'user', '77', '{\"why\": \"seen\"}', NULL)"
  verb "$1" 'plan of ban' "action_plan('ban', 'randevoo', 'user', '98', '{\"policy\": \"fraud\", \"for\": \"7d\"}')"
  verb "$1" ban "case_act(NULL, 'ban', 'randevoo', 'user', '98', '{\"policy\": \"fraud\", \"for\": \"7d\"}', NULL)"
  verb "$1" 'plan of undo' 'undo_plan(1)'
  verb "$1" undo "undo_perform(1, 'a mistake', NULL)"
}
hide() { # FROM TO
  local n
  for n in $(seq "$1" "$2"); do
    echo "SELECT code FROM reeve.case_act(NULL, 'hide', 'randevoo', 'product', '$n',
      '{\"policy\": \"counterfeit\"}', NULL);"
  done
}
# All in one session. Twice before, since a session keeps a plan from the sixth call on, and some from the first.
{ hide 1 10; verbs 0; verbs 1; hide 11 900; verbs 2; } >"$work/session.sql"
psql -XqAt -d "$base" -U "$senior" -f "$work/session.sql" >"$work/out" 2>&1
is 'all is done' "$(grep -v '^$' "$work/out")" ''
is 'a wave of actions' "$(sql -c 'SELECT count(*) FROM reeve.action')" 900

# What an app's server does.
report() { echo "report_file('randevoo', 'product', '$1', 'a copy $1', 'counterfeit', 'user:$((1 + $1 % 90))')"; }
reports() { # FROM TO
  local n
  for n in $(seq "$1" "$2"); do echo "SELECT * FROM reeve.$(report "$n") \\g /dev/null"; done
}
{ reports 1 10; for phase in 0 1; do verb $phase report "$(report 999)"; done
  reports 11 998; reports 1 500; verb 2 report "$(report 999)"; } >"$work/app.sql"
psql -XqAt -d "$base" -U "$app" -f "$work/app.sql" >"$work/out" 2>&1
is 'reports are filed' "$(grep -v '^$' "$work/out"; sql -c "SELECT count(*) FROM reeve.report WHERE filed_by = '$app'")" 1498
is 'what is read is counted' "$(sql -c "SELECT count(DISTINCT verb) FROM public.seen WHERE phase = 2 AND read > 0")" 13
# A verb that read a table as a whole would read hundreds of rows more.
is 'no verb reads more of any table than before' "$(sql -c "
  SELECT verb, name, phase1.read, phase2.read
  FROM (SELECT verb, name, sum(read) AS read FROM public.seen WHERE phase = 2 GROUP BY verb, name) phase2
  LEFT JOIN (SELECT verb, name, sum(read) AS read FROM public.seen WHERE phase = 1 GROUP BY verb, name) phase1
    USING (verb, name)
  WHERE phase2.read > coalesce(phase1.read, 0) + 100 ORDER BY 1, 2")" ''
is 'tables that have grown were analyzed' "$(sql -c "SELECT string_agg(t.relname, ' ' ORDER BY t.relname)
  FROM pg_class t WHERE t.oid IN (SELECT f.id FROM public.filling f)
    AND t.relname IN ('action', 'command', 'effect', 'outbox', 'strike', 'subject')
    AND t.reltuples > 300")" 'action command effect outbox strike subject'
checked
