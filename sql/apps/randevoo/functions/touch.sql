CREATE OR REPLACE FUNCTION randevoo.touch() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  NEW.updated_at := statement_timestamp();
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION randevoo.touch() IS 'Trigger: keeps updated_at.';

CREATE OR REPLACE TRIGGER users_touch BEFORE UPDATE ON randevoo.users
  FOR EACH ROW EXECUTE FUNCTION randevoo.touch();

CREATE OR REPLACE TRIGGER stores_touch BEFORE UPDATE ON randevoo.stores
  FOR EACH ROW EXECUTE FUNCTION randevoo.touch();

CREATE OR REPLACE TRIGGER products_touch BEFORE UPDATE ON randevoo.products
  FOR EACH ROW EXECUTE FUNCTION randevoo.touch();
