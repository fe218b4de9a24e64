#!/usr/bin/env bash
# A value that equals the one before it, such as 1.00 after 1.0, is another one: a live copy follows it, the old name
# stores it whatever a session has set, and a rollback brings it back. Types without an operator = are followed too,
# and columns of several collations are compared, whatever these take for the same. A row that an index refuses waits
# in quarantine while the others are copied, and a name may be as long as PostgreSQL allows, in any script.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=sto long=ééééééééééééééééééééééééééééééé
. sql/tests/fixtures/app.sh
# A server without ICU has no collation that takes different texts for the same.
folded="(provider = icu, locale = 'und-u-ks-level2', deterministic = false)" alike=5
run -d "$admin" -c "CREATE COLLATION pg_temp.folded $folded" 2>"$work/icu" || {
  grep -q 'ICU is not supported' "$work/icu" && folded="FROM \"C\"" alike=0
}
open_app <<SQL
CREATE COLLATION sto.folded $folded;
CREATE DOMAIN sto.doc AS json;
CREATE TYPE sto.pair AS (number int, doc json);
CREATE TABLE sto.item(id int PRIMARY KEY, amount numeric, span interval, facts jsonb, size float8,
  name text COLLATE sto.folded, amounts numeric[]);
CREATE TABLE sto2.item(LIKE sto.item INCLUDING ALL);
ALTER TABLE sto2.item RENAME size TO twice;
INSERT INTO sto.item SELECT n, 1.0, '1 day', '{"a": 1.0}', 0, 'Foo', '{1.0}' FROM generate_series(1, 24) n;
CREATE TABLE sto.odd(id int PRIMARY KEY, doc sto.doc, docs json[], pair sto.pair, reader refcursor, seen pg_snapshot);
CREATE TABLE sto2.odd(LIKE sto.odd INCLUDING ALL);
INSERT INTO sto.odd SELECT n, '{}', ARRAY['{}'::json], '(1,{})', 'a', '1:1:' FROM generate_series(1, 5) n;
CREATE TABLE sto.share(id int PRIMARY KEY, part int); CREATE TABLE sto2.share(LIKE sto.share INCLUDING ALL);
INSERT INTO sto.share VALUES (1, 1), (2, 2), (3, 0), (4, 4);
CREATE TABLE sto.word(id int PRIMARY KEY, c text COLLATE "C", p text COLLATE "POSIX", f text COLLATE sto.folded);
CREATE TABLE sto2.word(id int PRIMARY KEY, c text COLLATE "C", p text COLLATE "C", f text);
INSERT INTO sto.word SELECT n, 'Foo', 'Foo', 'Foo' FROM generate_series(1, 5) n;
CREATE TABLE sto.wide(id int PRIMARY KEY, text text);
CREATE TABLE sto2.wide(id int PRIMARY KEY, text text);
CREATE INDEX ON sto2.wide(text);
INSERT INTO sto.wide SELECT n, string_agg(md5(i::text), '') FROM generate_series(1, 5) n, generate_series(1, CASE n WHEN 3 THEN 400 ELSE 2 END) i GROUP BY n;
CREATE TABLE sto."$long"(id int PRIMARY KEY);
CREATE TABLE sto2."$long"(id int PRIMARY KEY);
GRANT SELECT, INSERT, UPDATE ON sto.item, sto.odd TO $clerk;
SQL
{
  mapping item id id amount amount span span facts facts name name amounts amounts
  # shellcheck disable=SC2016
  echo '  twice: {from: size, up: $v * 2, down: $v / 2}'
} >"$work/item.yaml"
mapping word id id c c p p f f >"$work/word.yaml"
mapping odd id id doc doc docs docs pair pair reader reader seen seen >"$work/odd.yaml"
# Six rows from one on, each to a value that equals its own, in a session that shows numbers with 15 digits.
change() { # ROW
  run -d "$db" -U "$clerk" <<SQL
SET extra_float_digits = 0;
UPDATE sto.item SET amount = 1.00 WHERE id = $1;
UPDATE sto.item SET span = '24 hours' WHERE id = $1 + 1;
UPDATE sto.item SET facts = '{"a": 1.00}' WHERE id = $1 + 2;
UPDATE sto.item SET size = '-0' WHERE id = $1 + 3;
UPDATE sto.item SET name = 'FOO' WHERE id = $1 + 4;
UPDATE sto.item SET amounts = '{1.00}' WHERE id = $1 + 5;
SQL
}
changed() { # ROW
  run -d "$db" -c "SELECT concat_ws(' ', string_agg(amount::text, '') FILTER (WHERE id = $1), string_agg(span::text, '') FILTER (WHERE id = $1 + 1),
    string_agg(facts::text, '') FILTER (WHERE id = $1 + 2), string_agg(size::text, '') FILTER (WHERE id = $1 + 3),
    string_agg(name, '') FILTER (WHERE id = $1 + 4), string_agg(amounts::text, '') FILTER (WHERE id = $1 + 5)) FROM sto.item"
}
wanted='1.00 24:00:00 {"a": 1.00} -0 FOO {1.00}'

