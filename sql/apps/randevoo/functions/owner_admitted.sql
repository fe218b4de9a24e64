CREATE OR REPLACE FUNCTION randevoo.owner_admitted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  IF TG_TABLE_NAME = 'stores' THEN
    PERFORM randevoo.user_admit(NEW.owner_id, clock_timestamp());
  ELSE
    PERFORM randevoo.user_admit(s.owner_id, clock_timestamp())
    FROM randevoo.stores s WHERE s.id = NEW.store_id;
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION randevoo.owner_admitted() IS
'Trigger: a blocked user opens no store and lists no product, whoever writes the row.';

CREATE OR REPLACE TRIGGER stores_owner_admitted BEFORE INSERT ON randevoo.stores
  FOR EACH ROW WHEN (current_user NOT IN ('randevoo_owner', 'reeve_writer_randevoo'))
  EXECUTE FUNCTION randevoo.owner_admitted();

CREATE OR REPLACE TRIGGER products_owner_admitted BEFORE INSERT ON randevoo.products
  FOR EACH ROW WHEN (current_user NOT IN ('randevoo_owner', 'reeve_writer_randevoo'))
  EXECUTE FUNCTION randevoo.owner_admitted();
