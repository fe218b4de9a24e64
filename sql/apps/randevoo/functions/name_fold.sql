CREATE OR REPLACE FUNCTION randevoo.name_fold() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    NEW.name_folded := randevoo.fold(btrim(NEW.first_name || ' ' || NEW.last_name));
  ELSE
    NEW.name_folded := randevoo.fold(NEW.name);
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION randevoo.name_fold() IS
'Trigger: keeps name_folded. No generated column: that would be computed again by every change '
'of the
row, a hundred thousand times in a ban.';

CREATE OR REPLACE TRIGGER users_name_fold
  BEFORE INSERT OR UPDATE OF first_name, last_name, name_folded ON randevoo.users
  FOR EACH ROW EXECUTE FUNCTION randevoo.name_fold();

CREATE OR REPLACE TRIGGER stores_name_fold
  BEFORE INSERT OR UPDATE OF name, name_folded ON randevoo.stores
  FOR EACH ROW EXECUTE FUNCTION randevoo.name_fold();

CREATE OR REPLACE TRIGGER products_name_fold
  BEFORE INSERT OR UPDATE OF name, name_folded ON randevoo.products
  FOR EACH ROW EXECUTE FUNCTION randevoo.name_fold();
