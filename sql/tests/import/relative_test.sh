#!/usr/bin/env bash
# A text that PostgreSQL would read as the time of the import, such as "today", is set aside, alone or in an array or a
# range, so that an import stores no time that its file does not say.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=rel
. sql/tests/fixtures/app.sh
open_app <<'SQL'
CREATE DOMAIN rel.day AS date;
CREATE TABLE rel.visit(id int PRIMARY KEY, at timestamptz, day rel.day, days date[], span tsrange, note text);
SQL
{
  printf 'app: rel\nsource: visit\nformat: ndjson\ntable: visit\nkey: [id]\ncolumns:\n'
  printf '  %s: {from: %s}\n' id id at at day day days days span span note note
} >"$work/visit.yaml"
cat >"$work/visit.ndjson" <<'JSON'
{"id": 1, "at": "now"}
{"id": 2, "at": "Yesterday 10:00"}
{"id": 3, "day": "today"}
{"id": 4, "days": ["2026-01-02", "tomorrow"]}
{"id": 5, "span": "[now,)"}
{"id": 6, "at": "Fri Jan 2 2026 10:00 UTC", "day": "infinity", "days": ["2026-01-02"], "span": "[2026-01-02,)", "note": "now"}
JSON
timeout 120 "$reeve" import run "$work/visit.ndjson" --mapping "$work/visit.yaml" --dsn "dbname=$db" >"$work/told" 2>&1 </dev/null
is 'what names a time of its own is imported' "$(run -d "$db" -c 'SELECT * FROM rel.visit ORDER BY id')" \
  '6|2026-01-02 10:00:00+00|infinity|{2026-01-02}|["2026-01-02 00:00:00",)|now'
ok 'and what is set aside says why' grep -q 'visit.ndjson:3: .*"today (relative to which day?)"' "$work/told"
checked
