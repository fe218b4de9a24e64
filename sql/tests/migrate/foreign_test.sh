#!/usr/bin/env bash
# `plan` refuses each foreign key that a cutover could not move with the name of its table, and says what to do; after
# that the cutover succeeds, and the keys hold as before. A rollback refuses one that came meanwhile in the same way.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=fgn
. sql/tests/fixtures/app.sh
other=${app}_other
run -d "$admin" -c "DROP ROLE IF EXISTS $other" -c "CREATE ROLE $other"
trap 'drop_app; run -d "$admin" -c "DROP ROLE IF EXISTS $other"; rm -rf "$work"' EXIT
open_app <<SQL
CREATE TABLE fgn.item(id int, code int, up int, PRIMARY KEY (id)) PARTITION BY RANGE (id);
CREATE TABLE fgn.item_1 PARTITION OF fgn.item FOR VALUES FROM (0) TO (100);
ALTER TABLE fgn.item ADD CONSTRAINT item_up FOREIGN KEY (up) REFERENCES fgn.item;
ALTER TABLE fgn.item_1 ADD CONSTRAINT own_up FOREIGN KEY (up) REFERENCES fgn.item;
CREATE UNLOGGED TABLE fgn2.item(id int PRIMARY KEY, code int, up int);
ALTER TABLE fgn2.item ADD CONSTRAINT up_old FOREIGN KEY (up) REFERENCES fgn.item;
INSERT INTO fgn.item SELECT n, n, n FROM generate_series(1, 20) n;
CREATE TABLE fgn.to_part(id int CONSTRAINT to_part REFERENCES fgn.item_1);
CREATE TABLE fgn.good(id int CONSTRAINT good REFERENCES fgn.item ON DELETE CASCADE);
INSERT INTO fgn.good VALUES (1), (2);
CREATE TABLE fgn.tag(id int PRIMARY KEY, code numeric UNIQUE, word varchar UNIQUE, n bigint UNIQUE);
CREATE TABLE fgn2.tag(id int PRIMARY KEY, code int UNIQUE, word text UNIQUE, n numeric);
CREATE TABLE fgn.by_code(code numeric CONSTRAINT by_code REFERENCES fgn.tag(code));
CREATE TABLE fgn.by_word(word varchar CONSTRAINT by_word REFERENCES fgn.tag(word));
CREATE TABLE fgn.by_n(n int CONSTRAINT by_n REFERENCES fgn.tag(n));
INSERT INTO fgn.tag VALUES (1, 1, 'a', 1);
INSERT INTO fgn.by_word VALUES ('a'); INSERT INTO fgn.by_n VALUES (1);
CREATE TABLE fgn.theirs(id int); ALTER TABLE fgn.theirs ADD CONSTRAINT theirs FOREIGN KEY (id) REFERENCES fgn.item;
GRANT USAGE, CREATE ON SCHEMA fgn TO $other;
GRANT REFERENCES ON fgn.item TO $other;
RESET ROLE;
ALTER TABLE fgn.theirs OWNER TO $other;
SQL
mapping item id id code code up up >"$work/item.yaml"
mapping tag id id code code word word n n >"$work/tag.yaml"
app() { run -d "$db" -U "$owner" -c "$1"; }
plan_says() { # SENTENCE NAME PATTERN
  migrate plan "$2"
  like "$1" "$(<"$work/told")" "$3"
}

plan_says 'the target may not refer to the source' item 'constraint up_old of fgn2.item .*fgn2.item takes that place: drop the constraint'
is 'nor does a copy start' "$(migrate start item || echo refused)" refused
app 'ALTER TABLE fgn2.item DROP CONSTRAINT up_old'
plan_says 'nor may a table refer to a partition' item 'constraint to_part of fgn.to_part .*refers to a partition: let it refer to fgn.item itself'
app 'ALTER TABLE fgn.to_part DROP CONSTRAINT to_part'
plan_says 'nor to a target that is not logged' item 'constraint good of fgn.good .*fgn2.item is not logged'
app 'ALTER TABLE fgn2.item SET LOGGED'
plan_says 'the owner of a table that refers needs the right to' item "constraint theirs of fgn.theirs .*GRANT REFERENCES ON fgn2.item TO $other"
app "GRANT REFERENCES ON fgn2.item TO $other"
plan_says 'and to the schema' item "GRANT USAGE ON SCHEMA fgn2 TO $other"
app "GRANT USAGE ON SCHEMA fgn2 TO $other"
ok 'then there is a plan' migrate plan item
like 'with the keys that move' "$(<"$work/told")" 'theirs of fgn.theirs: moves'
ok 'the copy starts' migrate start item
ok 'is verified' migrate verify item
app 'ALTER TABLE fgn2.item ADD CONSTRAINT up_old FOREIGN KEY (up) REFERENCES fgn.item'
is 'a cutover is refused where such a key came meanwhile' "$(migrate cutover item || echo refused)" refused
like 'in the same words' "$(<"$work/told")" 'constraint up_old of fgn2.item .*takes that place'
app 'ALTER TABLE fgn2.item DROP CONSTRAINT up_old'
ok 'else it is cut over' migrate cutover item
keys() { run -d "$db" -c "SELECT string_agg(concat_ws(' ', conname, confrelid::regclass, convalidated::text), ', ' ORDER BY conname) FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid::regclass::text ~ '^fgn.?\.' AND confrelid::regclass::text ~ '\.item'"; }
is 'with its keys' "$(keys)" 'good fgn2.item true, theirs fgn2.item true'
is 'which hold by the old name' "$(run -d "$db" -c 'DELETE FROM fgn.item WHERE id = 1' -c 'SELECT string_agg(id::text, $$ $$) FROM fgn.good')" 2
app 'ALTER TABLE fgn2.item ADD UNIQUE (code); CREATE TABLE fgn.late(code int CONSTRAINT late REFERENCES fgn2.item(code))'
is 'a rollback is refused where the source cannot have a key that came meanwhile' "$(migrate rollback item || echo refused)" refused
like 'and says which' "$(<"$work/told")" 'constraint late of fgn.late: fgn.item_before_[0-9]* has no unique index on exactly .code'
app 'DROP TABLE fgn.late'
ok 'else it is rolled back' migrate rollback item
is 'with the keys of its own and of its partition' "$(keys)" \
  'good fgn.item true, item_up fgn.item true, own_up fgn.item true, theirs fgn.item true'

plan_says 'columns that cannot be compared with those of the target are named' tag 'constraint by_code of fgn.by_code .*types that .code. of fgn2.tag cannot be compared'
like 'and so are those without a unique index there' "$(<"$work/told")" 'constraint by_n of fgn.by_n .*fgn2.tag has no unique index on exactly .n'
app 'ALTER TABLE fgn.by_code DROP CONSTRAINT by_code; ALTER TABLE fgn2.tag ADD UNIQUE (n)'
ok 'others are planned' migrate plan tag
ok 'followed' migrate start tag
ok 'verified' migrate verify tag
ok 'and cut over' migrate cutover tag
is 'where they hold' "$(run -d "$db" -c "SELECT string_agg(conname || ' ' || convalidated, ', ' ORDER BY conname) FROM pg_constraint WHERE contype = 'f' AND confrelid = 'fgn2.tag'::regclass")" 'by_n true, by_word true'
ok 'and rolled back' migrate rollback tag
checked