ok 'a copy follows' migrate start item
ok 'it is verified' migrate verify item
change 1
is 'values that equal those before are stored' "$(changed 1)" "$wanted"
ok 'the copy, which followed them, is cut over' migrate cutover item
is 'and reads them as they were' "$(changed 1)" "$wanted"
change 7
is 'the old name stores values that equal those before' "$(changed 7)" "$wanted"
run -d "$db" -U "$clerk" -c 'SET extra_float_digits = 0' -c 'UPDATE sto.item SET size = 0.3 WHERE id = 13' \
  -c 'UPDATE sto.item SET size = 0.30000000000000004 WHERE id = 13'
is 'the old name stores a number that the session shows like the one before' \
  "$(run -d "$db" -c 'SELECT size FROM sto.item WHERE id = 13')" 0.30000000000000004
ok 'it is rolled back' migrate rollback item
is 'with what was written before the cutover' "$(changed 1)" "$wanted"
is 'and after it' "$(changed 7)" "$wanted"

ok 'columns of types without an operator = are followed' migrate start odd
run -d "$db" -U "$clerk" <<'SQL'
UPDATE sto.odd SET doc = '{"a": 1}' WHERE id = 1;
UPDATE sto.odd SET docs = ARRAY['{"a": 1}'::json] WHERE id = 2;
UPDATE sto.odd SET pair = '(2,{})' WHERE id = 3;
UPDATE sto.odd SET reader = 'b' WHERE id = 4;
UPDATE sto.odd SET seen = '2:2:' WHERE id = 5;
SQL
ok 'after writes, which work' migrate verify odd
was=$(run -d "$db" -c 'TABLE sto.odd ORDER BY id')
ok 'their table is cut over' migrate cutover odd
is 'and reads the same' "$(run -d "$db" -c 'TABLE sto.odd ORDER BY id')" "$was"
is 'which has been written' "$(cut -d '|' -f 2- <<<"$was" | sort -u | grep -c .)" 5

ok 'a copy to other collations is planned' migrate plan word
like 'the plan tells of each, and how to keep it' "$(<"$work/told")" 'sto.word.f: is .* by the collation "default" after the cutover, sto.folded before, .*COLLATE sto.folded'
like 'also of one that sorts alike' "$(<"$work/told")" 'sto.word.p: is .* by the collation "C" after the cutover, "POSIX" before'
# shellcheck disable=SC2016
sed -i 's/  f: .*/  f: {from: f, down: upper($v) COLLATE sto.folded}/' "$work/word.yaml"
ok 'a column that comes back in capitals' migrate start word
migrate verify word
is 'is not cut over' "$(migrate cutover word || echo refused)" refused
like 'as a difference' "$(<"$work/told")" 'column f: 5 of 5 rows, such as key [0-9]: Foo → FOO'
migrate finish word --abandon
# shellcheck disable=SC2016
sed -i 's/upper($v)/$v/' "$work/word.yaml"
ok 'one that comes back as it was' migrate start word
migrate verify word
ok 'is' migrate cutover word
is 'and compares by its collation' "$(run -d "$db" -c "SELECT count(*) FROM sto.word WHERE f = 'FOO'")" $alike

mapping wide id id text text >"$work/wide.yaml"
migrate start wide
is 'a row too wide for an index of the target waits in quarantine' "$(run -d "$db" -c 'SELECT key, code FROM reeve.live_copy_reject')" '3|54000'
is 'and the others are copied' "$(run -d "$db" -c "SELECT string_agg(id::text, ' ' ORDER BY id) FROM sto2.wide")" '1 2 4 5'

{ mapping share id id; echo "  part: {from: part, up: \"12 / \$v\", down: \"12 / \$v\"}"; } >"$work/share.yaml"
ok 'a copy whose expressions refuse a row is planned' migrate plan share
like 'the plan says so' "$(<"$work/told")" 'up, down: .*raises division by zero \(22012\), and will wait in quarantine'
migrate start share
is 'the row waits in quarantine' "$(run -d "$db" -c "SELECT key, code FROM reeve.live_copy_reject WHERE code = '22012'")" '3|22012'
is 'and the others are copied' "$(run -d "$db" -c "SELECT string_agg(part::text, ' ' ORDER BY id) FROM sto2.share")" '12 6 3'

mapping "$long" id id | sed 's/^copy:.*/copy: long/' >"$work/long.yaml"
migrate start long
migrate verify long
ok 'a table with a name of 62 bytes in 31 letters is cut over' migrate cutover long
ok 'and rolled back' migrate rollback long
checked
