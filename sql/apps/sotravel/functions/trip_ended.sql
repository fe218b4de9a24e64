CREATE OR REPLACE FUNCTION sotravel.trip_ended() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, sotravel, pg_temp AS $body$
BEGIN
  DELETE FROM sotravel.locations l WHERE l.trip_id = NEW.id;
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION sotravel.trip_ended IS
'Trigger: a trip that is ended takes its members'' positions along at once. Where its end comes by
itself, a job does so within a minute, and until then nobody sees them.';

CREATE OR REPLACE TRIGGER trips_ended AFTER UPDATE OF ends_at ON sotravel.trips
  FOR EACH ROW WHEN (NEW.ends_at <= clock_timestamp()) EXECUTE FUNCTION sotravel.trip_ended();
