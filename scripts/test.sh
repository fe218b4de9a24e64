#!/usr/bin/env bash
# `make test`: every test, on a temporary cluster of its own. `test.sh lint`, `schema`, `privileges`, `profile`,
# `functions` and `docs` do the part of the target of that name.
#
# ONLY="console jobs"   only the parts, Swift targets and suites, pgTAP files and scripts whose name contains one of
#                       these words, in lower case or not, on the installed server
# TEST="a text"         only the Swift tests whose name contains it
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
mode=${1:-all}

scripts/install-deps.sh test || exit 1
. scripts/cluster.sh
. scripts/parts.sh
in_memory
unset DATABASE_URL PGHOST PGHOSTADDR PGPORT PGSERVICE PGUSER PGDATABASE PGOPTIONS REEVE_HOME REEVE_SHARE

work=$(mktemp -d /tmp/reeve-run.XXXXXX)
# Nothing may start the embedded server but the tests of it, which have homes of their own.
export REEVE_HOME=$work/no-server
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM # make passes on a second one
  for lane in "${lanes[@]}"; do kill -- "-$lane"; done
  for cluster in "$cluster" "$main" "${copies[@]}"; do cluster_stop; done
  rm -rf "$work"
  exit "$status"
}
width=$(($(nproc) + 1)) # the Swift tests, which wait much, have one for themselves for a long time
[ "$width" -ge 3 ] || width=3
majors=() servers=() copies=() lanes=()
main= # the server of the other tests, while another is prepared
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

export REEVE_TEST_DURATIONS=$work/durations

