CREATE OR REPLACE FUNCTION lode.student_register(
  code text, nickname text, email text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
#variable_conflict use_column
DECLARE
  student bigint;
BEGIN
  INSERT INTO lode.students (code, nickname, email, created_at)
  VALUES (student_register.code, student_register.nickname, student_register.email, at)
  ON CONFLICT (code) DO NOTHING
  RETURNING id INTO student;
  RETURN coalesce(student,
    (SELECT s.id FROM lode.students s WHERE s.code = student_register.code));
END
$body$;

COMMENT ON FUNCTION lode.student_register(text, text, text, timestamptz) IS
'Returns the student with a code, made now if there is none. That is no consent yet.';

GRANT EXECUTE ON FUNCTION lode.student_register(text, text, text, timestamptz) TO lode_app;
