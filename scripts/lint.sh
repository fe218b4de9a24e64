#!/usr/bin/env bash
# Checks on files: line length and keywords of SQL, comments, unfinished words, paths of one machine,
# and that calls and imports go down.
set -uo pipefail
shopt -s lastpipe
cd "$(dirname "$0")/.."
status=0
complain() { # TITLE; the lines on standard input are the reports
  local lines
  lines=$(cat)
  [ -z "$lines" ] || { printf '%s\n%s\n' "$1" "$lines"; status=1; }
}
sql() { find sql -name '*.sql' -not -path sql/schema.sql -print0; }

# A sample's texts are data.
sql | LC_ALL=C.UTF-8 xargs -0 grep -nE '^.{101,}$' | grep -vE '/(sample|scale)(\.sql:|/)' | cut -c1-90 |
  complain 'Lines of SQL over 100 columns:'
sql | xargs -0 grep -nE '[[:blank:]]+$|	' | complain 'Tabs, or blanks at the end of a line:'
find sql/functions -name '*.sql' -print0 | while IFS= read -r -d '' file; do
  # A suffix after a dot distinguishes overloads: enqueue.one.sql.
  name=$(basename "$file" .sql)
  name=${name%%.*}
  grep -q "^CREATE OR REPLACE FUNCTION reeve\.$name(" "$file" || echo "$file does not make reeve.$name"
  [ "$(grep -c '^CREATE OR REPLACE FUNCTION' "$file")" -eq 1 ] || echo "$file makes more than one function"
  grep -q "^COMMENT ON FUNCTION reeve\.$name(" "$file" || echo "$file has no comment"
done | complain 'One function a file, named like the file, with its comment:'
sql | xargs -0 grep -nE '^[[:blank:]]*(select|insert|update|delete|create|alter|from|where|begin|returns|language)[[:blank:]]' |
  grep -v -- '--' | complain 'Keywords in lower case:'
git grep -n '^#variable_conflict use_column' -- sql/functions sql/apps |
  complain 'It hides which names could be a variable and a column, and takes the column; say which is meant:'
git grep -nIE '\b(TODO|FIXME|XXX|HACK)\b' -- . ':!scripts/lint.sh' | complain 'Unfinished words:'
git grep -nIiE '\b(forsake|knock|hungry|talker|reckon(s|ed)?|weighs nothing|bites)\b|(isHungry|runTalker)' -- Sources sql/functions \
  sql/queries sql/apps docs ':!docs/glossary.md' | complain 'Words that docs/glossary.md replaces:'
# Those named here look nothing up by a text that they are given besides.
git grep -nP 'reeve\.(?!(command_record|job_put|member_rank_own|member_rank_of|rank_suffices|person_logins|person_others|office_barred|office_eligible|role_is_held|glass_close|cron_job|search_meter|act)\()[a-z_]+\([^;]*\bsession_user[,)]' -- sql/functions |
  complain 'session_user as an argument brings its collation, "C", and no index on text serves the callee:'
git grep -nIE '\$\{?[[:alpha:]_]+_PID\b' -- '*.sh' ':!scripts/lint.sh' |
  complain 'The shell forgets NAME_PID as soon as the coprocess has ended; $! after coproc stays:'
git grep -nIE '(^|[^[:alnum:]_.])/(work|farm|root|home/[a-z]+|opt/swift)/' -- . ':!scripts/lint.sh' |
  complain 'Paths of one machine:'
version=$(sed -n 's/.*version = "\(.*\)"/\1/p' Sources/Catalog/Release.swift)
[ "$(sed -n 's/^## \([0-9][0-9.]*\)$/\1/p' CHANGELOG.md | head -n 1)" = "$version" ] ||
  echo "Sources/Catalog/Release.swift says $version" | complain 'The newest release in CHANGELOG.md is not that of the program:'
scripts/lint-app-tests.py | complain "Functions of an app that a test calls as another than the app's login (:as_app;):"
scripts/house.py | complain 'Rooms, floors and dependencies:'
exit $status
