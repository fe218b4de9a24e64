#!/usr/bin/env bash
# An import fills a partitioned table as it does any other: it counts what is new and changed, sets records without a
# partition aside, and keeps what the app wrote.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=prt
. sql/tests/fixtures/app.sh
open_app <<'SQL'
CREATE TABLE prt.reading(id int, place text, amount int, PRIMARY KEY (id, place)) PARTITION BY LIST (place);
CREATE TABLE prt.reading_a PARTITION OF prt.reading FOR VALUES IN ('a');
CREATE TABLE prt.reading_b PARTITION OF prt.reading FOR VALUES IN ('b');
CREATE TABLE prt.author(email text PRIMARY KEY, name text NOT NULL) PARTITION BY HASH (email);
CREATE TABLE prt.author_0 PARTITION OF prt.author FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE prt.author_1 PARTITION OF prt.author FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE prt.book(id int PRIMARY KEY, author text REFERENCES prt.author);
SQL
{
  printf 'app: prt\nsource: reading\nformat: csv\ntable: reading\nkey: [id, place]\ncolumns:\n'
  printf '  %s: {from: %s}\n' id id place place amount amount
} >"$work/reading.yaml"
import() { # ROW…
  { echo id,place,amount; printf '%s\n' "$@"; } >"$work/reading.csv"
  timeout 120 "$reeve" import run "$work/reading.csv" --mapping "$work/reading.yaml" --dsn "dbname=$db" \
    >"$work/told" 2>&1 </dev/null
  run -d "$db" -c 'SELECT declared, inserted, changed, same, quarantined FROM reeve.import ORDER BY import_id DESC LIMIT 1'
}
rows() { run -d "$db" -c "SELECT string_agg(format('%s%s=%s', place, id, amount), ' ' ORDER BY place, id) FROM prt.reading"; }

is 'an import into an empty table' "$(import 1,a,1 1,b,1 1,c,1)" '3|2|0|0|1'
is 'writes what has a partition' "$(rows)" 'a1=1 b1=1'
is 'the next adds rows and changes rows' "$(import 1,a,1 1,b,2 2,b,1)" '3|1|1|1|0'
is 'in their partitions' "$(rows)" 'a1=1 b1=2 b2=1'
run -d "$db" -c "UPDATE prt.reading SET amount = 9 WHERE place = 'a'"
is 'one that differs from a row of the app' "$(import 1,a,3 1,b,3 2,b,3)" '3|0|2|0|1'
is 'leaves it' "$(rows)" 'a1=9 b1=3 b2=3'

cat >"$work/book.yaml" <<'YAML'
app: prt
source: book
format: csv
table: book
key: [id]
columns:
  id: {from: id}
  author: {from: author, ref: {table: author, by: email, make: {name: "upper($v)"}}}
YAML
printf 'id,author\n1,ann\n2,bob\n3,ann\n4,cid\n' >"$work/book.csv"
books() {
  timeout 120 "$reeve" import run "$work/book.csv" --mapping "$work/book.yaml" --dsn "dbname=$db" >"$work/told" 2>&1 </dev/null
}
authors() { run -d "$db" -c "SELECT string_agg(email || '=' || name, ' ' ORDER BY email) FROM prt.author"; }
ok 'an import creates rows that are missing in a partitioned table' books
is 'each once' "$(authors)" 'ann=ANN bob=BOB cid=CID'
ok 'and says how many' grep -q '3 rows of author made' <("$reeve" import told "$(run -d "$db" -c 'SELECT max(import_id) FROM reeve.import')" --dsn "dbname=$db")
cat >"$work/author.yaml" <<'YAML'
app: prt
source: author
format: csv
table: author
key: [email]
columns:
  email: {from: email}
  name: {from: name}
YAML
run -d "$db" -c "UPDATE prt.author SET name = 'Bob' WHERE email = 'bob'"
printf 'email,name\nann,Anna\nbob,Robert\n' >"$work/author.csv"
timeout 120 "$reeve" import run "$work/author.csv" --mapping "$work/author.yaml" --dsn "dbname=$db" >"$work/told" 2>&1 </dev/null
is 'an import of those rows corrects them, but for one that the app changed' "$(authors)" 'ann=Anna bob=Bob cid=CID'
checked
