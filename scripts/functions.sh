#!/usr/bin/env bash
# Writes what Swift knows of the functions of a migrated database: functions.sh DATABASE [FOLDER]. Each
# room's `<Room>Functions.swift` has the functions that its sources name as `<Room>Functions.someName`,
# and the types of arguments, `<Room>Functions.SomeArgs`;
# RefusalCode+Meanings.swift the codes with which they refuse, ActionKind+All.swift the kinds of actions.
set -euo pipefail
cd "$(dirname "$0")/.."
database=$1 folder=${2:-Sources}
generate() { # QUERY FILE [psql arguments]
  local query=$1 file=$folder/$2
  shift 2
  mkdir -p "${file%/*}"
  psql -XqAt -v ON_ERROR_STOP=1 -d "$database" "$@" -f "sql/generate/$query.sql" >"$file"
  swift format --in-place --configuration .swift-format "$file"
  ! grep -H '#error\|no Swift literal' "$file"
}
generate refusals Outcome/RefusalCode+Meanings.swift
generate kinds Catalog/ActionKind+All.swift
for room in $(ls Sources); do
  # The type of reeve-worker is ReeveWorkerFunctions.
  type=$(sed -E 's/(^|-)([a-z])/\U\2/g' <<<"$room")Functions
  names=$({ grep -rhoE "\b$type\.([a-z][A-Za-z0-9]*|[A-Z][a-z]*Args)\b" "Sources/$room" --include='*.swift' || true; } |
    cut -d . -f 2 | sed -E 's/(ID|SQL|JSON|URL)(s?)($|[A-Z])/_\L\1\2\E\3/g; s/([A-Z])/_\L\1/g; s/^_//' |
    sort -u | paste -sd ,)
  [ -z "$names" ] ||
    generate functions "$room/$type.swift" -v type="$type" -v names="$names"
done
areas=$(find sql/functions -name '*.sql' | sort | awk -F / '{ sub(/\..*/, "", $NF); printf "%s\"%s\": \"%s\"", (n++ ? ", " : ""), $NF, $3 }')
mkdir -p "$folder/../docs"
psql -XqAt -v ON_ERROR_STOP=1 -d "$database" -v areas="{$areas}" -f sql/generate/reference.sql \
  >"$folder/../docs/functions.md"
