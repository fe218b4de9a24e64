CREATE OR REPLACE FUNCTION lode.student_register(
  code text, nickname text, email text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
DECLARE
  student bigint;
BEGIN
  PERFORM lode.require(char_length(student_register.code) BETWEEN 1 AND 100,
      'code is 1 to 100 characters'),
    lode.require((char_length(student_register.nickname) <= 100) IS NOT FALSE,
      'nickname is at most 100 characters, or NULL'),
    lode.require((char_length(student_register.email) <= 254
      AND student_register.email ~ '^[^@[:space:]]+@[^@[:space:]]+$') IS NOT FALSE,
      'email is an address such as ann@example.org, or NULL'),
    lode.at_require(at);
  INSERT INTO lode.students (code, nickname, email, created_at)
  VALUES (student_register.code, student_register.nickname, student_register.email, at)
  ON CONFLICT ON CONSTRAINT students_code_key DO NOTHING
  RETURNING id INTO student;
  RETURN coalesce(student,
    (SELECT s.id FROM lode.students s WHERE s.code = student_register.code));
END
$body$;

COMMENT ON FUNCTION lode.student_register(text, text, text, timestamptz) IS
'Returns the student with a code, 1 to 100 characters, made now if there is none; of a known one the
other arguments are passed over. nickname: up to 100 characters, or NULL; email: an address, or
NULL. That is no consent yet: nothing of theirs is imported before consent_give.';

GRANT EXECUTE ON FUNCTION lode.student_register(text, text, text, timestamptz) TO lode_app;
