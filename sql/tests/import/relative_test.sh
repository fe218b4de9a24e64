#!/usr/bin/env bash
# A text that PostgreSQL would read as the time of the import, such as "today", or by a setting of the server, such as
# 01/02/2026, is set aside, alone or in an array or a range, so that an import stores no time that its file does not say.
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
{"id": 11, "day": "01/02/2026"}
{"id": 12, "at": "13.2.26 10:00"}
{"id": 13, "days": ["2026-01-02", "01-02-2026"]}
{"id": 14, "span": "[01/02/2026,)"}
{"id": 15, "at": "Fri 01/02/2026"}
{"id": 7, "at": "2026-01-02T03:04:05.123456-05:30", "day": "02-Jan-26", "days": ["20260102", "2026/1/2", "2026.1.2", "Jan 2, 2026", "2026/01/02 10:00", "2026 01 02 10:00"], "span": "[\"2026-01-02 03:04:05-05\",\"2026-01-02 10:11:12.131415+01\")", "note": "01/02/2026"}
{"id": 6, "at": "Fri Jan 2 2026 10:00 UTC", "day": "infinity", "days": ["2026-01-02"], "span": "[2026-01-02,)", "note": "now"}
JSON
# Of the two orders, and of the names of months, the login's settings decide nothing.
run -d "$db" -c "ALTER ROLE \"$(run -d "$db" -c 'SELECT current_user')\" IN DATABASE $db SET DateStyle = 'SQL, YMD'"
timeout 120 "$reeve" import run "$work/visit.ndjson" --mapping "$work/visit.yaml" --dsn "dbname=$db" >"$work/told" 2>&1 </dev/null
is 'what names a time of its own is imported' "$(run -d "$db" -c 'SET DateStyle = ISO' -c 'SELECT * FROM rel.visit ORDER BY id')" \
  '6|2026-01-02 10:00:00+00|infinity|{2026-01-02}|["2026-01-02 00:00:00",)|now
7|2026-01-02 08:34:05.123456+00|2026-01-02|{2026-01-02,2026-01-02,2026-01-02,2026-01-02,2026-01-02,2026-01-02}|["2026-01-02 03:04:05","2026-01-02 10:11:12.131415")|01/02/2026'
ok 'and what is set aside says why' grep -q 'visit.ndjson:3: .*"today (relative to which day?)"' "$work/told"
ok 'also of a date' grep -q 'visit.ndjson:6: .*"01/02/2026 (is the day or the month first?)"' "$work/told"
checked
