CREATE OR REPLACE FUNCTION randevoo.items_check() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  bad bigint;
BEGIN
  PERFORM FROM randevoo.stores s WHERE s.id IN (
    SELECT r.store_id FROM randevoo.reservations r
    WHERE r.id IN (SELECT i.reservation_id FROM after i))
  ORDER BY s.id FOR NO KEY UPDATE;
  bad := (SELECT i.product_id FROM after i
      JOIN randevoo.reservations r ON r.id = i.reservation_id
      JOIN randevoo.products p ON p.id = i.product_id
    WHERE p.store_id <> r.store_id LIMIT 1);
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION 'product % is of another store', bad USING ERRCODE = 'RN009';
  END IF;
  PERFORM randevoo.stock_fits(array(SELECT DISTINCT i.variant_id FROM after i));
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION randevoo.items_check() IS
'Trigger: a reservation''s products are of its store, and no more are reserved than there are. Locks
the stores FOR NO KEY UPDATE, as booking does.';

CREATE OR REPLACE TRIGGER items_check_new AFTER INSERT ON randevoo.reservation_items
  REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION randevoo.items_check();

CREATE OR REPLACE TRIGGER items_check_changed AFTER UPDATE ON randevoo.reservation_items
  REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION randevoo.items_check();
