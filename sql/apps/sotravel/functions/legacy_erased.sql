CREATE OR REPLACE FUNCTION sotravel.legacy_erased() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  DELETE FROM sotravel.legacy_events l WHERE l.id = NEW.legacy_id;
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION sotravel.legacy_erased IS
'Trigger: what the former service had of an event is erased with it.';

CREATE OR REPLACE TRIGGER events_legacy_erased AFTER UPDATE OF legacy_digest ON sotravel.events
  FOR EACH ROW WHEN (NEW.legacy_digest = 'erased') EXECUTE FUNCTION sotravel.legacy_erased();
