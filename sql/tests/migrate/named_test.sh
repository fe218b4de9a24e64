#!/usr/bin/env bash
# Columns may have any name: also one that PL/pgSQL or a generated statement uses for something else, and those that
# need quotes. The app writes them by the old name as before, a rehearsal reads them, and they are emitted.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=nam
. sql/tests/fixtures/app.sh
words=(begin by declare execute foreach if loop strict while new old given s t u w x r n o q e key user 'Sé"lect' 😀 '$1' 'a.b')
columns='' values=''
for word in "${words[@]}"; do columns+=", \"${word//\"/\"\"}\" text" values+=", 'v'"; done
open_app <<SQL
CREATE TABLE nam.item(id int PRIMARY KEY, m int$columns);
CREATE TABLE nam2.item(id int PRIMARY KEY, m int$columns);
CREATE TABLE nam.guard("by" int, "loop" text, m int, id int GENERATED ALWAYS AS ("by") STORED, PRIMARY KEY ("by"));
CREATE TABLE nam2.guard("by" int PRIMARY KEY, "loop" text, m int);
INSERT INTO nam.item SELECT n, n$values FROM generate_series(1, 9) n;
INSERT INTO nam.guard SELECT n, 'v', n FROM generate_series(1, 9) n;
GRANT SELECT, INSERT, UPDATE, DELETE ON nam.item, nam.guard TO $clerk;
ALTER TABLE nam.guard ENABLE ROW LEVEL SECURITY; ALTER TABLE nam2.guard ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON nam.guard USING (TRUE) WITH CHECK (TRUE);
CREATE POLICY reeve_copies ON nam.guard TO reeve_writer_nam USING (TRUE) WITH CHECK (TRUE);
CREATE POLICY reeve_copies ON nam2.guard TO reeve_writer_nam USING (TRUE) WITH CHECK (TRUE);
SQL
other="  m: {from: m, up: \$v + 1, down: \$v - 1}"
{
  mapping item id id
  for word in "${words[@]}"; do printf "  '%s': {from: '%s'}\n" "$word" "$word"; done
  echo "$other"
} >"$work/item.yaml"
{ mapping guard by by loop loop | sed 's/^key:.*/key: [by]/'; echo "$other"; } >"$work/guard.yaml"
for name in item guard; do
  for step in plan start verify; do ok "$name: $step" migrate $step $name; done
  ok "$name: a rehearsal reads and writes all columns" migrate cutover $name --rehearse
  ok "$name: cutover" migrate cutover $name
done
for word in "${words[@]}"; do
  column="\"${word//\"/\"\"}\""
  is "the old name writes the column $word" \
    "$(run -d "$db" -U "$clerk" -c "UPDATE nam.item SET $column = 'w' WHERE id = 3 RETURNING $column" 2>&1)" w
done
is 'it takes rows' "$(run -d "$db" -U "$clerk" -c "INSERT INTO nam.item VALUES (10, 1$values) RETURNING id" 2>&1)" 10
is 'so it does with row security' "$(run -d "$db" -U "$clerk" -c "INSERT INTO nam.guard(\"by\", \"loop\", m) VALUES (10, 'w', 1) RETURNING \"by\", id, \"loop\"" \
  -c "UPDATE nam.guard SET \"loop\" = 'z' WHERE \"by\" = 10 RETURNING \"loop\"" -c "UPDATE nam.guard SET \"by\" = 11 WHERE \"by\" = 10 RETURNING id" 2>&1 | paste -sd ' ')" '10|10|w z 11'
timeout 600 "$reeve" migrate emit "$work/item.yaml" --rows --file "$work/lines" --dsn "dbname=$db" >"$work/told" 2>&1
like 'a row is emitted with all its columns' "$(head -n 1 "$work/lines")" '"row" : {.*"a.b"'
for name in item guard; do
  [ $name = guard ] || migrate emit $name --forget
  ok "$name: rollback" migrate rollback $name
  ok "$name: is the same" migrate verify $name
done
checked
