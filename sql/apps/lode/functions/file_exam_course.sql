CREATE OR REPLACE FUNCTION lode.file_exam_course() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF NEW.stored_course IS NOT NULL OR TG_OP = 'UPDATE' OR NEW.course_row IS NULL THEN
    NEW.course_row := coalesce(NEW.stored_course, (
      SELECT min(c.row_id) FROM lode.file_courses c
      WHERE c.student_id = NEW.student_id AND c.file = NEW.file
        AND lower(c.name) = lower(NEW.title)
      HAVING count(*) = 1));
  END IF;
  IF NEW.course_row IS NULL AND NEW.title IS NULL THEN
    RAISE EXCEPTION 'the exam has neither a course nor a title' USING ERRCODE = '23502';
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION lode.file_exam_course IS
'Trigger: an exam is of the course that its file names, or else the only one with its title as name;
without either it is refused (23502).';

CREATE OR REPLACE TRIGGER file_exams_course
  BEFORE INSERT OR UPDATE OF stored_course, title ON lode.file_exams
  FOR EACH ROW EXECUTE FUNCTION lode.file_exam_course();
