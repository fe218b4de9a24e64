CREATE OR REPLACE FUNCTION findspot.photo_forgotten() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, findspot, pg_temp AS $body$
BEGIN
  INSERT INTO findspot.removals (path)
  SELECT DISTINCT o.path FROM old_photos o
  WHERE o.path IS NOT NULL AND NOT EXISTS (
    SELECT FROM findspot.photos p WHERE p.path = o.path)
  ON CONFLICT (path) DO NOTHING;
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION findspot.photo_forgotten() IS
'Trigger: an object that no place shows any more is to be removed from the bucket; one that another
place shows stays.';

CREATE OR REPLACE TRIGGER photos_deleted AFTER DELETE ON findspot.photos
  REFERENCING OLD TABLE AS old_photos
  FOR EACH STATEMENT EXECUTE FUNCTION findspot.photo_forgotten();

CREATE OR REPLACE TRIGGER photos_changed AFTER UPDATE ON findspot.photos
  REFERENCING OLD TABLE AS old_photos
  FOR EACH STATEMENT EXECUTE FUNCTION findspot.photo_forgotten();
