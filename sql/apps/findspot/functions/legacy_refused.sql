CREATE OR REPLACE FUNCTION findspot.legacy_refused() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  IF EXISTS (SELECT FROM findspot.legacy_erased e
    WHERE e.uid_digest = sha256(convert_to(NEW.uid, 'UTF8')))
  THEN
    RAISE EXCEPTION 'who had this uid was erased here' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION findspot.legacy_refused() IS
'Trigger: refuses a user whom an import would make again after their erasure. Whoever
signs in anew, by user_admit(), is a new user.';

-- An import writes as the login of Reeve, the app's functions as their owner.
CREATE OR REPLACE TRIGGER users_legacy_refused BEFORE INSERT ON findspot.users
  FOR EACH ROW WHEN (current_user = 'reeve_writer_findspot')
  EXECUTE FUNCTION findspot.legacy_refused();
