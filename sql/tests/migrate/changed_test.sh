#!/usr/bin/env bash
# A cutover is refused where the app has changed its tables since the start of the copy in a way that the mapping does
# not fit, also while the cutover waits for their locks, or has disabled the triggers that note changes; once that is
# taken back, it works.
set -uo pipefail
cd "$(dirname "$0")/../../.."
app=cha
. sql/tests/fixtures/app.sh
open_app <<'SQL'
CREATE TABLE cha.item(id int PRIMARY KEY, name text);
CREATE TABLE cha2.item(id int PRIMARY KEY, name text);
INSERT INTO cha.item SELECT n, 'item ' || n FROM generate_series(1, 9) n;
SQL
mapping item id id name name >"$work/item.yaml"
app() { run -d "$db" -U "$owner" -c "$1"; }
refused() { # SENTENCE PATTERN
  is "$1" "$(migrate cutover item --lock-timeout 30000 || echo refused)" refused
  like 'as the copy no longer fits' "$(<"$work/told")" "the tables no longer fit the copy item: .*$2"
}

ok 'a copy follows' migrate start item
ok 'it is verified' migrate verify item
app 'ALTER TABLE cha.item ADD note text'
app "UPDATE cha.item SET note = 'kept'"
refused 'a cutover would lose a column that came later' 'column note of cha.item is not mapped'
app 'ALTER TABLE cha.item DROP note'
app 'CREATE RULE odd AS ON DELETE TO cha.item DO INSTEAD NOTHING'
refused 'a cutover would lose a rule that came later' 'has rules'
app 'DROP RULE odd ON cha.item'

app 'ALTER TABLE cha.item RENAME name TO title'
app "UPDATE cha.item SET title = 'renamed' WHERE id = 2"
for verb in start verify cutover; do
  is "$verb is refused where a column was renamed" "$(migrate $verb item || echo refused)" refused
  like 'with what no longer fits' "$(<"$work/told")" 'no longer fit the live copy: column s.name does not exist'
  like 'and what to do' "$(<"$work/told")" 'Change them back .`reeve migrate plan` .*finish --abandon'
done
app 'ALTER TABLE cha.item RENAME title TO name'
ok 'once it has its name again the copy goes on' migrate start item
ok 'with what was written meanwhile' migrate verify item

# The app's transaction reads the table when a cutover or rollback comes, and runs statements while that waits for its
# locks.
reads() { [ "$(run -d "$db" -c "SELECT count(*) FROM pg_locks WHERE relation = 'cha.item'::regclass AND mode = 'AccessShareLock'")" = 1 ]; }
waits() { [ "$(run -d "$db" -c "SELECT count(*) FROM pg_locks WHERE relation = 'cha.item'::regclass AND NOT granted")" = 1 ]; }
meanwhile() { # VERB SQL
  mkfifo "$work/app"
  run -d "$db" -U "$owner" -o /dev/null <"$work/app" &
  writer=$!
  exec 3>"$work/app"
  echo 'BEGIN; SELECT FROM cha.item;' >&3
  until_true reads
  (migrate "$1" item --lock-timeout 30000 && echo done || echo refused) >"$work/outcome" &
  swap=$!
  until_true waits || echo "# the $1 does not wait"
  echo "$2; COMMIT;" >&3
  exec 3>&-
  wait $writer $swap
  rm "$work/app"
}
meanwhile cutover 'ALTER TABLE cha.item ADD note text'
is 'so it is where the column comes while the cutover waits' "$(<"$work/outcome")" refused
like 'and says which' "$(<"$work/told")" 'column note of cha.item is not mapped'
app 'ALTER TABLE cha.item DROP note'

can() { run -d "$db" -U "$clerk" -c "SELECT count(*) FROM $1" 2>&1 | sed 's/.*denied.*/denied/'; }
app "GRANT SELECT (name) ON cha.item TO $clerk"
meanwhile cutover "CREATE VIEW cha.late AS SELECT name FROM cha.item; GRANT SELECT ON cha.late TO $clerk;
  GRANT SELECT (id) ON cha.item TO $clerk; REVOKE SELECT (name) ON cha.item FROM $clerk; COMMENT ON COLUMN cha.item.id IS 'key'"
is 'a view that came while the cutover waited does not stop it' "$(<"$work/outcome")" done
app "UPDATE cha2.item SET name = 'live' WHERE id = 9"
is 'and reads the live table' "$(run -d "$db" -c "SELECT count(*) FROM cha.late WHERE name = 'live'")" 1
is 'a right that was granted meanwhile is one on the old name' "$(can 'cha.item WHERE id > 0')" 9
is 'one that was taken away is none' "$(can "cha.item WHERE name <> ''")" denied
is 'a comment is there' "$(run -d "$db" -c "SELECT col_description('cha.item'::regclass, 1)")" key
meanwhile rollback "CREATE OR REPLACE VIEW cha.late AS SELECT name FROM cha.item WHERE id < 5; CREATE VIEW cha.later AS TABLE cha.item"
is 'nor does a view stop a rollback' "$(<"$work/outcome")" done
is 'after which it reads the old table, as it is defined by then' \
  "$(run -d "$db" -c 'SELECT count(*) FROM cha.late' -c 'SELECT count(*) FROM cha.later' -c "SELECT pg_get_viewdef('cha.late') ~ 'FROM cha.item\s'" | paste -sd ' ')" '4 9 t'
app 'DROP VIEW cha.late, cha.later'
ok 'the copy is verified again' migrate verify item

app 'ALTER TABLE cha.item DISABLE TRIGGER USER'
app "UPDATE cha.item SET name = 'unseen' WHERE id = 1"
is 'a cutover would lose what came while triggers were disabled' "$(migrate cutover item --unverified --sample 0 || echo refused)" refused
like 'as it finds' "$(<"$work/told")" 'the trigger reeve_follow of cha.item is gone or disabled'
app 'ALTER TABLE cha.item ENABLE TRIGGER USER'
is 'they are enabled and the row differs' "$(migrate verify item || echo differs)" differs
like 'which is named' "$(<"$work/told")" 'key 1$'
app "UPDATE cha.item SET name = 'seen' WHERE id = 1"
ok 'an update of it brings it along' migrate start item
ok 'so that it does not differ' migrate verify item
ok 'without these changes a cutover succeeds' migrate cutover item
app 'ALTER TABLE cha2.item DISABLE TRIGGER USER'
is 'a rollback would lose what comes then' "$(migrate rollback item || echo refused)" refused
app 'ALTER TABLE cha2.item ENABLE TRIGGER USER'
ok 'with triggers it succeeds' migrate rollback item
checked
