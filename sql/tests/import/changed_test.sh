#!/usr/bin/env bash
# What a column's type rounds or cuts without an error is counted by comparing what the file has with what the column
# makes of it, in child rows too; a domain over a length refuses longer texts as the length itself does.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=chg
. sql/tests/fixtures/app.sh
exits() { "${@:2}"; [ $? -eq "$1" ]; } # STATUS COMMAND…
open_app <<'SQL'
CREATE DOMAIN chg.code AS varchar(3);
CREATE DOMAIN chg.price AS numeric(8,2);
CREATE TABLE chg.item(id int PRIMARY KEY, at time(0), n numeric(3,-2), m money, ts timestamp(0), c char(3),
  v varchar(3), i interval(0), d interval day to minute, f float8, p chg.price, a numeric(4,1)[], k chg.code, b bit(3));
CREATE TABLE chg.part(item_id int REFERENCES chg.item, place int, size numeric(4,1), PRIMARY KEY (item_id, place));
SQL
{
  printf 'app: chg\nsource: item\nformat: ndjson\ntable: item\nkey: [id]\ncolumns:\n'
  printf '  "%s": {from: %s}\n' id id at at n '"n"' m m ts ts c c v v i i d d f f p p a a k k b b
  printf 'children:\n  - from: parts\n    table: part\n    key: [item_id, place]\n    columns:\n'
  printf '      %s: {from: %s}\n' item_id '$parent.id' place '$index' size size
} >"$work/item.yaml"
same='"at":"10:11:12","n":1200,"m":1.05,"ts":"2026-01-02 03:04:05","c":"ab","v":"ab","i":"1 s","d":"1 day 2:03","f":0.1,"p":1.50,"a":[1.5],"k":"abc","b":"101"'
cat >"$work/item.ndjson" <<JSON
{"id":1,"at":"10:11:12.7","n":1234,"m":1.005,"ts":"2026-01-02 03:04:05.6","c":"ab ","v":"ab   ","i":"1.7 s","d":"1 day 2:03:04","f":9007199254740993,"p":1.005,"a":[1.25,1.5],"k":"abc","b":"101","parts":[{"size":1.25},{"size":1.5}]}
{"id":2,$same,"parts":[{"size":2}]}
{"id":3,$same,"m":null}
{"id":4,${same/'"k":"abc"'/'"k":"abcd"'},"parts":[{"size":1.25}]}
{"id":5,${same/'"b":"101"'/'"b":"1011"'}}
{"id":6,$same,"parts":[{"size":1.25}]}
JSON
sed -i 's/"m":1.05,\(.*\),"m":null/\1/' "$work/item.ndjson"
import() {
  timeout 120 "$reeve" import "$@" "$work/item.ndjson" --mapping "$work/item.yaml" --dsn "dbname=$db" >"$work/told" 2>&1 </dev/null
}
told() { "$reeve" import told 1 --dsn "dbname=$db" | grep "$1"; }
ok 'a length is refused also in a domain' exits 1 import run
is 'and what was refused is set aside' "$(run -d "$db" -c "SELECT string_agg(record || ' ' || code, ', ' ORDER BY record) FROM reeve.quarantine")" \
  '4 22001, 5 22026'
is 'values that a type changed are counted, and none else' "$(told 'changed to fit')" \
  'a: changed to fit numeric(4,1)[] in 1 value
at: changed to fit time(0) without time zone in 1 value
c: changed to fit character(3) in 1 value
d: changed to fit interval day to minute in 1 value
f: changed to fit double precision in 1 value
i: changed to fit interval(0) in 1 value
m: changed to fit money in 1 value
n: changed to fit numeric(3,-2) in 1 value
p: changed to fit chg.price in 1 value
part.size: changed to fit numeric(4,1) in 2 values
ts: changed to fit timestamp(0) without time zone in 1 value
v: changed to fit character varying(3) in 1 value'
ok 'the same file changes nothing' exits 1 import run
ok 'and every row is as the file says' exits 1 import verify
ok 'but for those set aside' grep -q 'in quarantine 2  missing or different 0' "$work/told"
checked
