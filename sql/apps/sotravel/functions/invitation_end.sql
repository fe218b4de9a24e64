CREATE OR REPLACE FUNCTION sotravel.invitation_end() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  IF TG_TABLE_NAME = 'events' THEN
    UPDATE sotravel.invitations i SET ends_at = NEW.ends_at
    WHERE i.event_id = NEW.id AND i.ends_at <> NEW.ends_at;
    RETURN NULL;
  END IF;
  NEW.ends_at := (SELECT e.ends_at FROM sotravel.events e WHERE e.id = NEW.event_id);
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION sotravel.invitation_end IS
'Trigger: an invitation ends with its event.';

CREATE OR REPLACE TRIGGER invitations_end BEFORE INSERT ON sotravel.invitations
  FOR EACH ROW EXECUTE FUNCTION sotravel.invitation_end();

CREATE OR REPLACE TRIGGER events_end AFTER UPDATE OF ends_at ON sotravel.events
  FOR EACH ROW EXECUTE FUNCTION sotravel.invitation_end();
