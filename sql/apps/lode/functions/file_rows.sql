CREATE OR REPLACE FUNCTION lode.file_rows(student bigint)
RETURNS TABLE(kind text, file text, row_id bigint, identifier uuid, record text,
  changed_at timestamptz, digest text)
LANGUAGE sql STABLE AS $body$
  WITH history AS (
    SELECT c.file, c.entity, c.entity_row, max(t.at) AS at
    FROM lode.file_changes c
      JOIN lode.file_transactions t ON t.student_id = c.student_id AND t.file = c.file
        AND t.row_id = c.transaction_row
    WHERE c.student_id = student GROUP BY c.file, c.entity, c.entity_row
  ), cloud AS (
    SELECT r.file, r.entity, r.entity_row, min(r.record) AS record
    FROM lode.file_records r
    WHERE r.student_id = student GROUP BY r.file, r.entity, r.entity_row
  )
  SELECT f.kind, f.file, f.row_id, f.identifier, r.record, coalesce(f.changed_at, h.at),
    md5(f.said::text)
  FROM (
    SELECT 'course' AS kind, 2 AS entity, c.file, c.row_id, c.identifier, c.changed_at,
      jsonb_build_array(c.name, c.credits, c.icon, c.expected, c.final, c.is_laude, c.was_laude)
        AS said
    FROM lode.file_courses c WHERE c.student_id = student
    UNION ALL
    SELECT 'exam', 3, e.file, e.row_id, e.identifier, e.changed_at,
      jsonb_build_array(e.course_row, e.held_at, e.title)
    FROM lode.file_exams e WHERE e.student_id = student
    UNION ALL
    SELECT 'assignment', 1, a.file, a.row_id, a.identifier, a.changed_at,
      jsonb_build_array(a.course_row, a.title, a.due_at)
    FROM lode.file_assignments a WHERE a.student_id = student) f
    LEFT JOIN history h ON h.file = f.file AND h.entity = f.entity AND h.entity_row = f.row_id
    LEFT JOIN cloud r ON r.file = f.file AND r.entity = f.entity AND r.entity_row = f.row_id
$body$;

COMMENT ON FUNCTION lode.file_rows(bigint) IS
'The courses, exams and assignments of a student''s files; with what iCloud calls them, when they
changed, as the file or its history says, and a digest of what they say.';
