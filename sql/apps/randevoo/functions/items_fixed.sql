CREATE OR REPLACE FUNCTION randevoo.items_fixed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  subject bigint := CASE WHEN TG_OP = 'INSERT' THEN NEW.reservation_id ELSE OLD.reservation_id END;
  state text;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.reservation_id <> OLD.reservation_id THEN
    RAISE EXCEPTION 'an item stays with its reservation' USING ERRCODE = 'RN010';
  END IF;
  SELECT r.state INTO state FROM randevoo.reservations r WHERE r.id = subject FOR SHARE;
  IF state <> 'pending' THEN
    RAISE EXCEPTION 'reservation % is % and keeps its products', subject, state
      USING ERRCODE = 'RN010';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END
$body$;

COMMENT ON FUNCTION randevoo.items_fixed() IS
'Trigger: products change only while a reservation is pending; locks the reservation FOR SHARE, so
that approval waits. Rows may be added to one in a later state by the schema''s owner only.';

CREATE OR REPLACE TRIGGER items_fixed_new BEFORE INSERT ON randevoo.reservation_items
  FOR EACH ROW WHEN (current_user NOT IN ('randevoo_owner', 'reeve_writer_randevoo'))
  EXECUTE FUNCTION randevoo.items_fixed();

CREATE OR REPLACE TRIGGER items_fixed BEFORE UPDATE OR DELETE ON randevoo.reservation_items
  FOR EACH ROW EXECUTE FUNCTION randevoo.items_fixed();
