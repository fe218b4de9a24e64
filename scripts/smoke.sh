#!/usr/bin/env bash
# `make smoke`: what is tried before each commit, on a cluster that is kept for the next time.
#
# It checks the files, builds, compares what is generated, and runs the Swift tests that need no database, one test
# of each thing that Reeve does (scripts/smoke.txt), and the suites and pgTAP files of what has changed.
#
# SINCE=COMMIT   what has changed since this commit, HEAD if it is not given
# smoke.sh stop  stops the cluster and removes it
set -uo pipefail
cd "$(dirname "$0")/.."
scripts/install-deps.sh test || exit 1
. scripts/cluster.sh
. scripts/parts.sh
in_memory
unset DATABASE_URL PGHOST PGHOSTADDR PGPORT PGSERVICE PGUSER PGDATABASE PGOPTIONS REEVE_SHARE
work=$(mktemp -d /tmp/reeve-run.XXXXXX)
export REEVE_HOME=$work/no-server REEVE_TEST_DURATIONS=$work/durations
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

kept=.build/cluster # a file with the directory of the cluster: the server may not look into root's directories
if [ -s "$kept" ]; then cluster=$(<"$kept"); fi
if [ "${1:-}" = stop ]; then
  cluster_stop
  rm -f "$kept"
  exit
fi

since=${SINCE:-HEAD}
changed() { { git diff --name-only --diff-filter=d "$since"; git ls-files --others --exclude-standard; } | sort -u; }
mapfile -t changes < <(changed)
changed_in() { printf '%s\n' "${changes[@]}" | grep -E "$1"; }

format() {
  local files
  mapfile -t files < <(changed_in '^(Sources|Tests)/.*\.swift$')
  [ ${#files[@]} -eq 0 ] || swift format lint --strict --parallel "${files[@]}"
}
start() {
  local data=$cluster/data
  if [ -s "$data/PG_VERSION" ] && [ "$(<"$data/PG_VERSION")" = "$(major)" ]; then
    pg_isready -qh "$cluster" || cluster_run
    export PGHOST=$cluster PGPORT=5432 PGUSER=postgres
  else
    cluster_stop
    cluster_start "${settings[@]}" && echo "$cluster" >"$kept"
  fi
}
# The databases are made from these files, so they are named by them.
databases() {
  local old
  psql_run -d postgres -c "SELECT 1 FROM pg_database WHERE datname = '${template}_tap'" | grep -q 1 && return
  psql_run -d postgres -c "SELECT datname FROM pg_database WHERE datname ~ '^(reeve|smoke)_'" | while read -r old; do
    psql_run -d postgres -c "DROP DATABASE $old WITH (FORCE)"
  done
  template "$template" && tap_database "${template}_tap" "$template"
}
# Every Swift suite: whether its tests have a database, its name, its file.
suites() {
  grep -rlE '@Test' Tests --include='*.swift' | sort | xargs awk '
    /@Suite/ { declared = 1; database = 0 }
    declared && /Database|EmbeddedServer/ { database = 1 }
    /^(struct|final class|actor|enum) [A-Za-z]+/ {
      name = $0; sub(/^(struct|final class|actor|enum) /, "", name); sub(/[^A-Za-z0-9_].*/, "", name)
      split(FILENAME, part, "/")
      print (declared && database ? "database" : "none"), part[2] "." name, FILENAME
      declared = 0
    }'
}
# The suites to run: those without a database, those in files that changed, and those that name a type or a function
# declared in a source file that changed.
chosen_suites() {
  local words
  words=$({
    changed_in '^Sources/.*\.swift$' | xargs -r sed -nE \
      's/^ *((package|public|private|final|static|mutating|indirect|nonisolated) )*(struct|class|enum|actor|protocol|extension) ([A-Z][A-Za-z0-9]*).*/\4/p'
    changed_in '^sql/functions/.*\.sql$' | sed -E 's:.*/([a-z0-9_]+)\..*:\1:'
  } | sort -u | paste -sd '|')
  suites | while read -r kind name file; do
    if [ "$kind" = none ] || changed_in "^$file$" >/dev/null || { [ -n "$words" ] && grep -qwE "$words" "$file"; }; then
      echo "$name"
    fi
  done
}
swift_tests() {
  local chosen golden lost
  chosen=$(chosen_suites | sort -u | paste -sd '|')
  golden=$(grep -v -e '^#' -e '^sql/' scripts/smoke.txt)
  lost=$(swift test list --skip-build 2>"$work/list.log" | grep -vxFf - <(echo "$golden"))
  [ -z "$lost" ] || { cat "$work/list.log"; echo "not a test, by the names of swift test list: $lost"; return 1; }
  swift test --skip-build --filter "^($chosen)/" \
    --filter "^($(sed 's/[][\\.*^$+?(){}|/]/\\&/g' <<<"$golden" | paste -sd '|'))"
}
# The pgTAP files of the areas that changed, and those that name a function that changed.
tap_files() {
  local areas names
  areas=$(changed_in '^sql/(functions|tests|apps|migrations)/' |
    sed -nE 's:^sql/(functions|tests|apps)/([a-z]+)/.*:\2:p; s:^sql/migrations/[0-9]+_([a-z]+).*:\1:p' |
    cat - <(echo schema) | sort -u | paste -sd '|')
  names=$(changed_in '^sql/functions/.*\.sql$' | sed -E 's:.*/([a-z0-9_]+)\..*:\1:' | paste -sd '|')
  {
    find sql/tests -regextype posix-extended -regex "sql/tests/($areas)/.*_test\.sql"
    [ -z "$names" ] || grep -rlwE "$names" sql/tests --include='*_test.sql'
    grep '^sql/' scripts/smoke.txt
  } | sort -u
}
sql_tests() { tap_files | tr '\n' '\0' | prove "${template}_tap"; }

reeve=$(swift build --show-bin-path)/reeve
part 'format of the Swift files that changed' format
part 'comments, statements and paths' scripts/lint.sh
part build swift build --build-tests || { summary; exit 1; }
part 'the cluster runs' start || { summary; exit 1; }
template=smoke_$(find sql jobs Sources/Operations Sources/Catalog -type f -print0 | sort -z | xargs -0 sha256sum |
  sha256sum | cut -c 1-12)
part 'databases of this schema' databases || { summary; exit 1; }
part 'sql/tests/privileges.txt is who may do what' privileges_same "$template"
part 'the generated functions are those of the database' functions_same "$template"
part 'definer functions and comments of objects' scripts/lint-database.sh "$template"
[ "$(major)" != "$schema_major" ] || part 'sql/schema.sql is the schema' schema_same
export REEVE_TEST_DSN="$(dsn) dbname=postgres" REEVE_TEST_TEMPLATE=$template
part 'Swift tests' swift_tests
part 'pgTAP' sql_tests
summary
