CREATE OR REPLACE FUNCTION randevoo.reservation_prepare() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  NEW.answer_by := coalesce(NEW.answer_by, least(NEW.slot_start, NEW.requested_at
    + (SELECT s.answer_deadline FROM randevoo.stores s WHERE s.id = NEW.store_id)));
  IF TG_ARGV[0] = 'now' THEN
    IF NEW.state <> 'pending' THEN
      RAISE EXCEPTION 'a reservation begins as pending, not as %', NEW.state
        USING ERRCODE = 'RN004';
    END IF;
    IF NEW.slot_end IS DISTINCT FROM randevoo.reservation_admit(
      NEW.customer_id, NEW.store_id, NEW.slot_start, clock_timestamp())
    THEN
      RAISE EXCEPTION 'the slot at % does not end at %', NEW.slot_start, NEW.slot_end
        USING ERRCODE = 'RN005';
    END IF;
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_prepare() IS
'Trigger: fills answer_by; with argument now, which is for all but the schema''s owner and an
import, also holds the rules relative to the moment.';

CREATE OR REPLACE TRIGGER reservations_prepare_past BEFORE INSERT ON randevoo.reservations
  FOR EACH ROW WHEN (current_user IN ('randevoo_owner', 'reeve_writer_randevoo'))
  EXECUTE FUNCTION randevoo.reservation_prepare('any');

CREATE OR REPLACE TRIGGER reservations_prepare_now BEFORE INSERT ON randevoo.reservations
  FOR EACH ROW WHEN (current_user NOT IN ('randevoo_owner', 'reeve_writer_randevoo'))
  EXECUTE FUNCTION randevoo.reservation_prepare('now');
