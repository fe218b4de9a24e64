#!/usr/bin/env bash
# Rights on a table, also on single columns and those that a grantee passed on, are rights on its old name after the
# cutover; the plan names who has some, and whose they are afterwards.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=gra
. sql/tests/fixtures/app.sh
lead=${app}_lead hand=${app}_hand
others() { run -d "$admin" -c "DROP ROLE IF EXISTS $lead, $hand"; }
others
run -d "$admin" -c "CREATE ROLE $lead LOGIN" -c "CREATE ROLE $hand LOGIN"
trap 'drop_app; others; rm -rf "$work"' EXIT
open_app <<SQL
CREATE TABLE gra.item(id int PRIMARY KEY, name text, note text);
CREATE TABLE gra2.item(LIKE gra.item INCLUDING ALL);
INSERT INTO gra.item SELECT n, 'n' || n FROM generate_series(1, 9) n;
CREATE TABLE gra.word(id int PRIMARY KEY, word text, note text);
CREATE TABLE gra2.word(LIKE gra.word INCLUDING ALL);
GRANT SELECT (id, word), UPDATE (word) ON gra.word TO $clerk;
GRANT USAGE ON SCHEMA gra TO $lead, $hand;
GRANT SELECT, UPDATE ON gra.item TO $lead WITH GRANT OPTION;
GRANT INSERT (id, note) ON gra.item TO $lead WITH GRANT OPTION;
SET SESSION AUTHORIZATION $lead;
GRANT SELECT ON gra.item TO $hand;
GRANT INSERT (id, note) ON gra.item TO $hand;
SQL
mapping item id id name name note note >"$work/item.yaml"
mapping word id id word word note note >"$work/word.yaml"
rights() { # of LOGIN, whoever granted them
  run -d "$db" -U "$1" -c "SELECT string_agg(p, ' ') FROM unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) p WHERE has_table_privilege('$2', p)" \
    -c "SELECT string_agg(c || ' ' || p, ', ' ORDER BY c, p) FROM unnest('{id,note}'::text[]) c, unnest('{SELECT,INSERT,UPDATE}'::text[]) p WHERE has_column_privilege('$2', c, p)"
}
each() { for login in "$clerk" "$lead" "$hand"; do rights "$login" gra.item; rights "$login" gra.word; done; }

ok 'a copy is planned' migrate plan word
like 'the plan names who has rights on columns only' "$(<"$work/told")" "grants *$clerk: are copied"
ok 'so is another' migrate plan item
like 'it says whose rights that a grantee passed on will be' "$(<"$work/told")" \
  "grants *of $lead on gra.item: those that it passed on to $hand are the owner's after the cutover: REVOKE … FROM $lead CASCADE leaves them"
before=$(each)
for name in item word; do
  for step in start verify cutover; do ok "$name: $step" migrate $step $name; done
done
is 'everybody has the rights by the old names that they had' "$(each)" "$before"
is 'a grantee can still pass them on' "$(run -d "$db" -U "$lead" -c "GRANT UPDATE ON gra.item TO $hand" && rights "$hand" gra.item | head -n 1)" 'SELECT UPDATE'
run -d "$db" -U "$owner" -c "REVOKE ALL ON gra.item FROM $lead CASCADE"
is 'what was passed on before stays when that is taken away' "$(rights "$hand" gra.item | head -n 1)" SELECT
for name in item word; do ok "$name is rolled back" migrate rollback $name; done
is 'then everybody has the rights of before' "$(each)" "$before"
checked
