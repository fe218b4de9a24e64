CREATE OR REPLACE FUNCTION lode.out_student(constants jsonb)
RETURNS TABLE(path text[], document jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp
SET "TimeZone" = 'UTC'
AS $body$
  WITH agreed AS (
    SELECT c.student_id FROM lode.consents c
    WHERE c.student_id = (constants ->> 'student')::bigint AND c.withdrawn_at IS NULL
  ), courses AS (
    SELECT c.*, row_number() OVER (ORDER BY c.identifier) AS row
    FROM lode.courses c JOIN agreed USING (student_id)
  ), exams AS (
    SELECT e.*, row_number() OVER (ORDER BY e.identifier) AS row
    FROM lode.exams e JOIN agreed USING (student_id)
  ), assignments AS (
    SELECT a.*, row_number() OVER (ORDER BY a.identifier) AS row
    FROM lode.assignments a JOIN agreed USING (student_id)
  ), named AS (
    SELECT n.entity, n.row, coalesce(min(o.record), 'reeve-' || md5(concat_ws('/', s.code,
      s.created_at, n.kind, n.id))) AS name
    FROM (
      SELECT 1 AS entity, 'assignment' AS kind, a.id, a.row FROM assignments a
      UNION ALL SELECT 2, 'course', c.id, c.row FROM courses c
      UNION ALL SELECT 3, 'exam', e.id, e.row FROM exams e) n
      JOIN agreed ON TRUE
      JOIN lode.students s ON s.id = agreed.student_id
      LEFT JOIN lode.file_objects o ON o.student_id = s.id AND o.kind = n.kind
        AND o.object_id = n.id
    GROUP BY n.entity, n.row, n.kind, n.id, s.id
  ), rows AS (
    SELECT 'Course' AS entity, c.row, jsonb_build_object('id', c.identifier, 'name', c.name,
      'cfu', c.credits, 'iconName', coalesce(c.icon, 'No icon'),
      'expectedMark', coalesce(c.expected, 0),
      'mark', CASE WHEN c.is_laude THEN 31 ELSE coalesce(c.final, 0) END,
      'changed', c.changed_at) AS document
    FROM courses c
    UNION ALL
    SELECT 'Exam', e.row, jsonb_build_object('id', e.identifier, 'title', e.title,
      'date', e.held_at, 'courseId', coalesce(
        (SELECT c.row FROM courses c WHERE c.id = e.course_id),
        -- As at an import: the only course that is called so.
        CASE WHEN e.course_id IS NULL THEN (
          SELECT min(c.row) FROM courses c WHERE lower(c.name) = lower(e.title)
          HAVING count(*) = 1) END),
      'changed', e.changed_at)
    FROM exams e
    UNION ALL
    SELECT 'Assignment', a.row, jsonb_build_object('id', a.identifier, 'title', a.title,
      'dueDate', a.due_at, 'changed', a.changed_at)
    FROM assignments a
    UNION ALL
    SELECT 'ANSCKRECORDMETADATA', row_number() OVER (ORDER BY n.entity, n.row),
      jsonb_build_object('ZENTITYID', n.entity, 'ZENTITYPK', n.row, 'ZCKRECORDNAME', n.name)
    FROM named n
  )
  SELECT ARRAY['stores', 'Lode', x.entity, x.row::text], jsonb_strip_nulls(x.document) FROM rows x
$body$;

COMMENT ON FUNCTION lode.out_student(jsonb) IS
'For reeve move --out: the courses, exams and assignments of the student whom the constants name, if
that student agrees to it now, as one store has them; no rows without a consent in force.';
