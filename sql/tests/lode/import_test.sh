#!/usr/bin/env bash
# The Core Data stores of a student's devices are imported as the app for iOS and its mirror in iCloud write them:
# with and without the store's own model, of today and of 2020. What does not fit is quarantined and the rest
# arrives; a second run changes nothing; and an edit, which gives an object another identifier, makes no second one.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
work=$(mktemp -d)
db=lode_import_$$
export REEVE_HOME=$work/home PGPORT=${PGPORT:-5432} PGUSER=${PGUSER:-postgres}
dsn="host=$PGHOST port=$PGPORT user=$PGUSER dbname=$db"
finish() {
  local status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || cat "$work/last"
  PGOPTIONS='-c client_min_messages=warning' psql -Xqd postgres -c "DROP DATABASE IF EXISTS $db WITH (FORCE)" \
    -c 'DROP ROLE IF EXISTS lode_anna, lode_phone'
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -c "$1"; }
app() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -U lode_phone -c "$1"; }
. sql/tests/checks.sh
import() { # FOLDER STUDENT
  local status=0
  "$reeve" import run "$work/$1" --mapping sql/apps/lode/sources/devices.yaml --set "student=$2" --dsn "$dsn" >"$work/last" 2>&1 || status=$?
  echo "$status"
}
rejected() { is "rejected: $1" "$(grep -c "$1" "$work/last" || true)" "${2:-1}"; }
# What every import of the last run told.
heard() {
  ask 'SELECT import_id FROM reeve.import ORDER BY import_id DESC LIMIT 7' | while read -r one; do "$reeve" import told "$one" --dsn "$dsn"; done
}

make() { PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=sql/tests/lode python3 -c "from store import *
$1"; }

createdb -T "$REEVE_TEST_TEMPLATE" "$db"
"$reeve" sample load lode --schema-only --dsn "$dsn" 2>/dev/null
psql -Xqd postgres -c 'CREATE ROLE lode_phone LOGIN IN ROLE lode_app' -c 'CREATE ROLE lode_anna LOGIN IN ROLE reeve_senior'
app "SELECT lode.student_register('LODE-1', 'Anna', NULL, now()), lode.student_register('LODE-2', 'Bo', NULL, now())" >"$work/last"
# On the iPad rows have other numbers, and one mark is older.
make "rows = whole()
write('$work/anna/phone.sqlite', rows, records=RECORDS, changes=[(2, n, 690000000.5 + n) for n in range(1, 221)])
rows = {'Course': {n + 300: course(n, mark=0) if n == 1 else course(n) for n in range(1, 101)},
        'Exam': {n + 300: exam(n, courseId=n + 300) for n in range(1, 101)}, 'Assignment': {}}
write('$work/anna/ipad.sqlite', rows, has_model=False, changes=[(2, 301, 680000000)])"

is 'nothing is imported without consent' "$(import anna 1)" 1
rejected 'student:1 has not agreed to an import' 7
app "SELECT lode.consent_give(1, '2026-01', now()), lode.consent_give(2, '2026-01', now())" >"$work/last"
is 'all is imported' "$(import anna 1)" 0
heard >"$work/heard"
is 'what differed is told' "$(grep -c '2 files differ; that of phone.sqlite is taken' "$work/heard")" 1
is 'objects of two devices are one' "$(ask 'SELECT (SELECT count(*) FROM lode.courses), (SELECT count(*) FROM lode.exams), (SELECT count(*) FROM lode.assignments)')" \
  '220|220|220'
is 'courses are as they were' "$(ask "SELECT name, credits, icon, expected, final, is_laude, trim_scale(extract(epoch FROM changed_at)) FROM lode.courses
  WHERE name IN ('Course 1', 'Course 12', 'Course 13', 'Course 27') ORDER BY name")" "Course 1|2||19|19|f|1668307201.5
Course 12|1|atom|30||f|1668307212.5
Course 13|2||30|30|t|1668307213.5
Course 27|4|atom|30|30|t|1668307227.5"
is 'an exam has its course and its time' "$(ask "SELECT c.name, e.title, e.held_at AT TIME ZONE 'UTC' FROM lode.exams e JOIN lode.courses c ON c.id = e.course_id
  WHERE e.title = 'Course 7'")" 'Course 7|Course 7|2023-03-15 20:26:40.25'
is 'an assignment is of no course' "$(ask "SELECT title, course_id, due_at AT TIME ZONE 'UTC' FROM lode.assignments WHERE title = 'Task 7'")" 'Task 7||2023-03-15 20:26:40'
all="SELECT string_agg(x::text, E'\n' ORDER BY x) FROM (SELECT to_jsonb(t) x FROM lode.courses t UNION ALL SELECT to_jsonb(t) FROM lode.exams t
  UNION ALL SELECT to_jsonb(t) FROM lode.assignments t UNION ALL SELECT to_jsonb(t) FROM lode.file_objects t) x"
