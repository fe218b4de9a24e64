CREATE OR REPLACE FUNCTION lode.object_called(student bigint, kind text, identifier uuid)
RETURNS bigint LANGUAGE sql STABLE AS $body$
  SELECT CASE kind
    WHEN 'course' THEN (SELECT c.id FROM lode.courses c
      WHERE c.student_id = student AND c.identifier = object_called.identifier)
    WHEN 'exam' THEN (SELECT e.id FROM lode.exams e
      WHERE e.student_id = student AND e.identifier = object_called.identifier)
    WHEN 'assignment' THEN (SELECT a.id FROM lode.assignments a
      WHERE a.student_id = student AND a.identifier = object_called.identifier) END
$body$;

COMMENT ON FUNCTION lode.object_called(bigint, text, uuid) IS
'Part of merge: the student''s course, exam or assignment with an identifier, NULL if none has it.';
