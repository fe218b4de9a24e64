CREATE OR REPLACE FUNCTION lode.merge_dates(student bigint) RETURNS void LANGUAGE sql
AS $body$
  INSERT INTO lode.exams AS e (id, student_id, identifier, course_id, held_at, title, changed_at)
  SELECT l.object_id, f.student_id, f.identifier, o.object_id, f.held_at, f.title, l.changed_at
  FROM lode.merge_latest(merge_dates.student, 'exam') l
    JOIN lode.file_exams f ON f.student_id = merge_dates.student AND f.file = l.file
      AND f.row_id = l.row_id
    LEFT JOIN lode.file_objects o ON o.student_id = f.student_id AND o.kind = 'course'
      AND o.file = f.file AND o.row_id = f.course_row
  ORDER BY f.held_at, f.identifier
  ON CONFLICT (id) DO UPDATE SET identifier = excluded.identifier, title = excluded.title,
    course_id = excluded.course_id, held_at = excluded.held_at, changed_at = excluded.changed_at
  WHERE (e.identifier, e.title, e.course_id, e.held_at, e.changed_at) IS DISTINCT FROM
    (excluded.identifier, excluded.title, excluded.course_id, excluded.held_at,
      excluded.changed_at);
  INSERT INTO lode.assignments AS a (id, student_id, identifier, course_id, title, due_at,
    changed_at)
  SELECT l.object_id, f.student_id, f.identifier, o.object_id, f.title, f.due_at, l.changed_at
  FROM lode.merge_latest(merge_dates.student, 'assignment') l
    JOIN lode.file_assignments f ON f.student_id = merge_dates.student AND f.file = l.file
      AND f.row_id = l.row_id
    LEFT JOIN lode.file_objects o ON o.student_id = f.student_id AND o.kind = 'course'
      AND o.file = f.file AND o.row_id = f.course_row
  ORDER BY f.due_at, f.identifier
  ON CONFLICT (id) DO UPDATE SET identifier = excluded.identifier, course_id = excluded.course_id,
    title = excluded.title, due_at = excluded.due_at, changed_at = excluded.changed_at
  WHERE (a.identifier, a.course_id, a.title, a.due_at, a.changed_at) IS DISTINCT FROM
    (excluded.identifier, excluded.course_id, excluded.title, excluded.due_at,
      excluded.changed_at)
$body$;

COMMENT ON FUNCTION lode.merge_dates(bigint) IS 'Part of merge: exams and assignments.';
