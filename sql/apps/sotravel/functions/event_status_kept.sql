CREATE OR REPLACE FUNCTION sotravel.event_status_kept() RETURNS trigger
LANGUAGE plpgsql AS $body$
BEGIN
  -- Back to planned only by an undo of the back office.
  IF OLD.status <> 'planned' AND NOT (OLD.status = 'cancelled' AND NEW.status = 'planned'
    AND current_user = 'reeve_writer_sotravel')
  THEN
    RAISE EXCEPTION 'event % is %, which does not change', OLD.id, OLD.status
      USING ERRCODE = 'ST004';
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION sotravel.event_status_kept IS
'Trigger: an event that is cancelled or finished stays so, but for an undo.';

CREATE OR REPLACE TRIGGER events_status_kept BEFORE UPDATE OF status ON sotravel.events
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION sotravel.event_status_kept();