ask "$all" >"$work/before"
is 'they are imported again' "$(import anna 1)" 0
is 'and nothing is new or changed' "$(grep -c '^  new 0  changed 0' "$work/last")" 7
ask "$all" | cmp - "$work/before" && echo 'ok  a second run changes nothing'
"$reeve" import verify "$work/anna" --mapping sql/apps/lode/sources/devices.yaml --set student=1 --dsn "$dsn" >"$work/last"

# As the app would, and the back office.
is 'the student sees courses' "$(app "SELECT count(*) FROM lode.course_list(1)")" 220
is 'and what is to come' "$(app "SELECT what, state FROM lode.agenda(1, '2023-03-15 12:00Z') LIMIT 2")" 'Task 7|urgent
exam of Course 7|urgent'
is 'not what is another student'"'"'s' "$(app "SELECT count(*) FROM lode.course_list(2)")" 0
ask "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('lode_anna', 'senior', 'test'); DELETE FROM reeve.approval_rule"
is 'a past exam is archived' "$(psql -XqAtd "$db" -U lode_anna -c "SELECT outcome FROM reeve.action_perform('archive', 'lode', 'exam',
  '$(ask "SELECT id FROM lode.exams WHERE title = 'Course 7'")', '{}', NULL)")" done

# Later: the app has given a course that was edited, its exam and an assignment other identifiers. The iPad, which knows
# that from iCloud, was written before the phone's last edit; and its app was installed anew.
make "rows = whole()
rows['Course'][2] = course(2, id=ident(9002), name='Renamed', mark=31)
rows['Exam'][7] = exam(7, id=ident(9007), title='Oral', date=700000000.25)
rows['Assignment'][3] = task(3, id=ident(9003), title='Task three')
write('$work/anna/phone.sqlite', rows, records=RECORDS, changes=[(2, n, 690000000.5 + n) for n in range(1, 221)] + [(2, 2, 700000000)])
rows = {'Course': {221 - n: course(n, id=ident(9100), name='Between') if n == 2 else course(n) for n in range(1, 221)}}
write('$work/anna/ipad.sqlite', rows, records=[(2, 221 - n, f'C-{n}') for n in range(1, 221)], changes=[(2, 219, 695000000)])"
is 'a later export is imported' "$(import anna 1)" 0
is 'an edit makes no second object' "$(ask 'SELECT (SELECT count(*) FROM lode.courses), (SELECT count(*) FROM lode.exams), (SELECT count(*) FROM lode.assignments)')" \
  '220|220|220'
is 'the latest edit counts' "$(ask "SELECT name, final, is_laude FROM lode.courses WHERE id = (SELECT course_id FROM lode.exams WHERE title = 'Course 2')")" 'Renamed|30|t'
is 'an exam is what the student calls it, and stays archived' "$(app "SELECT what, state FROM lode.agenda(1, '2023-03-20 12:00Z') WHERE what LIKE '%Oral'")" 'exam of Course 7: Oral|archived'
is 'no other course is touched' "$(ask "SELECT count(*) FROM lode.courses WHERE name ~ '^Course [0-9]+$'")" 219
ask "$all" >"$work/before"
is 'also again' "$(import anna 1)" 0
ask "$all" | cmp - "$work/before" && echo 'ok  nothing changes'

# A store of 2020, in which exams had their courses' names; and what is broken in one of today.
make "old = dict(colorColIndex=1, colorRowIndex=2, colorColumnIndex=3)
write('$work/bo/old.sqlite', model=OLD, rows={
  'Course': {1: course(401, name='Fisica', cfu=9, mark=30, laude=1, **old), 2: course(402, name='Chimica', mark=27, laude=0, **old),
    3: course(403, name='Twice', **old), 4: course(404, name='Twice', **old), 5: course(405, name=None, mark=None, expectedMark=None, laude=None, cfu=None, **old)},
  'Exam': {1: exam(401, title='fisica', difficulty=3, **old), 2: exam(402, title='Twice', **old), 3: exam(403, title='Storia', **old)},
  'Assignment': {1: task(401, **old)}})
