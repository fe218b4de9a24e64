#!/usr/bin/env bash
# Writes docs/apps/<app>.md, what the logins of each app may call, from a DATABASE that has them all, and what
# sql/apps/<app>/moving.md tells of the data that move in: contracts.sh DATABASE [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
database=$1 folder=${2:-docs}/apps
mkdir -p "$folder"
for app in sql/apps/*/; do
  app=$(basename "$app")
  psql -XqAt -v ON_ERROR_STOP=1 -d "$database" -v app="$app" -f sql/generate/contract.sql \
    -c '\echo :page' | cat - $(find "sql/apps/$app" -name moving.md) >"$folder/$app.md"
done
