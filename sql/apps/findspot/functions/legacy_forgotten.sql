CREATE OR REPLACE FUNCTION findspot.legacy_forgotten() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  INSERT INTO findspot.legacy_erased(uid_digest) VALUES (sha256(convert_to(OLD.uid, 'UTF8')))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION findspot.legacy_forgotten() IS
'Trigger: notes the digest of the uid of somebody who is erased, for legacy_refused().';

CREATE OR REPLACE TRIGGER users_legacy_forgotten AFTER UPDATE OF uid ON findspot.users
  FOR EACH ROW WHEN (NEW.uid = 'erased-' || NEW.id AND OLD.uid <> NEW.uid)
  EXECUTE FUNCTION findspot.legacy_forgotten();
