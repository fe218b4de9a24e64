#!/usr/bin/env bash
# `make test`: every test, on a temporary cluster of its own. `test.sh lint`, `schema`, `privileges`, `functions`
# and `docs` do the part of the target of that name.
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
mode=${1:-all}

scripts/install-deps.sh test || exit 1
. scripts/cluster.sh
unset DATABASE_URL PGHOST PGHOSTADDR PGPORT PGSERVICE PGUSER PGDATABASE PGOPTIONS REEVE_HOME REEVE_SHARE

work=$(mktemp -d /tmp/reeve-run.XXXXXX)
# Nothing may start the embedded server but the tests of it, which have homes of their own.
export REEVE_HOME=$work/no-server
finish() {
  local status=$?
  trap - EXIT
  for lane in "${lanes[@]}"; do kill -- "-$lane"; done
  for cluster in "$cluster" "$main" "${copies[@]}"; do cluster_stop; done
  rm -rf "$work"
  exit "$status"
}
width=$(nproc)
[ "$width" -ge 2 ] || width=2
majors=() servers=() copies=() lanes=()
main= # the server of the other tests, while another is prepared
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

passed=0
failed=()
# Runs one part, tells how long it took and keeps count; its output is shown where it fails.
part() {
  local name=$1 begin=$SECONDS out told
  shift
  out=$(mktemp "$work/out.XXXXXX")
  if "$@" >"$out" 2>&1 && ! left_out "$out" >&2; then
    passed=$((passed + 1))
    printf -v told 'ok      %-44s %4d s%s\n' "$name" $((SECONDS - begin)) "$(tally "$out")"
    # The samples beside a checkout are no part of the project: where they are absent, that is said.
    told+=$(sed -n 's/^.* \(Test .* skipped.*\)/        \1/p' "$out")
    printf '%s\n' "${told%$'\n'}"
    rm -f "$out"
  else
    failed+=("$name")
    printf -v told 'FAILED  %-44s %4d s\n' "$name" $((SECONDS - begin))
    # Others may run beside it. What failed is said last: a reader of the end of a long log finds it there.
    { flock 9 && cat "$out" && failures "$out" && printf '%s' "$told"; } 9>"$work/turn"
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

build() { swift build --build-tests; }
dsn() { echo "host=$PGHOST port=$PGPORT user=postgres"; }
psql_run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }

major() { "$PG_BIN/pg_config" --version | sed 's/^PostgreSQL \([0-9]*\).*/\1/'; }

# The database that each test gets a copy of, made by the program itself.
template() {
  psql_run -d postgres -c 'CREATE DATABASE reeve_template' &&
    "$reeve" upgrade --dsn "$(dsn) dbname=reeve_template" &&
    "$reeve" sample load randevoo --schema-only --dsn "$(dsn) dbname=reeve_template" &&
    psql_run -d reeve_template -c "UPDATE reeve.cron SET next_at = 'infinity'" # tests fire their own
}

# Writes the schema that the migrations make to a file; how a dump looks depends on the major version.
schema_major=15
schema_write() {
  local key=()
  ! "$PG_BIN/pg_dump" --help | grep -q restrict-key || key=(--restrict-key=reeve)
  psql_run -d postgres -c 'CREATE DATABASE reeve_schema' &&
    "$reeve" upgrade --dsn "$(dsn) dbname=reeve_schema" &&
    "$PG_BIN/pg_dump" --schema-only --schema='reeve|reeve_*' "${key[@]}" \
      --exclude-table='reeve.*_20[0-9][0-9][0-9][0-9][0-9][0-9]' reeve_schema |
    scripts/schema-plain.sh >"$1"
}
schema_same() {
  schema_write "$work/schema.sql" && diff -u sql/schema.sql "$work/schema.sql" ||
    { echo 'sql/schema.sql is out of date: run make schema and look at the difference'; return 1; }
}

# Who may do what in the template: sql/tests/privileges.sql.
privileges_write() { psql_run -d reeve_template -f sql/tests/privileges.sql >"$1"; }
privileges_same() {
  privileges_write "$work/privileges.txt" && diff -u sql/tests/privileges.txt "$work/privileges.txt" ||
    { echo 'sql/tests/privileges.txt is not who may do what: make privileges, and read who gains what'; return 1; }
}

# What Swift calls, and the reference in docs: written from the template by scripts/functions.sh.
functions_same() {
  local file
  scripts/functions.sh reeve_template "$work/functions/Sources" &&
    (cd "$work/functions" && find . -type f) | while read -r file; do
      diff -u "$file" "$work/functions/$file" ||
        { echo "$file is not what the functions are: run make functions"; return 1; }
    done
}

