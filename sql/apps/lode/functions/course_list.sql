CREATE OR REPLACE FUNCTION lode.course_list(student bigint)
RETURNS TABLE(course bigint, name text, credits integer, icon text, state text, expected integer,
  final integer, is_laude boolean, difference integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
BEGIN
  PERFORM lode.student_require(student);
  RETURN QUERY
    SELECT c.id, c.name, c.credits, c.icon,
      CASE WHEN c.final IS NULL THEN 'active' ELSE 'passed' END, c.expected::integer,
      c.final::integer, c.is_laude,
      c.final::integer - c.expected
    FROM lode.courses c WHERE c.student_id = course_list.student
    ORDER BY c.final IS NOT NULL, c.name, c.id;
END
$body$;

COMMENT ON FUNCTION lode.course_list(bigint) IS
'A student''s courses, the active ones first, then by name. credits: CFU, 0 to 60; state: active
until there is a final mark, then passed; expected and final: 18 to 30, or NULL; is_laude: 30 cum
laude, which counts 30; difference: final minus expected, NULL unless there are both.';

GRANT EXECUTE ON FUNCTION lode.course_list(bigint) TO reeve_access, lode_app;
