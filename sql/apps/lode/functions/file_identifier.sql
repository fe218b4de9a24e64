CREATE OR REPLACE FUNCTION lode.file_identifier() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  NEW.identifier := CASE octet_length(NEW.stored_id) WHEN 16 THEN encode(NEW.stored_id, 'hex')::uuid
    ELSE convert_from(NEW.stored_id, 'UTF8')::uuid END;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION lode.file_identifier IS
'Trigger: the identifier of a row is what its file has stored, in bytes or as a text.';

CREATE OR REPLACE TRIGGER file_courses_identifier
  BEFORE INSERT OR UPDATE OF stored_id ON lode.file_courses
  FOR EACH ROW WHEN (NEW.stored_id IS NOT NULL) EXECUTE FUNCTION lode.file_identifier();

CREATE OR REPLACE TRIGGER file_exams_identifier
  BEFORE INSERT OR UPDATE OF stored_id ON lode.file_exams
  FOR EACH ROW WHEN (NEW.stored_id IS NOT NULL) EXECUTE FUNCTION lode.file_identifier();

CREATE OR REPLACE TRIGGER file_assignments_identifier
  BEFORE INSERT OR UPDATE OF stored_id ON lode.file_assignments
  FOR EACH ROW WHEN (NEW.stored_id IS NOT NULL) EXECUTE FUNCTION lode.file_identifier();
