CREATE OR REPLACE FUNCTION lode.merge_courses(student bigint) RETURNS SETOF text LANGUAGE sql
AS $body$
  WITH latest AS (
    SELECT l.object_id, f.*, l.changed_at AS latest_at,
      f.is_laude OR f.was_laude AND f.final = 30 AND f.credits > 0 AS laude
    FROM lode.merge_latest(merge_courses.student, 'course') l
      JOIN lode.file_courses f ON f.student_id = merge_courses.student AND f.file = l.file
        AND f.row_id = l.row_id
  ), merged AS (
    INSERT INTO lode.courses AS c (id, student_id, identifier, name, credits, icon, expected,
      final, is_laude, changed_at)
    SELECT l.object_id, l.student_id, l.identifier, l.name, l.credits, l.icon, l.expected, l.final,
      coalesce(l.laude, FALSE), l.latest_at
    FROM latest l ORDER BY l.name, l.identifier
    ON CONFLICT (id) DO UPDATE SET identifier = excluded.identifier, name = excluded.name,
      credits = excluded.credits, icon = excluded.icon, expected = excluded.expected,
      final = excluded.final, is_laude = excluded.is_laude, changed_at = excluded.changed_at
    WHERE (c.identifier, c.name, c.credits, c.icon, c.expected, c.final, c.is_laude, c.changed_at)
      IS DISTINCT FROM (excluded.identifier, excluded.name, excluded.credits, excluded.icon,
        excluded.expected, excluded.final, excluded.is_laude, excluded.changed_at)
    RETURNING c.id, c.student_id
  )
  SELECT format('student %s, course %s: %s files differ; that of %s is taken', m.student_id, m.id,
    count(DISTINCT f.file), (SELECT l.file FROM latest l WHERE l.object_id = m.id))
  FROM merged m
    JOIN lode.file_objects o ON o.student_id = m.student_id AND o.kind = 'course'
      AND o.object_id = m.id
    JOIN lode.file_courses f ON f.student_id = o.student_id AND f.file = o.file
      AND f.row_id = o.row_id
  GROUP BY m.student_id, m.id
  HAVING count(DISTINCT (f.name, f.credits, f.expected, f.final, f.is_laude)) > 1
  ORDER BY m.student_id, m.id
$body$;

COMMENT ON FUNCTION lode.merge_courses(bigint) IS
'Part of merge: courses; returns those of which files differ.';
