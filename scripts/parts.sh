# Sourced: the parts of a test run, and what they are made of. The caller has sourced scripts/cluster.sh and has
# set work, a directory that it removes in the end, and reeve, the program.
#
# part NAME COMMAND…   runs a part, prints how long it took, and keeps count; prints its output where it fails: where
#                      the command does, a line begins with "not ok", or something was not run
# summary              prints the ten slowest parts and the counts; false where a part failed
# template NAME        makes the database that each test gets a copy of
# apps_database NAME TEMPLATE   makes one with all apps
# tap_database NAME TEMPLATE   makes one with all apps, for pgTAP
# schema_same, privileges_same, functions_same, contracts_same   compare generated files with the database TEMPLATE,
#                      and tell whether .gitattributes marks them

passed=0
failed=()
part() {
  local name=$1 begin=$SECONDS out line
  shift
  out=$(mktemp "$work/out.XXXXXX")
  if "$@" >"$out" 2>&1 && ! grep -q '^not ok' "$out" && ! left_out "$out" >&2; then
    passed=$((passed + 1))
    printf -v line 'ok      %-44s %4d s%s\n' "$name" $((SECONDS - begin)) "$(tally "$out")"
    # The samples beside a checkout are no part of the project: where they are absent, that is said.
    line+=$(sed -n 's/^.* \(Test .* skipped.*\)/        \1/p' "$out")
    printf '%s\n' "${line%$'\n'}"
    echo "$((SECONDS - begin)) s  $name" >>"$work/durations"
    rm -f "$out"
  else
    failed+=("$name")
    printf -v line 'FAILED  %-44s %4d s\n' "$name" $((SECONDS - begin))
    # Others may run beside it. What failed is said last: a reader of the end of a long log finds it there.
    { flock 9 && cat "$out" && failures "$out" && printf '%s' "$line"; } 9>"$work/turn"
    return 1
  fi
}
# Prints what a part did not run; false where it ran everything. What is not run has failed.
left_out() {
  grep -e '^not run: ' -e 'Test .* skipped' "$1" | grep -vF '../shared/data'
}
# Which tests failed, and why, in the words of the Swift tests and of pg_prove.
failures() {
  grep -e '✘ Test ".*" recorded an issue' -e '^#   Failed test' -e ': error: ' "$1" | sort -u | head -n 20
  true
}
# How many tests a part ran, in its own words.
tally() {
  sed -n -e 's/^.*Test run with \([0-9]* tests\).* passed.*$/  \1/p' \
    -e 's/^Files=[0-9]*, Tests=\([0-9]*\),.*$/  \1 tests/p' "$1" | tail -n 1
}
summary() {
  if [ -s "$work/durations" ]; then
    echo 'the ten slowest:'
    sort -rn "$work/durations" | head -n 10
  fi
  printf 'all of it took %d min %d s\n' $((SECONDS / 60)) $((SECONDS % 60))
  echo "$passed passed, ${#failed[@]} failed"
  # Once more, at the very end, for whoever is shown no more of a log than that.
  [ ${#failed[@]} -eq 0 ] || printf 'failed: %s\n' "${failed[@]}"
  [ ${#failed[@]} -eq 0 ]
}

# What is tested is what holds. On 15 the compiler of queries takes two thirds of the tests' time.
# Prepared transactions are one of the ways to stop others that sql/tests/attacks tries.
# Autovacuum would work in hundreds of databases that are a few seconds old.
settings=('jit = off' 'max_prepared_transactions = 10' 'autovacuum = off')

dsn() { echo "host=$PGHOST port=$PGPORT user=postgres"; }
psql_run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
major() { "$PG_BIN/pg_config" --version | sed 's/^PostgreSQL \([0-9]*\).*/\1/'; }

# The program itself makes it.
template() { # NAME
  psql_run -d postgres -c "CREATE DATABASE $1" &&
    "$reeve" upgrade --dsn "$(dsn) dbname=$1" &&
    "$reeve" sample load randevoo --schema-only --dsn "$(dsn) dbname=$1" &&
    psql_run -d "$1" -c "UPDATE reeve.cron SET next_at = 'infinity'" && # tests fire their own
    # Each copy is half as large without what the migrations left in the catalogs.
    psql_run -d "$1" -c "SELECT 'VACUUM FULL ' || oid::regclass || ';' FROM pg_class
      WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r' AND NOT relisshared" |
    psql_run -d "$1" &&
    # Its copies begin with report R1: a sequence goes on even where what took its numbers is rolled back.
    psql_run -d postgres -c "ALTER DATABASE $1 SET default_transaction_read_only = on"
}
apps_database() { # NAME TEMPLATE
  local app
  psql_run -d postgres -c "CREATE DATABASE $1 TEMPLATE $2" \
    -c "GRANT CREATE ON DATABASE $1 TO reeve_owner, randevoo_owner" || return
  for app in sql/apps/*/; do # the template has randevoo
    app=$(basename "$app")
    [ "$app" = randevoo ] ||
      "$reeve" sample load "$app" --schema-only --dsn "$(dsn) dbname=$1" || return
  done
}
tap_database() { # NAME TEMPLATE
  apps_database "$@" || return
  psql_run -d "$1" -c 'CREATE EXTENSION pgtap' -f sql/tests/client_calls.sql
}
prove() { PGOPTIONS='-c client_min_messages=warning' xargs -0 pg_prove -Q -d "$1"; } # DATABASE; files on standard input

# Whether review tools know that files are generated.
marked() { # FILE…
  ! git check-attr linguist-generated -- "$@" | grep -v ': set$' ||
    { echo 'this file is generated, but .gitattributes does not say so'; return 1; }
}

# Writes the schema that the migrations make to a file; how a dump looks depends on the major version.
schema_major=15
schema_write() { # FILE
  local key=()
  ! "$PG_BIN/pg_dump" --help | grep -q restrict-key || key=(--restrict-key=reeve)
  psql_run -d postgres -c 'DROP DATABASE IF EXISTS reeve_schema' -c 'CREATE DATABASE reeve_schema' &&
    "$reeve" upgrade --dsn "$(dsn) dbname=reeve_schema" &&
    "$PG_BIN/pg_dump" --schema-only --schema='reeve|reeve_*' "${key[@]}" \
      --exclude-table='reeve.*_20[0-9][0-9][0-9][0-9][0-9][0-9]' reeve_schema |
    scripts/schema-plain.sh >"$1"
}
schema_same() {
  marked sql/schema.sql && schema_write "$work/schema.sql" && diff -u sql/schema.sql "$work/schema.sql" ||
    { echo 'sql/schema.sql is out of date: run make schema and look at the difference'; return 1; }
}
# Who may do what in the template: sql/tests/privileges.sql.
privileges_write() { psql_run -d "$1" -f sql/tests/privileges.sql >"$2"; } # TEMPLATE FILE
privileges_same() { # TEMPLATE
  marked sql/tests/privileges.txt && privileges_write "$1" "$work/privileges.txt" &&
    diff -u sql/tests/privileges.txt "$work/privileges.txt" ||
    { echo 'sql/tests/privileges.txt is not who may do what: make privileges, and read who gains what'; return 1; }
}
# What Swift calls, and the reference in docs: written from the template by scripts/functions.sh.
functions_same() { # TEMPLATE
  local file
  scripts/functions.sh "$1" "$work/functions/Sources" &&
    (cd "$work/functions" && find . -type f) | while read -r file; do
      marked "$file" && diff -u "$file" "$work/functions/$file" ||
        { echo "$file is not what the functions are: run make functions"; return 1; }
    done
}
# docs/apps: what the logins of each app may call.
contracts_write() { # TEMPLATE FOLDER
  psql_run -d postgres -c 'DROP DATABASE IF EXISTS reeve_apps' &&
    apps_database reeve_apps "$1" && scripts/contracts.sh reeve_apps "$2"
}
contracts_same() { # TEMPLATE
  marked docs/apps/*.md && contracts_write "$1" "$work/docs" && diff -ru docs/apps "$work/docs/apps" ||
    { echo 'docs/apps is not what the apps may call: run make functions'; return 1; }
}
