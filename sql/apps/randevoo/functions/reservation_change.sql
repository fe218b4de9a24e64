CREATE OR REPLACE FUNCTION randevoo.reservation_change() RETURNS trigger
LANGUAGE plpgsql AS $body$
BEGIN
  IF (NEW.id, NEW.store_id, NEW.slot_start, NEW.slot_end, NEW.requested_at)
    IS DISTINCT FROM (OLD.id, OLD.store_id, OLD.slot_start, OLD.slot_end, OLD.requested_at)
    -- But for who becomes one person with another: their reservations move.
    OR NEW.customer_id <> OLD.customer_id AND current_user <> 'reeve_writer_randevoo'
  THEN
    RAISE EXCEPTION 'reservation % keeps its customer, store and slot', OLD.id
      USING ERRCODE = 'RN010', HINT = 'Cancel it and book anew.';
  END IF;
  IF NEW.scanned_at IS DISTINCT FROM OLD.scanned_at
    AND (OLD.scanned_at IS NOT NULL OR OLD.state <> 'approved')
  THEN
    RAISE EXCEPTION 'the token of reservation % has been used or is not valid', OLD.id
      USING ERRCODE = 'RN011';
  END IF;
  IF NEW.state = OLD.state THEN
    NEW.state_at := OLD.state_at;
    RETURN NEW;
  END IF;
  IF NOT (CASE OLD.state
    WHEN 'pending' THEN
      NEW.state IN ('approved', 'disapproved', 'held', 'expired', 'cancelled')
    WHEN 'held' THEN NEW.state IN ('pending', 'cancelled')
    WHEN 'approved' THEN NEW.state IN ('completed', 'failed', 'expired', 'revoked')
    ELSE false
  END)
  THEN
    RAISE EXCEPTION 'reservation % is % and cannot become %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'RN004';
  END IF;
  IF NEW.state = 'completed' AND NEW.scanned_at IS NULL THEN
    RAISE EXCEPTION 'reservation % has not been scanned', OLD.id USING ERRCODE = 'RN004';
  END IF;
  IF current_user <> 'randevoo_owner' OR NEW.state_at = OLD.state_at THEN
    NEW.state_at := clock_timestamp();
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_change() IS
'Trigger: only the listed transitions, a fixed slot, a token used once; keeps state_at. The '
'customer changes only where the catalog merges two accounts.';

CREATE OR REPLACE TRIGGER reservations_change BEFORE UPDATE ON randevoo.reservations
  FOR EACH ROW EXECUTE FUNCTION randevoo.reservation_change();