swift_tests() { swift test --skip-build; }
# A package of its own, of what is tested alone, which leaves the other's build as it is.
thread_tests() {
  local one run=() package=.build/thread
  mkdir -p "$package"
  for one in Package.swift Sources Tests; do ln -sfn "../../$one" "$package/$one"; done
  # The sanitizer cannot place its shadow where a kernel spreads addresses widely.
  ! setarch "$(uname -m)" -R true 2>/dev/null || run=(setarch "$(uname -m)" -R)
  REEVE_POSTGRES_ALONE=1 "${run[@]}" swift test --sanitize thread --package-path "$package"
}
sql_tests() {
  local app
  psql_run -d postgres -c 'CREATE DATABASE reeve_tap TEMPLATE reeve_template' \
    -c 'GRANT CREATE ON DATABASE reeve_tap TO reeve_owner, randevoo_owner' || return
  for app in sql/apps/*/; do # the template has randevoo
    app=$(basename "$app")
    [ "$app" = randevoo ] ||
      "$reeve" sample load "$app" --schema-only --dsn "$(dsn) dbname=reeve_tap" || return
  done
  psql_run -d reeve_tap -c 'CREATE EXTENSION pgtap' &&
    find sql/tests -name '*_test.sql' -print0 | sort -z |
    PGOPTIONS='-c client_min_messages=warning' xargs -0 pg_prove -Q -d reeve_tap
}
# What runs side by side: "SERVER NAME" is pgTAP or a script on that server, by its place in `majors`, and
# "FUNCTION NAME" is anything else. What takes long begins first.
tasks() {
  local slow=(attacks/speech attacks/settings docs_test pgTAP attacks/rights attacks/edges attacks/actors
    thread_tests attacks/commit) others=("docs_test the console blocks of the documents"
    "thread_tests PostgresTests under the thread sanitizer" "pooler_test through PgBouncer"
    "uninstall_test reeve uninstall" "install_test make install, as the caller"
    "embedded_test embedded server, as the caller")
  [ "$(id -u)" -ne 0 ] || others+=("install_nobody make install, as an ordinary user"
    "embedded_nobody embedded server, as an ordinary user")
  {
    printf '%s\n' "${others[@]}"
    for server in "${!majors[@]}"; do
      printf "$server %s\n" pgTAP $(find sql/tests -name '*_test.sh' | sort)
    done
  } >"$work/tasks"
  for one in "${slow[@]}"; do grep -F "$one" "$work/tasks"; done
  grep -vF "$(printf '%s\n' "${slow[@]}")" "$work/tasks"
}
# As many lanes as there are processors, each with a copy of each server, as roles, settings and prepared
# transactions belong to a whole cluster. A lane takes what no other has taken.
side_by_side() {
  local lane count
  mapfile -t todo < <(tasks)
  set -m # each in a process group, to be ended as a whole
  for ((lane = 0; lane < width; lane++)); do
    run_lane "$lane" &
    lanes+=($!)
  done
  set +m
  wait "${lanes[@]}"
  lanes=()
  for ((lane = 0; lane < width; lane++)); do
    count=()
    [ ! -e "$work/lane.$lane" ] || mapfile -t count <"$work/lane.$lane"
    [ ${#count[@]} -gt 0 ] || count=(0 "lane $lane, which did not end")
    passed=$((passed + count[0])) failed+=("${count[@]:1}")
  done
}
run_lane() { # LANE
  local task
  passed=0 failed=()
  for task in "${todo[@]}"; do
    ! mkdir "$work/taken.${task//[ \/]/.}" 2>/dev/null || run_task "$1" "${task%% *}" "${task#* }"
  done
  printf '%s\n' "$passed" "${failed[@]}" >"$work/lane.$1"
}
run_task() { # LANE SERVER|FUNCTION NAME
  case $2 in
    [0-9])
      local -x PG_BIN=${servers[$2]} PGHOST=${copies[$2 * width + $1]}
      if [ "$3" = pgTAP ]; then
        part "pgTAP, on PostgreSQL ${majors[$2]}" sql_tests
      else
        part "$3, on ${majors[$2]}" env PGDATABASE=postgres bash "$3"
      fi
      ;;
    docs_test)
      # A transaction of another test would hold up the streams of changes in the pages.
      local -x PGHOST=${copies[$1]}
      part "$3" docs_test
      ;;
    *) part "$3" "$2" ;;
  esac
}
# Notes the server that runs as one of those to test on, and makes a copy of it for each lane.
copy_clusters() {
  local first=$cluster lane
  majors+=("$(major)") servers+=("$PG_BIN")
  for ((lane = 0; lane < width; lane++)); do
    cluster_copy || return 1
    copies+=("$cluster")
    cluster=$first PGHOST=$first
  done
}
# Finds or fetches a PostgreSQL 17; PG_BIN becomes the directory of its programs.
postgres17() {
  PG_BIN=$(scripts/postgres17.sh) || return 1
  if [ "$(id -u)" -eq 0 ] && ! as_server test -x "$PG_BIN/postgres"; then
    # The server runs as an ordinary user, who may not look into root's directories.
    cp -r "${PG_BIN%/bin}" "$work/postgresql-17" && chmod a+rX "$work" || return 1
    PG_BIN=$work/postgresql-17/bin
  fi
}
embedded_test() ( # [USER]
  # An ordinary user may not look into root's directories: it gets the program and its files to
  # read.
  copy=$work/embedded-$#
  rm -rf "$copy"
  mkdir -p "$copy/bin" "$copy/share/reeve" "$copy/home" && cp "$reeve" "$copy/bin/" &&
    cp -r sql jobs "$copy/share/reeve/" && chmod -R a+rX "$copy" || return 1
  unset PGHOST PGPORT PGUSER
  if [ $# -eq 0 ]; then
    scripts/embedded-test.sh "$copy/bin/reeve" "$copy/home"
  else
    chown "$1" "$copy/home" && cp scripts/embedded-test.sh "$copy/" &&
      (cd / && HOME=$copy/home setpriv --reuid="$1" --regid="$(id -g "$1")" --clear-groups -- \
        "$copy/embedded-test.sh" "$copy/bin/reeve" "$copy/home")
  fi
)
install_test() { # [USER]
  # From a copy without the sources, which the test removes: what is installed needs nothing of it.
  local home=$work/install-$# as=()
  rm -rf "$home"
  mkdir -p "$home/tree/.build/debug" "$home/prefix" &&
    cp -r Makefile README.md CHANGELOG.md LICENSE docs scripts share sql jobs "$home/tree/" &&
    cp "${reeve%/*}"/{reeve,reeve-worker} "$home/tree/.build/debug/" &&
    cp scripts/install-test.sh "$home/" && chmod -R a+rX "$home" || return 1
  if [ $# -gt 0 ]; then
    chown -R "$1" "$home" || return 1
    as=(setpriv --reuid="$1" --regid="$(id -g "$1")" --clear-groups --)
  fi
  "${as[@]}" "$home/install-test.sh" "$home/tree" "$home/prefix"
}

docs_test() { REEVE_BIN=$reeve scripts/docs.sh; }
pooler_test() { scripts/pooler-test.sh "$reeve"; }
uninstall_test() { scripts/uninstall-test.sh "$reeve"; }
install_nobody() { install_test nobody; }
embedded_nobody() { embedded_test nobody; }

reeve=$(swift build --show-bin-path)/reeve
# A new call compiles only when it has been generated: a program from before will do for that.
[ "$mode" = functions -a -x "$reeve" ] || part build build || exit 1
# What is tested is what holds. On 15 the compiler of queries takes two thirds of the tests' time.
# Prepared transactions are one of the ways to stop others that sql/tests/attacks tries.
# Autovacuum would work in hundreds of databases that are a few seconds old.
settings=('jit = off' 'max_prepared_transactions = 10' 'autovacuum = off')
cluster_start "${settings[@]}" || exit 1

if [ "$mode" = schema ]; then
  schema_write "$work/schema.sql" && mv "$work/schema.sql" sql/schema.sql
  exit
fi

if [ "$mode" = docs ]; then
  REEVE_BIN=$reeve scripts/docs.sh write
  exit
fi

part 'format of the Swift files' swift format lint --strict --parallel -r Sources Tests
part 'comments, statements and paths' scripts/lint.sh
part 'template: upgrade, sample schema, catalog' template || exit 1
if [ "$mode" = privileges ]; then
  privileges_write "$work/privileges.txt" && mv "$work/privileges.txt" sql/tests/privileges.txt
  exit
fi
if [ "$mode" = functions ]; then
  scripts/functions.sh reeve_template
  exit
fi
part 'sql/tests/privileges.txt is who may do what' privileges_same
part 'the generated functions are those of the database' functions_same
part 'definer functions and comments of objects' scripts/lint-database.sh reeve_template
if [ "$mode" = all ]; then
  if [ "$(major)" = "$schema_major" ]; then
    part 'sql/schema.sql is the schema' schema_same
  else
    echo "not compared: sql/schema.sql, which PostgreSQL $schema_major wrote"
  fi
  export REQUIRE_POSTGRES=1 REEVE_TEST_DSN="$(dsn) dbname=postgres" REEVE_TEST_TEMPLATE=reeve_template
  chmod a+rX "$work"
  part 'copies of the server for tests side by side' copy_clusters || exit 1
  part 'swift test' swift_tests
  if [ "$(major)" != 17 ]; then
    installed=$PG_BIN main=$cluster
    if part 'PostgreSQL 17 is there' postgres17; then
      cluster_start "${settings[@]}" || exit 1
      part 'template, on PostgreSQL 17' template &&
        part 'copies of it for tests side by side' copy_clusters
      cluster_stop
    fi
    PG_BIN=$installed cluster=$main PGHOST=$main
  fi
  side_by_side
  [ "$(id -u)" -eq 0 ] ||
    echo 'not run: the embedded server as root (run make test as root for that half)'
fi
part 'no embedded server was started in passing' test ! -e "$REEVE_HOME"
cd "$root" || exit 1
printf 'all of it took %d min %d s\n' $((SECONDS / 60)) $((SECONDS % 60))
echo "$passed passed, ${#failed[@]} failed"
[ ${#failed[@]} -eq 0 ]
