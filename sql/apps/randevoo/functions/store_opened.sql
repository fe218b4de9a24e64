CREATE OR REPLACE FUNCTION randevoo.store_opened() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  INSERT INTO randevoo.store_hours (store_id, weekday, opens_at, closes_at)
  SELECT o.id, d, CASE WHEN d < 7 THEN time '10:00' END, CASE WHEN d < 7 THEN time '19:00' END
  FROM opened o CROSS JOIN generate_series(1, 7) d;
  UPDATE randevoo.users u SET kind = 'business'
  WHERE u.kind = 'customer' AND u.id IN (SELECT o.owner_id FROM opened o);
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION randevoo.store_opened() IS
'Trigger: a new store is open from 10:00 to 19:00, closed on Sunday, until its owner says
otherwise, and its owner is a business from then on.';

CREATE OR REPLACE TRIGGER stores_opened AFTER INSERT ON randevoo.stores
  REFERENCING NEW TABLE AS opened
  FOR EACH STATEMENT EXECUTE FUNCTION randevoo.store_opened();
