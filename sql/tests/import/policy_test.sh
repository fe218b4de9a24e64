#!/usr/bin/env bash
# A record that a row security policy refuses is set aside, and the others arrive; a right that a trigger lacks stops
# the import, although PostgreSQL has one code for both.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=pol
. sql/tests/fixtures/app.sh
exits() { "${@:2}"; [ $? -eq "$1" ]; } # STATUS COMMAND…
open_app <<'SQL'
CREATE TABLE pol.item(id int PRIMARY KEY, shop int);
ALTER TABLE pol.item ENABLE ROW LEVEL SECURITY;
ALTER TABLE pol.item FORCE ROW LEVEL SECURITY;
CREATE POLICY shop ON pol.item USING (id < 100) WITH CHECK (shop = 1);
CREATE TABLE pol.log(id int);
CREATE TABLE pol.visit(id int PRIMARY KEY, shop int);
CREATE FUNCTION pol.note() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO pol.log VALUES (NEW.id); RETURN NEW; END $$;
CREATE TRIGGER note BEFORE INSERT ON pol.visit FOR EACH ROW EXECUTE FUNCTION pol.note();
SQL
for table in item visit; do
  printf 'app: pol\nsource: %s\nformat: csv\ntable: %s\nkey: [id]\ncolumns:\n  id: {from: id}\n  shop: {from: shop}\n' \
    $table $table >"$work/$table.yaml"
done
import() { # TABLE
  timeout 120 "$reeve" import run "$work/$1.csv" --mapping "$work/$1.yaml" --dsn "dbname=$db" >"$work/told" 2>&1 </dev/null
}
rejected() { run -d "$db" -c "SELECT string_agg(record || ' ' || code, ', ' ORDER BY record) FROM reeve.quarantine"; }

{ echo id,shop && seq -f '%g,1' 1 40 && echo 41,2 && seq -f '%g,1' 42 60 && echo 61,2; } >"$work/item.csv"
ok 'records that a policy refuses make the exit status 1' exits 1 import item
is 'the others arrive' "$(run -d "$db" -c 'SELECT count(*) FROM pol.item')" 59
is 'and they are set aside, each alone' "$(rejected)" '41 42501, 61 42501'
ok 'with what PostgreSQL says' grep -q 'item.csv:42: .*"item" (42501)' "$work/told"
run -d "$db" -c 'INSERT INTO pol.item VALUES (7000, 1)'
{ echo id,shop && seq -f '%g,1' 1 60 && echo 61,2 && echo 7000,1 && echo 70,1; } >"$work/item.csv"
ok 'a later file is imported' exits 1 import item
is 'so are those that it refuses in a later file, and whose row it hides' "$(rejected)" \
  '41 42501, 61 42501, 61 42501, 62 42501'
printf 'id,shop\n1,1\n' >"$work/visit.csv"
ok 'a missing right of a trigger ends the import' exits 1 import visit
ok 'which names the table' grep -q 'permission denied.* log' "$work/told"
is 'and sets no record aside' "$(run -d "$db" -c "SELECT count(*) FROM reeve.import JOIN reeve.quarantine USING (import_id)
  WHERE source = 'visit'")" 0
run -d "$db" -c 'GRANT INSERT ON pol.log TO PUBLIC'
ok 'after the grant, the same command imports them' import visit
checked
