CREATE OR REPLACE FUNCTION lode.view_courses(key text)
RETURNS TABLE(course text, name text, credits integer, state text, expected integer, final text,
  difference integer)
LANGUAGE sql STABLE AS $body$
  SELECT 'course:' || c.id, c.name, c.credits,
    CASE WHEN c.final IS NULL THEN 'active' ELSE 'passed' END, c.expected::integer,
    c.final || CASE WHEN c.is_laude THEN ' cum laude' ELSE '' END, c.final - c.expected
  FROM lode.courses c WHERE c.student_id = key::bigint
  ORDER BY c.final IS NOT NULL, c.name, c.id
$body$;

COMMENT ON FUNCTION lode.view_courses(text) IS
'For the back office: a student''s courses, the active ones first, expected beside final marks.';
