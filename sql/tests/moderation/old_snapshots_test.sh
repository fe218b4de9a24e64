#!/usr/bin/env bash
# While another session holds a snapshot, as a dump does, no dead row goes away. An action, a report and a look at the
# queue read as many blocks after some hundred of them as at first: nothing walks over what earlier ones left.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
base=old_$$ senior=old_senior_$$ app=old_app_$$
work=$(mktemp -d /tmp/reeve-old.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error'
unset DATABASE_URL
holder=
finish() {
  [ -z "$holder" ] || kill "$holder"
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS $senior, $app"
  rm -rf "$work"
} 2>/dev/null
trap finish EXIT
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
. "$root/sql/tests/checks.sh"

psql -XqAt -d postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" || exit
psql -XqAt -d postgres -c "ALTER DATABASE $base RESET default_transaction_read_only"
"$reeve" sample load randevoo --replace --scale 4000 --seed 1 --dsn "dbname=$base" >/dev/null 2>&1
sql <<SQL || exit
CREATE ROLE $senior LOGIN IN ROLE reeve_senior;
INSERT INTO reeve.member VALUES ('$senior', 'senior', 'test');
CREATE ROLE $app LOGIN IN ROLE reeve_app, randevoo_app;
UPDATE reeve.approval_rule SET quota = 100000 WHERE quota IS NOT NULL; -- Sessions of one person still take turns.
VACUUM ANALYZE;
-- What autovacuum reads would count as read by whoever is looked at.
DO \$\$
DECLARE
  r regclass;
BEGIN
  FOR r IN SELECT c.oid FROM pg_class c WHERE c.relkind = 'r'
    AND c.relnamespace IN ('reeve'::regnamespace, 'randevoo'::regnamespace)
  LOOP
    EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = FALSE)', r);
  END LOOP;
END
\$\$;
CREATE TABLE public.seen(what text, phase int, blocks bigint);
GRANT SELECT, INSERT ON public.seen TO $senior, $app;
CREATE VIEW public.blocks AS
  SELECT sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::bigint AS blocks
  FROM pg_statio_user_tables WHERE schemaname IN ('reeve', 'randevoo');
GRANT SELECT ON public.blocks TO $senior, $app;
SQL
mkfifo "$work/hold"
sql <"$work/hold" >"$work/held" &
holder=$!
exec 9>"$work/hold"
echo 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM reeve.app;' >&9
until [ -s "$work/held" ]; do sleep 0.1; done

# What is done: its name, its login, and its call by a number.
hide() { echo "case_act(NULL, 'hide', 'randevoo', 'product', '$((3500 + $1))', '{\"policy\": \"counterfeit\"}', NULL)"; }
warn() { echo "case_act(NULL, 'warn', 'randevoo', 'user', '$1', '{\"policy\": \"counterfeit\"}', NULL)"; }
undo() { echo "undo_perform($1, 'a mistake', NULL)"; }
report() { echo "report_file('randevoo', 'product', '$1', 'a copy', 'counterfeit', 'user:$((1 + $1 % 900))')"; }
seal() { echo 'record_seal()'; }
queue() { echo "case_queue('randevoo', max_rows => 5)"; }
calls() { # NAME FROM TO
  local n
  for n in $(seq "$2" "$3"); do echo "SELECT * FROM reeve.$("$1" "$n") \\g /dev/null"; done
}
counted() { # NAME FROM PHASE [WHAT]: ten of them, with the blocks that they read
  printf '%s\n' 'SELECT pg_stat_force_next_flush() \g /dev/null' 'SELECT blocks FROM public.blocks \gset'
  calls "$1" "$2" $(($2 + 9))
  printf '%s\n' 'SELECT pg_stat_force_next_flush() \g /dev/null' \
    "INSERT INTO public.seen SELECT '${4:-$1}', $3, b.blocks - :blocks FROM public.blocks b;"
}
# In one session, as somebody works, whose acts the console seals; before the first ten, its plans are made.
acts() { # NAME FROM TO
  local n
  for n in $(seq "$2" "$3"); do calls "$1" "$n" "$n"; calls seal 1 1; done
}
wave() { # NAME LOGIN
  {
    acts "$1" 1 10; counted "$1" 11 1; counted seal 1 1 "seal after $1"
    acts "$1" 21 380; counted "$1" 381 2; counted seal 1 2 "seal after $1"
  } >"$work/$1.sql"
  psql -XqAt -d "$base" -U "$2" -f "$work/$1.sql" >"$work/out" 2>&1
  is "$1: all is done" "$(sort "$work/out" | uniq -c)" ''
}
for one in "hide $senior" "warn $senior" "undo $senior"; do wave ${one}; done
is 'there are as many actions' "$(sql -c "SELECT count(*) FROM reeve.action")" 1170
# Reports arrive, and somebody looks at the queue after each ten: each look puts those that wait into their cases.
turn() { # FROM TO
  local n
  for n in $(seq "$1" 10 "$2"); do
    printf '\\c - %s\n' "$app"; calls report "$n" $((n + 9))
    printf '\\c - %s\n' "$senior"; calls queue 1 1
    # Else what this session read is counted when its process ends, perhaps while the next one is looked at.
    echo 'SELECT pg_stat_force_next_flush() \g /dev/null'
  done
}
phase() { # FROM PHASE
  printf '\\c - %s\n' "$app"; counted report "$1" "$2"
  printf '\\c - %s\n' "$senior"; counted queue 1 "$2"
}
{ turn 1 250; phase 251 1; turn 261 3000; phase 3001 2; } >"$work/turn.sql"
psql -XqAt -d "$base" -U "$app" -f "$work/turn.sql" >"$work/out" 2>&1
is 'reports and looks: all is done' "$(sort "$work/out" | uniq -c)" ''
is 'all reports are in cases' "$(sql -c 'SELECT count(*) FROM reeve.report WHERE case_id IS NOT NULL')" 3010
is 'the snapshot has kept what is dead' "$(sql -c "SELECT n_dead_tup > 1000 FROM pg_stat_user_tables
  WHERE relid = 'reeve.cell_order'::regclass")" t
sql -c "SELECT '# ' || what || ': blocks of ten, at first and in the end: ' || string_agg(blocks::text, ', ' ORDER BY phase)
  FROM public.seen GROUP BY what ORDER BY what"
is 'none reads twice as many blocks as at first' "$(sql -c "SELECT string_agg(a.what, ', ' ORDER BY a.what)
  FROM public.seen a JOIN public.seen b USING (what)
  WHERE a.phase = 1 AND b.phase = 2 AND b.blocks > 2 * a.blocks")" ''
exec 9>&-
checked
