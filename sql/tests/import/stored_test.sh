#!/usr/bin/env bash
# An export that comes again corrects what it holds in another way, also where PostgreSQL calls both equal, such as
# 1.00 after 1.0; the same export changes nothing, however its values are padded or rounded.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=sto
. sql/tests/fixtures/app.sh
open_app <<'SQL'
CREATE COLLATION sto.folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE DOMAIN sto.doc AS json;
CREATE TABLE sto.item(id int PRIMARY KEY, amount numeric, span interval, facts jsonb, size float8,
  name text COLLATE sto.folded, amounts numeric[], place point,
  padded char(8), flags bit(4), price numeric(8,2), twice numeric(8,2), at timestamp(0), doc sto.doc, pads char(4)[]);
SQL
columns=(id amount span facts size name amounts place padded flags price at doc pads)
{
  printf 'app: sto\nsource: item\nformat: csv\ntable: item\nkey: [id]\ncolumns:\n'
  printf '  %s: {from: %s}\n' id id amount amount span span size size name name amounts amounts place place \
    padded padded flags flags price price at at pads pads
  # A text of a CSV file is a string also where it is JSON.
  printf "  %s: {from: %s, up: \"(\$v::json #>> '{}')::json\"}\n" facts facts doc doc
  # shellcheck disable=SC2016
  echo '  twice: {from: price, up: $v::numeric * 1.0001}'
} >"$work/item.yaml"
(IFS=,; echo "${columns[*]}") >"$work/first.csv"
cp "$work/first.csv" "$work/later.csv"
fixed='a,0101,9.5,2026-01-02 03:04:05.6,"{""b"": 1}","{a,b}"'
cat >>"$work/first.csv" <<CSV
1,1.0,1 day,"{""a"": 1.0}",0,Foo,"{1.0}","(0,0)",$fixed
2,1.0,1 day,"{""a"": 1.0}",0,Foo,"{1.0}","(0,0)",$fixed
CSV
cat >>"$work/later.csv" <<CSV
1,1.00,24 hours,"{""a"": 1.00}",-0,FOO,"{1.00}","(-0,0)",$fixed
2,1.0,1 day,"{""a"": 1.0}",0,Foo,"{1.0}","(0,0)",$fixed
CSV
import() { # FILE
  timeout 120 "$reeve" import run "$work/$1.csv" --mapping "$work/item.yaml" --dsn "dbname=$db" "${@:2}" >"$work/told" 2>&1 </dev/null
}
rows() { run -d "$db" -c "SELECT id, amount, span, facts, size, name, amounts, place FROM sto.item WHERE id = $1"; }
written() { run -d "$db" -c "SELECT string_agg(id::text, ' ' ORDER BY id) FROM sto.item WHERE xmin::text <> '$first'"; }

ok 'an export is imported' import first
is 'as it is' "$(rows 1)" '1|1.0|1 day|{"a": 1.0}|0|Foo|{1.0}|(0,0)'
first=$(run -d "$db" -c 'SELECT min(xmin::text) FROM sto.item')
is 'and nothing is rejected' "$("$reeve" import rejected 1 --dsn "dbname=$db")" 'import 1 has no rejected records'
is 'in one transaction' "$(written)" ''
ok 'it is imported again' import first
is 'which writes nothing' "$(written)" ''
ok 'a later one is imported' import later
is 'it corrects each value that is stored differently' "$(rows 1)" '1|1.00|24:00:00|{"a": 1.00}|-0|FOO|{1.00}|(-0,0)'
is 'and writes nothing else' "$(written)" 1
checked
