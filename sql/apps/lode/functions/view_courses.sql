CREATE OR REPLACE FUNCTION lode.view_courses(key text)
RETURNS TABLE(course text, name text, credits integer, state text, expected integer, final text,
  difference integer)
LANGUAGE sql STABLE AS $body$
  SELECT 'course:' || c.course, c.name, c.credits, c.state, c.expected,
    c.final || CASE WHEN c.is_laude THEN ' cum laude' ELSE '' END, c.difference
  FROM lode.course_list(key::bigint) c
$body$;

COMMENT ON FUNCTION lode.view_courses(text) IS
'For the back office: a student''s courses, the active ones first, expected beside final marks.';
