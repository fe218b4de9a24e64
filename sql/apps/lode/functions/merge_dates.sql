CREATE OR REPLACE FUNCTION lode.merge_dates(student bigint) RETURNS void LANGUAGE sql
AS $body$
  INSERT INTO lode.exams AS e (student_id, identifier, course_id, held_at, changed_at)
  SELECT DISTINCT ON (f.student_id, f.identifier) f.student_id, f.identifier, c.id, f.held_at,
    f.changed_at
  FROM lode.file_exams f
    JOIN lode.file_courses o ON (o.student_id, o.file, o.row_id)
      = (f.student_id, f.file, f.course_row)
    JOIN lode.courses c ON (c.student_id, c.identifier) = (o.student_id, o.identifier)
  WHERE f.student_id = student
  ORDER BY f.student_id, f.identifier, f.changed_at DESC, f.file, f.row_id
  ON CONFLICT (student_id, identifier) DO UPDATE SET course_id = excluded.course_id,
    held_at = excluded.held_at, changed_at = excluded.changed_at
  WHERE e.changed_at < excluded.changed_at;
  INSERT INTO lode.assignments AS a (student_id, identifier, course_id, title, due_at, changed_at)
  SELECT DISTINCT ON (f.student_id, f.identifier) f.student_id, f.identifier, c.id, f.title,
    f.due_at, f.changed_at
  FROM lode.file_assignments f
    LEFT JOIN lode.file_courses o ON (o.student_id, o.file, o.row_id)
      = (f.student_id, f.file, f.course_row)
    LEFT JOIN lode.courses c ON (c.student_id, c.identifier) = (o.student_id, o.identifier)
  WHERE f.student_id = student
  ORDER BY f.student_id, f.identifier, f.changed_at DESC, f.file, f.row_id
  ON CONFLICT (student_id, identifier) DO UPDATE SET course_id = excluded.course_id,
    title = excluded.title, due_at = excluded.due_at, changed_at = excluded.changed_at
  WHERE a.changed_at < excluded.changed_at
$body$;

COMMENT ON FUNCTION lode.merge_dates(bigint) IS 'Part of merge: exams and assignments.';