build() { swift build --build-tests; }
# Whether a name is asked for by ONLY; all are where it names nothing.
wanted() { # NAME
  local word
  [ -n "${ONLY:-}${TEST:-}" ] || return 0
  for word in ${ONLY:-}; do [[ ${1,,} != *"${word,,}"* ]] || return 0; done
  return 1
}
# Sets filters to the options that choose Swift tests; false where none is wanted.
swift_filters() {
  local names=() word
  # Regular expressions over the names of targets, suites and tests.
  for word in ${ONLY:-}; do names+=("(?i)$word"); done
  [ -z "${TEST:-}" ] || names+=("$(sed 's/[][\\.*^$+?(){}|/]/\\&/g' <<<"$TEST")")
  [ ${#names[@]} -gt 0 ] || return 0
  swift test list --skip-build 2>/dev/null | grep -P "$(IFS='|'; echo "${names[*]}")" >/dev/null || return 1
  for word in "${names[@]}"; do filters+=(--filter "$word"); done
}
# A package of its own, of what is tested alone, which leaves the other's build as it is.
thread_tests() {
  local one run=() package=.build/thread
  mkdir -p "$package"
  for one in Package.swift Sources Tests; do ln -sfn "../../$one" "$package/$one"; done
  # The sanitizer cannot place its shadow where a kernel spreads addresses widely.
  ! setarch "$(uname -m)" -R true 2>/dev/null || run=(setarch "$(uname -m)" -R)
  REEVE_POSTGRES_ALONE=1 "${run[@]}" swift test --sanitize thread --package-path "$package"
}
swift_tests() { swift test --skip-build "${filters[@]}"; }
on_one_server() { grep -qxE -- '-- On one server: it takes long\.' "$1"; } # FILE
# The pgTAP files that a server gets: the second one those of Reeve's own rooms that do not take long.
tap_files() { # PLACE IN majors
  local file room
  find sql/tests -name '*_test.sql' | sort | while read -r file; do
    room=${file%/*}
    if [ "$1" -gt 0 ] && { [ -d "sql/apps/${room##*/}" ] || on_one_server "$file"; }; then continue; fi
    ! wanted "$file" || printf '%s\0' "$file"
  done
}
sql_tests() { tap_database reeve_tap reeve_template && tap_files "$1" | prove reeve_tap; } # PLACE IN majors
# The scripts that a server gets: the second one only those that depend on what PostgreSQL is. What an app's data
# and people's sessions come to is the same on both; the functions behind it are tested on both by pgTAP. A script
# is told the server's place, and may do less on the second.
scripts_on() { # PLACE IN majors
  local rooms=(sql/tests/*/)
  [ "$1" -eq 0 ] || rooms=(sql/tests/{cell,migrate,release,schema}/ sql/tests/attacks/{locks,names,rights,tls}_test.sh)
  find "${rooms[@]}" -name '*_test.sh' | sort
}
# What runs side by side: "SERVER NAME" is pgTAP or a script on that server, by its place in `majors`, and
# "FUNCTION NAME" is anything else. What takes long begins first.
tasks() {
  local slow=(swift_tests pgTAP schema/settings docs_test thread_tests attacks/speech attacks/generated attacks/settings
    attacks/rights attacks/edges attacks/actors attacks/commit) others=("docs_test the blocks of the documents"
    "thread_tests PostgresTests under the thread sanitizer" "pooler_test through PgBouncer"
    "uninstall_test reeve uninstall" "install_test make install, as the caller"
    "embedded_test embedded server, as the caller")
  [ "$(id -u)" -ne 0 ] || others+=("install_nobody make install, as an ordinary user"
    "embedded_nobody embedded server, as an ordinary user")
  {
    printf '%s\n' "${others[@]}"
    for server in "${!majors[@]}"; do printf "$server %s\n" $(scripts_on "$server"); done
  } | while read -r one; do ! wanted "$one" || echo "$one"; done >"$work/tasks"
  [ -z "$swift" ] || echo 'swift_tests swift test' >>"$work/tasks"
  for server in "${!majors[@]}"; do
    [ -z "$(tap_files "$server" | tr -d '\0')" ] || echo "$server pgTAP" >>"$work/tasks"
  done
  for one in "${slow[@]}"; do grep -F "$one" "$work/tasks"; done
  grep -vF "$(printf '%s\n' "${slow[@]}")" "$work/tasks"
}
# One lane more than there are processors, each with a copy of each server, as roles, settings and prepared
# transactions belong to a whole cluster. A lane takes what no other has taken.
side_by_side() {
  local lane count
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
      local -x PG_BIN=${servers[$2]} PATH=${servers[$2]}:$PATH PGHOST=${copies[$2 * width + $1]}
      if [ "$3" = pgTAP ]; then
        part "pgTAP, on PostgreSQL ${majors[$2]}" sql_tests "$2"
      else
        part "$3, on ${majors[$2]}" env PGDATABASE=postgres REEVE_TEST_SERVER="$2" bash "$3"
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

docs_test() { scripts/docs.sh; }
pooler_test() { scripts/pooler-test.sh "$reeve" || { [ $? -eq 75 ] && scripts/pooler-test.sh "$reeve"; }; }
uninstall_test() { scripts/uninstall-test.sh "$reeve"; }
install_nobody() { install_test nobody; }
embedded_nobody() { embedded_test nobody; }

reeve=$(swift build --show-bin-path)/reeve
export REEVE=$reeve # for the scripts of tests and of the documents
# A new call compiles only when it has been generated: a program from before will do for that.
[ "$mode" = functions -a -x "$reeve" ] || part build build || exit 1
cluster_start "${settings[@]}" || exit 1

if [ "$mode" = schema ]; then
  schema_write "$work/schema.sql" && mv "$work/schema.sql" sql/schema.sql
  exit
fi

if [ "$mode" = docs ]; then
  scripts/docs.sh write
  exit
fi

some=${ONLY:-}${TEST:-}
# What is about to be written may be what these complain of.
if [ -z "$some" ] && [[ $mode = all || $mode = lint ]]; then
  part 'format of the Swift files' swift format lint --strict --parallel -r Sources Tests
  part 'comments, statements and paths' scripts/lint.sh
fi
# With the minor release, which may be newer than that of the last run.
part "template: upgrade, sample schema, catalog, on $("$PG_BIN/pg_config" --version | cut -d' ' -f1-2)" template reeve_template || exit 1
case $mode in
  privileges)
    privileges_write reeve_template "$work/privileges.txt" && mv "$work/privileges.txt" sql/tests/privileges.txt
    exit
    ;;
  profile)
    scripts/profile.sh reeve_template >"$work/profile.txt" && mv "$work/profile.txt" Benchmarks/profile.txt
    exit
    ;;
  functions)
    scripts/functions.sh reeve_template && contracts_write reeve_template docs
    exit
    ;;
esac
if [ -z "$some" ]; then
  part 'sql/tests/privileges.txt is who may do what' privileges_same reeve_template
  part 'the generated functions are those of the database' functions_same reeve_template
  part 'docs/apps is what the logins of the apps may call' contracts_same reeve_template
  part 'Benchmarks/profile.txt is what each call costs' scripts/profile.sh reeve_template Benchmarks/profile.txt
  part 'definer functions and comments of objects' scripts/lint-database.sh reeve_template
fi
if [ "$mode" = all ]; then
  if [ -n "$some" ]; then
    :
  elif [ "$(major)" = "$schema_major" ]; then
    part 'sql/schema.sql is the schema' schema_same
  else
    echo "not compared: sql/schema.sql, which PostgreSQL $schema_major wrote"
  fi
  export REEVE_TEST_DSN="$(dsn) dbname=postgres" REEVE_TEST_TEMPLATE=reeve_template
  chmod a+rX "$work"
  part 'copies of the server for tests side by side' copy_clusters || exit 1
  filters=()
  swift_filters && swift=1 || swift=
  if [ -z "$some" ] && [ "$(major)" != 17 ]; then
    installed=$PG_BIN main=$cluster
    if part 'PostgreSQL 17 is there' postgres17; then
      cluster_start "${settings[@]}" || exit 1
      part 'template, on PostgreSQL 17' template reeve_template &&
        part 'copies of it for tests side by side' copy_clusters
      cluster_stop
    fi
    PG_BIN=$installed cluster=$main PGHOST=$main
  fi
  mapfile -t todo < <(tasks)
  [ ${#todo[@]} -gt 0 ] || part 'there is something to test' false
  side_by_side
  [ -n "$some" ] || [ "$(id -u)" -eq 0 ] ||
    echo 'not run: the embedded server as root (run make test as root for that half)'
fi
part 'no embedded server was started in passing' test ! -e "$REEVE_HOME"
cd "$root" || exit 1
summary
