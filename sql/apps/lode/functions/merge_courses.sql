CREATE OR REPLACE FUNCTION lode.merge_courses(student bigint) RETURNS SETOF text LANGUAGE sql
AS $body$
  WITH latest AS (
    SELECT DISTINCT ON (f.student_id, f.identifier) f.*
    FROM lode.file_courses f
    WHERE f.student_id = student
    ORDER BY f.student_id, f.identifier, f.changed_at DESC, f.file, f.row_id
  ), merged AS (
    INSERT INTO lode.courses AS c (student_id, identifier, name, credits, icon, expected, final,
      is_laude, changed_at)
    SELECT l.student_id, l.identifier, l.name, l.credits, l.icon, l.expected, l.final, l.is_laude,
      l.changed_at
    FROM latest l ORDER BY l.student_id, l.name, l.identifier
    ON CONFLICT (student_id, identifier) DO UPDATE SET name = excluded.name,
      credits = excluded.credits, icon = excluded.icon, expected = excluded.expected,
      final = excluded.final, is_laude = excluded.is_laude, changed_at = excluded.changed_at
    WHERE c.changed_at < excluded.changed_at
    RETURNING c.id, c.student_id, c.identifier
  )
  SELECT format('student %s, course %s: %s files differ; that of %s is taken', m.student_id, m.id,
    count(DISTINCT f.file), (SELECT l.file FROM latest l
      WHERE (l.student_id, l.identifier) = (m.student_id, m.identifier)))
  FROM merged m
    JOIN lode.file_courses f USING (student_id, identifier)
  GROUP BY m.student_id, m.id, m.identifier
  HAVING count(DISTINCT (f.name, f.credits, f.expected, f.final, f.is_laude)) > 1
  ORDER BY m.student_id, m.id
$body$;

COMMENT ON FUNCTION lode.merge_courses(bigint) IS
'Part of merge: courses; returns those of which files differ.';
