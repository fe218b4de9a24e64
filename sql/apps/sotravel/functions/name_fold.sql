CREATE OR REPLACE FUNCTION sotravel.name_fold() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  NEW.name_folded := lower(normalize(NEW.name, NFKC));
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION sotravel.name_fold IS
'Trigger: keeps name_folded.';

CREATE OR REPLACE TRIGGER users_name_fold BEFORE INSERT OR UPDATE OF name, name_folded
  ON sotravel.users FOR EACH ROW EXECUTE FUNCTION sotravel.name_fold();
