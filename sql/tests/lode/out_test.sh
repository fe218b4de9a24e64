#!/usr/bin/env bash
# What a student's devices brought is written out as one file, which another database reads as if it were a store: the
# same courses, exams and assignments, and written out again the same file, byte by byte. Only with the student's
# consent, and only by an installer.
# Connects by libpq's environment as a superuser, and works in copies of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
work=$(mktemp -d)
here=lode_out_$$ there=lode_again_$$
export REEVE_HOME=$work/home PGPORT=${PGPORT:-5432} PGUSER=${PGUSER:-postgres}
dsn() { echo "host=$PGHOST port=$PGPORT user=${2:-$PGUSER} dbname=$1"; }
finish() {
  local status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || tail -n 60 "$work/said"
  PGOPTIONS='-c client_min_messages=warning' psql -Xqd postgres -c "DROP DATABASE IF EXISTS $here WITH (FORCE)" \
    -c "DROP DATABASE IF EXISTS $there WITH (FORCE)" -c 'DROP ROLE IF EXISTS lode_out_anna, lode_out_phone'
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d "$1" -c "$2"; }
app() { psql -XqAt -v ON_ERROR_STOP=1 -d "$1" -U lode_out_phone -c "$2"; }
. sql/tests/checks.sh
move() { # DATABASE [ARGUMENT…]
  local status=0
  "$reeve" move lode --dsn "$(dsn "$1")" "${@:2}" >"$work/said" 2>&1 || status=$?
  echo "$status"
}
out() { move "$1" --out "$work/$2" --why 'changes the app' --set "student=$3"; } # DATABASE FOLDER STUDENT
said() { grep -c -F -- "$1" "$work/said" || true; }
# The rows of a student, by what does not depend on the database.
rows() { # DATABASE STUDENT
  PGTZ=UTC ask "$1" "SELECT 'course', identifier, name, credits, icon, expected, final, is_laude, changed_at FROM lode.courses
      WHERE student_id = $2 ORDER BY identifier"
  PGTZ=UTC ask "$1" "SELECT 'exam', e.identifier, c.identifier, e.title, e.held_at, e.changed_at FROM lode.exams e
      LEFT JOIN lode.courses c ON c.id = e.course_id WHERE e.student_id = $2 ORDER BY e.identifier"
  PGTZ=UTC ask "$1" "SELECT 'assignment', identifier, title, due_at, changed_at FROM lode.assignments WHERE student_id = $2 ORDER BY identifier"
}
same_rows() { # STUDENT STUDENT
  rows "$here" "$1" >"$work/here"
  rows "$there" "$2" >"$work/there"
  diff "$work/here" "$work/there" | head -n 5 || true
}

make() { PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=sql/tests/lode python3 -c "from store import *
$1"; }
for db in "$here" "$there"; do
  createdb -T "$REEVE_TEST_TEMPLATE" "$db"
  "$reeve" sample load lode --schema-only --dsn "$(dsn "$db")" 2>/dev/null
done
psql -Xqd postgres -c 'CREATE ROLE lode_out_phone LOGIN IN ROLE lode_app' -c 'CREATE ROLE lode_out_anna LOGIN IN ROLE reeve_senior'
for db in "$here" "$there"; do
  ask "$db" "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('lode_out_anna', 'senior', 'test'); DELETE FROM reeve.approval_rule"
done
# There, Anna has another number than here, and Bo has none.
app "$here" "SELECT lode.student_register(c, n, NULL, now()) FROM (VALUES ('LODE-1', 'Anna'), ('LODE-2', 'Bo'), ('LODE-3', 'Cem')) v(c, n)" >"$work/said"
app "$there" "SELECT lode.student_register('OTHER-' || n, NULL, NULL, now()) FROM generate_series(1, 6) n" >"$work/said"
app "$here" "SELECT lode.consent_give(s, '2026-01', now()) FROM generate_series(1, 3) s" >"$work/said"
app "$there" "SELECT lode.consent_give(s, '2026-01', now()) FROM generate_series(4, 6) s" >"$work/said"

# Two devices that differ, and a store of 2020, which iCloud did not know, with exams without a course.
make "rows = whole()
rows['Course'][5] = course(5, name='Quotes \"“\\\\\\\\ \\n\\t☺ {}', mark=31)
write('$work/anna/phone.sqlite', rows, records=RECORDS, changes=[(2, n, 690000000.5 + n) for n in range(1, 221)])
rows = {'Course': {n + 300: course(n, mark=0) if n == 1 else course(n) for n in range(1, 101)},
        'Exam': {n + 300: exam(n, courseId=n + 300) for n in range(1, 101)}, 'Assignment': {}}
write('$work/anna/ipad.sqlite', rows, has_model=False, changes=[(2, 301, 680000000)])
old = dict(colorColIndex=1, colorRowIndex=2, colorColumnIndex=3)
write('$work/bo/old.sqlite', model=OLD, rows={
  'Course': {1: course(401, name='Fisica', cfu=9, mark=30, laude=1, **old), 2: course(402, name='Chimica', mark=27, laude=0, **old),
    3: course(403, name='Twice', **old), 4: course(404, name='Twice', **old), 5: course(405, name=None, mark=None, expectedMark=None, laude=None, cfu=None, **old)},
  'Exam': {1: exam(401, title='fisica', difficulty=3, **old), 2: exam(402, title='Twice', **old), 3: exam(403, title='Storia', date=-3e9, **old)},
  'Assignment': {1: task(401, **old), 2: task(402, dueDate=2.5e11, **old)}})"
is 'a student moves in' "$(move "$here" --store "$work/anna" --set student=1)" 0
is 'another moves in' "$(move "$here" --store "$work/bo" --set student=2)" 0
is 'used by the app' "$(app "$here" 'SELECT count(*) FROM lode.course_list(1)') $(app "$here" 'SELECT count(*) FROM lode.course_list(2)')" '220 5'
is 'and the back office' "$(psql -XqAtd "$here" -U lode_out_anna -c "SELECT outcome FROM reeve.action_perform('archive', 'lode', 'exam',
  '$(ask "$here" "SELECT id FROM lode.exams WHERE title = 'Course 7'")', '{}', NULL)")" done

is 'one is written out' "$(out "$here" out1 1)" 0
is 'and the other' "$(out "$here" out2 2)" 0
is 'and one who has nothing yet' "$(out "$here" out3 3)" 0
is 'for nobody else' "$(stat -c %a "$work/out1" "$work/out1/student.json" | paste -sd ' ')" '700 600'
is 'on record, with every collection and the student' "$(ask "$here" "SELECT count(DISTINCT d.collection_id) = (SELECT count(*)
    FROM reeve.collection WHERE app = 'lode' AND is_live) FROM reeve.reveal d WHERE kind = 'dump'") $(ask "$here" "SELECT
    string_agg(key, ' ' ORDER BY command_id) FROM reeve.command WHERE kind = 'move.out' AND outcome = 'done'")" 't 1 2 3'
is 'the record is whole' "$(ask "$here" "SELECT count(*) FROM reeve.audit_faults(1) f WHERE f.problem !~ 'seal|without a command'")" 0
is 'they move into another database' "$(move "$there" --store "$work/out1" --set student=4) $(move "$there" --store "$work/out2/student.json" \
  --set student=5) $(move "$there" --store "$work/out3" --set student=6)" '0 0 0'
is 'with the same rows' "$(same_rows 1 4)" ''
is 'also of 2020' "$(same_rows 2 5)" ''
is 'all of them' "$(wc -l <"$work/here") $(rows "$there" 4 | wc -l)" "$(rows "$here" 2 | wc -l) 661"
is 'and out again' "$(out "$there" again1 4) $(out "$there" again2 5) $(out "$there" again3 6)" '0 0 0'
is 'however the number is written' "$(out "$there" again4 ' 04') $(cmp "$work/again1/student.json" "$work/again4/student.json")" '0 '
is 'the same, byte by byte' "$(for n in 1 2 3; do diff "$work/out$n/student.json" "$work/again$n/student.json" | head -n 5; done)" ''
is 'the student sees what they saw' "$(app "$there" "SELECT string_agg(x::text, E'\n') FROM (SELECT name, credits, icon, state, expected, final, is_laude
  FROM lode.course_list(4)) x" | md5sum)" "$(app "$here" "SELECT string_agg(x::text, E'\n') FROM (SELECT name, credits, icon, state, expected, final, is_laude
  FROM lode.course_list(1)) x" | md5sum)"

# An edit gives a course another identifier; written out later, it is no second one there, also of a store without iCloud's names.
make "old = dict(colorColIndex=1, colorRowIndex=2, colorColumnIndex=3)
write('$work/bo/old.sqlite', model=OLD, rows={
  'Course': {1: course(499, name='Fisica 2', cfu=9, mark=30, laude=1, **old), 2: course(402, name='Chimica', mark=27, laude=0, **old),
    3: course(403, name='Twice', **old), 4: course(404, name='Twice', **old), 5: course(405, name='New name', **old), 6: course(406, name='Later', **old)},
  'Exam': {1: exam(401, title='fisica', difficulty=3, **old), 2: exam(402, title='Twice', **old), 3: exam(403, title='Storia', date=-3e9, **old)},
  'Assignment': {1: task(401, **old), 2: task(402, dueDate=2.5e11, **old)}})"
is 'a later store' "$(move "$here" --store "$work/bo" --set student=2) $(out "$here" later 2)" '0 0'
is 'moves into the other database' "$(move "$there" --store "$work/later" --set student=5)" 0
is 'with the same rows' "$(same_rows 2 5)" ''
is 'a device of theirs is known there, too' "$(move "$there" --store "$work/anna" --set student=4) $(rows "$there" 4 | wc -l)" '0 661'

# Who may: an installer, for somebody who agrees.
was=$(ask "$here" 'SELECT count(*) FROM reeve.command')
is 'nobody is written out unnamed' "$(move "$here" --out "$work/no" --why x) $(said 'name it by --set student=KEY')" '1 1'
is 'nor somebody else' "$(out "$here" no "1' OR TRUE --") $(said 'there is no student:')" '1 1'
is 'nor one that there is not' "$(out "$here" no 77) $(said 'there is no student:77')" '1 1'
app "$here" 'SELECT lode.consent_withdraw(2, now())' >"$work/log"
is 'nor who has taken their consent back' "$(out "$here" no 2) $(said 'student:2 has not agreed')" '1 1'
as() { # LOGIN
  local status=0
  "$reeve" move lode --out "$work/no" --why x --set student=1 --dsn "$(dsn "$here" "$1")" >"$work/said" 2>&1 || status=$?
  echo "$status"
}
is 'the login of the app' "$(as lode_out_phone)" 4
is 'and a moderator' "$(as lode_out_anna)" 4
is 'by hand neither' "$(for login in lode_out_phone lode_out_anna; do for call in "reeve.move_out('lode', 'rtdb', '{out_student}', '{\"student\": \"1\"}')" \
  "lode.out_student('{\"student\": \"1\"}')"; do psql -XqAtd "$here" -U "$login" -c "SELECT $call" 2>&1 | grep -c 'permission denied'; done; done | paste -sd ' ')" '1 1 1 1'
is 'no file is there, and nothing on record' "$(ls "$work/no" 2>&1 | wc -l) $(($(ask "$here" 'SELECT count(*) FROM reeve.command') - was))" '1 0'
# The function alone does not write whoever does not agree.
is 'the function asks as well' "$(ask "$here" "SELECT count(*) FROM lode.out_student('{\"student\": \"2\"}')")" 0
checked