write('$work/bo/phone.sqlite', {
  'Course': {1: course(501), 2: course(502, mark=17), 3: course(503, cfu=99), 4: course(504, id=None), 5: course(505, id=b'12345'),
    6: course(506, name='U+0\0'), 7: course(507, name=''), 8: course(508, mark='many'), 9: course(1, name='Anna\'s'), 10: course(510, cfu=0, mark=31)},
  'Exam': {1: exam(501, courseId=1), 2: exam(502, courseId=2), 3: exam(503, courseId=None, title='Nothing'), 4: exam(504, courseId=1, date=None),
    5: exam(505, courseId=77), 6: exam(506, courseId=None, title=None)},
  'Assignment': {1: task(501, title=''), 2: task(502, dueDate=None), 3: task(503, dueDate=-1000000000)}})"
is 'what is broken is rejected' "$(import bo 2)" 1
rejected 'violates check constraint "mark_range"'
rejected file_courses_credits
rejected 'violates check constraint "file_courses_identifier"'
rejected 'invalid input syntax for type uuid'
rejected 'text cannot contain U+0000'
rejected 'invalid input syntax for type integer'
rejected 'file_courses_one_student'
rejected 'file_courses_laude'
rejected 'the exam has neither a course nor a title'
rejected 'violates foreign key constraint "file_exams_course_fkey"' 2
rejected 'null value in column "held_at"'
rejected file_assignments_title
rejected 'null value in column "due_at"'
heard >"$work/heard"
is 'exams without a course are told' "$(grep -c 'student 2: exams of which the app kept no course: 3' "$work/heard")" 1
is 'and listed by their titles' "$(app "SELECT what FROM lode.agenda(2, '2023-01-01 12:00Z') WHERE what LIKE 'exam:%' ORDER BY 1")" 'exam: Nothing
exam: Storia
exam: Twice'
is 'and the rest arrives' "$(ask "SELECT name, credits, expected, final, is_laude FROM lode.courses WHERE student_id = 2 ORDER BY identifier")" "Fisica|9|27|30|t
Chimica|7|28|27|f
Twice|8|29|29|f
Twice|9|30||f
No name|0|||f
Course 501|10|29|29|f
No name|4|21|21|f"
is 'exams and assignments too' "$(ask "SELECT (SELECT string_agg(c.name || ' ' || e.title, ', ' ORDER BY e.identifier) FROM lode.exams e JOIN lode.courses c ON c.id = e.course_id
  WHERE e.student_id = 2), (SELECT string_agg(title || ' ' || extract(year FROM due_at), ', ' ORDER BY identifier) FROM lode.assignments WHERE student_id = 2)")" \
  'Fisica fisica, Course 501 Course 501|Task 401 2024, Task 503 1969'

# One command a student; what another's folder does not have is not gone.
move() { # FOLDER STUDENT
  local status=0
  touch "$work/$1"/*.sqlite
  "$reeve" move lode --store "$work/$1" --set "student=$2" --dsn "$dsn" >"$work/last" 2>&1 || status=$?
  echo "$status"
}
ask "$all" >"$work/before"
is 'a move brings the same' "$(move anna 1)" 0
ask "$all" | cmp - "$work/before" && echo 'ok  nothing changes'
app "SELECT lode.consent_give(lode.student_register('LODE-3', 'Cem', NULL, now()), '2026-01', now())" >"$work/last"
make "write('$work/two/phone.sqlite', {'Course': {1: course(701)}, 'Exam': {}, 'Assignment': {}})"
is 'another student moves in' "$(move two 3)" 0
is 'nothing of the first is gone' "$(grep -c ' gone ' "$work/last" || true)" 0
make "write('$work/two/phone.sqlite', {'Course': {2: course(702)}, 'Exam': {}, 'Assignment': {}})"
is 'a row of a file goes' "$(move two 3)" 0
is 'it is told by the file that had it' "$(grep -c -F 'devices[student=3]:stores/{file}/Course/{row}  gone 1' "$work/last")" 1

# The words of iCloud's own records are nowhere; and who withdraws their consent is gone, file by file.
"${PG_BIN:+$PG_BIN/}pg_dump" "$db" >"$work/dump.sql"
is 'nothing else of the mirror is kept' "$(grep -c 'SECRET-BLOB\|5345435245542d424c4f42' "$work/dump.sql" || true)" 0
app 'SELECT lode.consent_withdraw(1, now())' >"$work/last"
is 'and is refused from then on' "$(import anna 1)" 1
rejected 'student:1 has not agreed to an import' 7
checked
