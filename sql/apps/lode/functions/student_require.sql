CREATE OR REPLACE FUNCTION lode.student_require(student bigint) RETURNS void
LANGUAGE plpgsql STABLE AS $body$
BEGIN
  IF NOT EXISTS (SELECT FROM lode.students s WHERE s.id = student AND NOT s.is_erased) THEN
    RAISE EXCEPTION 'there is no student %', student USING ERRCODE = 'LD001';
  END IF;
END
$body$;

COMMENT ON FUNCTION lode.student_require(bigint) IS
'Raises LD001 unless there is such a student, who has not been erased.';
